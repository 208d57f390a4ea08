"""The table of Five of a Kind: its parts, what they show of a scene, and what the player does with them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual import on
from textual.message import Message
from textual.widget import Widget

from client.art.palette import Look
from client.desk import Desk
from client.keys import key_of
from client.scene import Scene
from client.tables.five_of_a_kind.board import board_face
from client.tables.five_of_a_kind.choice import Choice
from client.tables.five_of_a_kind.claim import GONE, ClaimButton, claim_face
from client.tables.five_of_a_kind.clock import clock_face
from client.tables.five_of_a_kind.final import final_face
from client.tables.five_of_a_kind.helpers import helper_face
from client.tables.five_of_a_kind.interval import Box, box_faces
from client.tables.five_of_a_kind.parts import Parts
from client.tables.five_of_a_kind.press import Press
from client.tables.five_of_a_kind.review import reviewed
from client.tables.five_of_a_kind.scoreboard import score_face
from client.tables.five_of_a_kind.turn import Turn, shrunk
from client.tables.five_of_a_kind.verdict import Verdict, verdict_face
from client.tables.five_of_a_kind.words import hint_words, own_of, shared_of
from client.widgets.bar import steps
from engines.five_of_a_kind.model import Answer, Claim, Command, Vote, VoteFor
from protocol.messages import Command as AnyCommand

BEAT: Final = 1 / 20
"""How often bars look at the time (s). They are drawn only when they change."""
GLANCE: Final = 1 / 4
"""How long the clock goes without a look at the time at most (s): a room's time may be stopped, or set back."""
LATE: Final = 0.005
"""How much later than a second begins the clock shows it (s), so that it never looks a moment too early."""
FRAME: Final = 1 / 60
"""How often the control and the answers look at the time while they change places (s)."""


class FiveOfAKindTable(Parts):
    """Draws scenes, and says what the player wishes. All its times are the room's, in ms."""

    class Ignored(Message):
        """A key would have claimed, but is held down or came too soon after the last one."""

    def __init__(
        self,
        scene: Scene,
        look: Look,
        clock: Callable[[], float],
        desk: Desk | None = None,
        play: Callable[[AnyCommand], None] | None = None,
    ) -> None:
        """A table for a scene; `clock` is this process's monotonic clock in ms. What is arranged stays on `desk`.

        Commands go to `play`, which brings the scene in which they are on their way to `show_sent`. A table without it
        is only looked at: it has neither Claim nor answers nor anything else to use, and nothing moves.
        """
        super().__init__(scene, look, desk or Desk(), used=play is not None)
        self._play_command = play
        self.clock = clock
        self._presses: tuple[Press, ...] = ()
        self._before: Widget | None = None
        self._closed_at = float("-inf")
        self._turn = Turn()
        self._posed: tuple[object, ...] = ()
        self.settled = False
        """Whether there is a review, while the game goes on."""
        self.foldable = False
        """Whether there is a review to hide or show and room for it, while the game goes on."""

    @property
    def answering(self) -> bool:
        """Whether the keys are those of the answers."""
        return self._choice.has_focus

    @property
    def now(self) -> float:
        """The room's clock (ms)."""
        return self.scene.time(self.clock())

    def on_mount(self) -> None:
        """Look at the time again and again."""
        self._beats = self.set_interval(BEAT, self.tick, pause=True)
        self._pass_second()
        self._frames = self.set_interval(FRAME, self._frame, pause=True)
        self.watch(self.screen, "focused", self._focus_moved, init=False)

    def _focus_moved(self) -> None:
        """Claim names its key only where the focus leaves that key to it."""
        if shared_of(self.scene) is not None:
            self._show_controls()

    def on_resize(self) -> None:
        """Find a place for everything; some keys do nothing where it is too small for what they are for."""
        self.show(self.scene)
        self.screen.refresh_bindings()

    def show(self, scene: Scene) -> None:
        """Bring every part to a scene."""
        self.scene = scene
        self._helpers.show(helper_face(scene))
        if not self.is_mounted or not self.size.width:
            return
        self._follow()
        shared, end, settings = shared_of(scene), final_face(scene), self.settings
        self._scores.show(score_face(scene, self.now))
        place = self._arrange()
        final = self._final
        if end is not None:
            final.show(replace(end, first=final.content.first if final.content else 0))
        self.settled = reviewed(settings, shared) and end is None
        self.foldable = self.settled and bool(self._layout(review=True).chips)
        if shared is not None:
            self.review.show(settings, shared)
            self._hint.show(hint_words(settings, shared))
        self._offer()
        if end is not None:
            self._turn = Turn()  # Nothing goes its way over the report.
        if shared is not None:
            bare = self._bare if self._turn.open else 0
            self._board.show(board_face(shared, place.card_cols, place.card_rows, bare))
        self._pose()
        self._show_controls()
        self._tell()
        self.tick()

    def show_sent(self, scene: Scene) -> None:
        """Show what is on its way to the server, which is all that is new in a scene."""
        self.scene = scene
        self._show_controls()
        self._mark()

    def _show_controls(self) -> None:
        sent = self._sent()
        pressed = any(isinstance(command, Claim) for command in sent)
        claim, button = claim_face(self.scene, pressed=pressed), self._control.button
        if claim.state == "closed" and self._turn.share(self.clock()):
            claim = GONE  # It comes back as it went, and says what it is once it is there.
        free = self.screen.focused in {None, button}
        self._control.show(replace(claim, key=key_of(self.screen, "claim") if free else ""))
        votes = [command.choice for command in sent if isinstance(command, Vote)]
        boxes = box_faces(self.scene, votes[-1] if votes else None)
        keyed = {box: replace(face, key=key_of(self.screen, f"vote_{box}")) for box, face in boxes.items()}
        self._interval.show(keyed)

    def _pass_second(self) -> None:
        """Look at the time, and again when the clock's next second begins: nothing else moves while nobody claims."""
        self.tick()
        self.set_timer(max(BEAT, min(GLANCE, 1.0 - self.now % 1000 / 1000 + LATE)), self._pass_second)

    def tick(self) -> None:
        """What depends on the time alone."""
        if self._follow():
            self._offer()
            self._show_controls()
        now, shared = self.now, shared_of(self.scene)
        self._clock.show(clock_face(self.scene, now))
        if shared is not None and any(row.away is not None for row in shared.players):
            self._scores.show(score_face(self.scene, now))
        claim = shared.claim if shared is not None else None
        if claim is None and not self._presses:
            self._beats.pause()
            return
        self._beats.resume()
        if claim is not None:
            self._tell()
            if self._turn.open:
                seconds = f"{max(0.0, claim.deadline - now) / 1000:.1f} s"
                self._choice.drain(steps(now, claim.at, claim.deadline, self._choice.content.full[0]), seconds)

    def _tell(self) -> None:
        """Tell who claims, and for how much longer, or what came of the last claim."""
        fold = ("Show" if self.folded else "Hide") if self.foldable and self.used else ""
        self._verdict.show(replace(verdict_face(self.scene, self.now, used=self.used), fold=fold))

    def _offer(self) -> None:
        """Show the answers to who may choose, and take them away when the choice is over."""
        own, choice = own_of(self.scene), self._choice
        traits = own.legal.answers if own and self.used else ()
        if traits and not self._turn.open:
            choice.open(traits, negative=self.settings.counting == "non_matching")
            self._turn_to(answers=True)
            self._before = self.screen.focused
            choice.focus(scroll_visible=False)
        elif not traits and self._turn.open:
            self._closed_at = self.clock()
            held = choice.has_focus
            self._turn_to(answers=False)
            if held:
                before = self._before
                self.screen.set_focus(before if before is not None and before.is_attached else None)
        if traits:
            self._mark()

    def _mark(self) -> None:
        """Mark the answer that is on its way."""
        if self._turn.open:
            self._choice.mark(next((command.trait for command in self._sent() if isinstance(command, Answer)), None))

    def _turn_to(self, *, answers: bool) -> None:
        """Let the answers take the place of Claim, or Claim that of the answers."""
        moving = self.app.animation_level != "none"
        self._turn = self._turn.towards(open=answers, now=self.clock(), moving=moving)
        self._arrange()
        self._pose()
        self._frames.resume()

    def _frame(self) -> None:
        """Show one moment of the way, and at its end what Claim says there."""
        if self._pose() == self._turn.open:
            self._frames.pause()
            self._show_controls()

    def _pose(self) -> float:
        """Show Claim and the answers as large as they are at this moment; how much of the answers is there."""
        share = self._turn.share(self.clock())
        control, choice = self._control, self._choice
        posed = (share, self._turn.open, self._top.display, self._choice_place)
        if posed == self._posed:
            return share
        self._posed = posed
        control.display = share < 1 and self._top.display and self.used
        choice.display = share > 0 or self._turn.open
        control.pose(1 - share)
        left, top, cols, rows = shrunk(self._choice_place, share)
        choice.styles.width, choice.styles.height = cols, rows
        choice.styles.offset = (left, top)
        return share

    def attend(self) -> None:
        """Give the keys to the answers while there are some; nothing of the review stays selected."""
        self.review.traits.clear()
        if self._turn.open:
            self._choice.focus(scroll_visible=False)

    def fold(self) -> None:
        """Hide the review or show it again, this one and all that follow."""
        self._desk.folded = not self._desk.folded
        self.show(self.scene)

    def just_chose(self, milliseconds: float = 800) -> bool:
        """Whether the answers went away only now, so that a letter may have been meant for them."""
        return self.clock() - self._closed_at < milliseconds

    # What the player does.

    def claim(self, *, fresh: bool = True) -> None:
        """Claim, if that is possible now; not by a key that is not `fresh`, but held down or pressed too soon."""
        own, shared = own_of(self.scene), shared_of(self.scene)
        if self._control.button.content.state != "ready" or own is None or shared is None:
            return
        if own.legal.claim is None:
            return
        if fresh:
            self._send(Claim(own.legal.claim))
        else:
            self.post_message(self.Ignored())

    def vote(self, choice: VoteFor) -> None:
        """Select a box of the interval control, if that is possible now."""
        if self._interval.boxes[choice].content.open:
            self._send(Vote(choice))

    def _send(self, command: Command) -> None:
        shared = shared_of(self.scene)
        self._presses = (*self._presses, Press(command, self.clock(), shared.revision if shared else 0))
        self._beats.resume()
        if self._play_command is not None:
            self._play_command(command)

    @on(ClaimButton.Pressed)
    def _claim_pressed(self, event: ClaimButton.Pressed) -> None:
        event.stop()
        self.claim(fresh=not event.key or self.holds.fresh)

    @on(Box.Pressed)
    def _box_pressed(self, event: Box.Pressed) -> None:
        event.stop()
        self.vote(event.choice)

    @on(Choice.Chosen)
    def _chosen(self, event: Choice.Chosen) -> None:
        event.stop()
        if self._turn.open:
            self._send(Answer(event.trait))

    @on(Verdict.Fold)
    def _fold_pressed(self, event: Verdict.Fold) -> None:
        event.stop()
        self.fold()

    def _sent(self) -> tuple[AnyCommand, ...]:
        """What is on its way to the server, as far as the scene or the player's fingers know."""
        return (*self.scene.pending, *(press.command for press in self._presses))

    def _follow(self) -> bool:
        """Forget what was pressed and is settled; whether there was any."""
        before, now = self._presses, self.clock()
        self._presses = tuple(press for press in before if not press.over(self.scene, now))
        return len(self._presses) != len(before)
