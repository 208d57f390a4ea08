"""The table of Five of a Kind: its parts, what they show of a scene, and what the player does with them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget

from client.art.palette import Look
from client.keys import key_of
from client.scene import Scene
from client.tables.five_of_a_kind.board import Board, BoardFace, board_face
from client.tables.five_of_a_kind.choice import Choice, choice_size
from client.tables.five_of_a_kind.claim import GONE, ClaimButton, claim_face
from client.tables.five_of_a_kind.clock import Clock, ClockFace, clock_face
from client.tables.five_of_a_kind.control import ClaimControl
from client.tables.five_of_a_kind.final import FinalBoard, final_face
from client.tables.five_of_a_kind.helpers import Helpers, helper_face
from client.tables.five_of_a_kind.hint import Hint
from client.tables.five_of_a_kind.interval import Box, Interval, box_faces
from client.tables.five_of_a_kind.layout import HINT_COLS, Layout, layout
from client.tables.five_of_a_kind.press import Press
from client.tables.five_of_a_kind.review import Review, reviewed
from client.tables.five_of_a_kind.scoreboard import Scoreboard, ScoreFace, score_face
from client.tables.five_of_a_kind.turn import Turn, shrunk
from client.tables.five_of_a_kind.verdict import Verdict, VerdictFace, verdict_face
from client.tables.five_of_a_kind.words import hint_words, own_of, settings_of, shared_of
from client.widgets.bar import steps
from client.widgets.holds import Holds
from client.widgets.notice import SMALLEST, Notice
from engines.five_of_a_kind.model import Answer, Claim, Command, Settings, Vote, VoteFor
from protocol.messages import Command as AnyCommand

BEAT: Final = 1 / 20
"""How often clock and bars look at the time (s). They are drawn only when they change."""
FRAME: Final = 1 / 60
"""How often the control and the answers look at the time while they change places (s)."""


class FiveOfAKindTable(Widget):
    """Draws scenes, and says what the player wishes. All its times are the room's, in ms."""

    class Wish(Message):
        """A command that the player wishes to send."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    def __init__(self, scene: Scene, look: Look, clock: Callable[[], float]) -> None:
        """A table for a scene; `clock` is this process's monotonic clock in ms."""
        super().__init__()
        self.scene = scene
        self.look = look
        self.clock = clock
        self.holds = Holds()
        self._presses: tuple[Press, ...] = ()
        self._before: Widget | None = None
        self._closed_at = float("-inf")
        self._turn = Turn()
        self._choice_place = (0, 0, 1, 1)
        self.folded = False

    @property
    def settings(self) -> Settings:
        """The room's settings."""
        return settings_of(self.scene)

    @property
    def review(self) -> Review:
        """The review of the claim that was settled last."""
        return self.query_one(Review)

    @property
    def foldable(self) -> bool:
        """Whether there is a review to hide or show, while the game goes on."""
        shared = shared_of(self.scene)
        pending = shared is None or shared.claim is not None
        return final_face(self.scene) is None and not pending and reviewed(self.settings, shared)

    @property
    def now(self) -> float:
        """The room's clock (ms)."""
        return self.scene.time(self.clock())

    def compose(self) -> ComposeResult:
        """The parts from top to bottom; the answers stand over them, and the end takes their place."""
        look = self.look
        with Horizontal(id="top"):
            yield Clock(look, ClockFace(), id="clock")
            yield Verdict(look, VerdictFace(), id="verdict")
        yield Review(look)
        with Horizontal(id="play"):
            yield Scoreboard(look, ScoreFace(), id="scores")
            yield Board(look, BoardFace(), id="board")
        with Horizontal(id="low"):
            yield Hint(look, "", id="hint")
            with Vertical(id="controls"):
                yield Helpers(look, None, id="helpers")
                yield Interval(look)
        yield FinalBoard(look, None, id="final")
        yield Notice(look, "", id="notice")
        yield ClaimControl(look)
        yield Choice(look, self.holds)

    def on_mount(self) -> None:
        """Look at the time again and again."""
        self.query_one(Choice).display = False
        self.query_one("#final").display = False
        self.query_one(Notice).display = False
        self.query_one(Review).display = False
        self.set_interval(BEAT, self.tick)
        self._frames = self.set_interval(FRAME, self._pose, pause=True)
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
        if not self.is_mounted or not self.size.width:
            return
        self._follow()
        self.query_one(Helpers).show(helper_face(scene))
        shared, end = shared_of(scene), final_face(scene)
        place = self._arrange()
        legible = end is None and place.legible
        for part in ("#top", "#play", "#low"):
            self.query_one(part).display = legible
        self.query_one(Review).display = legible and bool(place.chips)
        notice = self.query_one(Notice)
        notice.display = end is None and not place.legible
        notice.show("to {} x {}: it has {} x {}.".format(*SMALLEST, *self.app.size))
        final = self.query_one(FinalBoard)
        final.display = end is not None
        if end is not None:
            final.show(replace(end, first=final.content.first if final.content else 0))
        if shared is not None:
            self.query_one(Review).show(self.settings, shared)
            self.query_one("#board", Board).show(board_face(shared, place.card_cols, place.card_rows))
            self.query_one(Hint).show(hint_words(self.settings, shared))
        self.query_one(Scoreboard).show(score_face(scene))
        self._show_controls()
        self._offer()
        self.tick()

    def _show_controls(self) -> None:
        sent = self._sent()
        pressed = any(isinstance(command, Claim) for command in sent)
        claim, button = claim_face(self.scene, pressed=pressed), self.query_one(ClaimButton)
        if claim.state == "closed" and self._turn.share(self.clock()):
            claim = GONE  # It comes back as it went, and says what it is once it is there.
        free = self.screen.focused in {None, button}
        button.show(replace(claim, key=key_of(self.screen, "claim") if free else ""))
        votes = [command.choice for command in sent if isinstance(command, Vote)]
        boxes = box_faces(self.scene, votes[-1] if votes else None)
        keyed = {box: replace(face, key=key_of(self.screen, f"vote_{box}")) for box, face in boxes.items()}
        self.query_one(Interval).show(keyed)

    def tick(self) -> None:
        """What depends on the time alone."""
        if self._follow():
            self._show_controls()
            self._offer()
        now = self.now
        self.query_one(Clock).show(clock_face(self.scene, now))
        choice, shared = self.query_one(Choice), shared_of(self.scene)
        verdict = verdict_face(self.scene, now)
        fold = ("Show" if self.folded else "Hide") if self.foldable else ""
        self.query_one(Verdict).show(replace(verdict, fold=fold))
        if self._turn.open and shared is not None and shared.claim is not None:
            claim = shared.claim
            seconds = f"{max(0.0, claim.deadline - now) / 1000:.1f} s"
            choice.drain(steps(now, claim.at, claim.deadline, choice.content.full[0]), seconds)
        self._pose()

    def _offer(self) -> None:
        """Show the answers to who may choose, and take them away when the choice is over."""
        own, choice = own_of(self.scene), self.query_one(Choice)
        traits = own.legal.answers if own else ()
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
            choice.mark(next((command.trait for command in self._sent() if isinstance(command, Answer)), None))

    def _turn_to(self, *, answers: bool) -> None:
        """Let the answers take the place of Claim, or Claim that of the answers."""
        moving = self.app.animation_level != "none"
        self._turn = self._turn.towards(open=answers, now=self.clock(), moving=moving)
        self._arrange()
        self._frames.resume()

    def _pose(self) -> None:
        """Show Claim and the answers as large as they are at this moment."""
        share = self._turn.share(self.clock())
        control, choice = self.query_one(ClaimControl), self.query_one(Choice)
        control.display = share < 1 and self.query_one("#top").display
        choice.display = share > 0 or self._turn.open
        control.pose(1 - share)
        left, top, cols, rows = shrunk(self._choice_place, share)
        choice.styles.width, choice.styles.height = cols, rows
        choice.styles.offset = (left, top)
        if share == self._turn.open:
            self._frames.pause()
            self._show_controls()

    def attend(self) -> None:
        """Give the keys to the answers while there are some; nothing of the review stays selected."""
        self.query_one(Review).traits.clear()
        if self._turn.open:
            self.query_one(Choice).focus(scroll_visible=False)

    def fold(self) -> None:
        """Hide the review or show it again, this one and all that follow."""
        self.folded = not self.folded
        self.show(self.scene)

    def just_chose(self, milliseconds: float = 800) -> bool:
        """Whether the answers went away only now, so that a letter may have been meant for them."""
        return self.clock() - self._closed_at < milliseconds

    # What the player does.

    def claim(self) -> None:
        """Claim, if that is possible now."""
        own, shared = own_of(self.scene), shared_of(self.scene)
        if self.query_one(ClaimButton).content.state != "ready" or own is None or shared is None:
            return
        if own.legal.claim is not None:
            self._send(Claim(own.legal.claim))

    def vote(self, choice: VoteFor) -> None:
        """Select a box of the interval control, if that is possible now."""
        if self.query_one(Interval).boxes[choice].content.open:
            self._send(Vote(choice))

    def _send(self, command: Command) -> None:
        """Show at once that a command is on its way, and send it."""
        shared = shared_of(self.scene)
        press = Press(command, self.clock(), shared.revision if shared else 0, self.scene.notice)
        self._presses = (*self._presses, press)
        self._show_controls()
        self.post_message(self.Wish(command))

    @on(ClaimButton.Pressed)
    def _claim_pressed(self, event: ClaimButton.Pressed) -> None:
        event.stop()
        if not event.key or self.holds.fresh:
            self.claim()

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
        before = self._presses
        after = (press.after(self.scene, self.clock()) for press in before)
        self._presses = tuple(press for press in after if press is not None)
        return len(self._presses) != len(before)

    # Where everything stands.

    def _layout(self) -> Layout:
        review = reviewed(self.settings, shared_of(self.scene)) and not self.folded
        height = self.size.height - self._helper_rows()
        return layout(self.size.width, height, self.settings.slots, review=review)

    def _helper_rows(self) -> int:
        face = self.query_one(Helpers).content
        return face.rows(self.size.height) if face else 0

    def _arrange(self) -> Layout:
        place, width, helpers = self._layout(), self.size.width, self._helper_rows()
        hint = self.settings.hint == "availability"
        for part, rows in (("#top", place.bar_rows), ("#play", place.play_rows), ("#low", place.low_rows + helpers)):
            self.query_one(part).styles.height = rows
        cols = min(place.claim_cols, max(1, width // 3))
        self.query_one("#top").styles.margin = (place.head, cols, place.gap, 0)
        self.query_one("#play").styles.margin = (0, 0, place.gap, place.margin)
        self.query_one("#low").styles.margin = (0, 0, 0, 0 if hint else place.margin + place.score_cols)
        self.query_one(Clock).styles.width = max(1, place.clock_cols)
        self.query_one(Review).place(place, cols if place.beside else 0)
        self.query_one(ClaimControl).place(cols, place.top_rows, place.head, self.size)
        self.query_one(Scoreboard).styles.width = place.score_cols
        self.query_one("#board").styles.width = place.board_cols
        self.query_one(Hint).styles.width = min(HINT_COLS, max(1, width // 3))
        self.query_one(Hint).display = hint
        self.query_one(Helpers).styles.height = helpers
        choice = self.query_one(Choice)
        cols, rows = choice_size(
            max(3, len(choice.content.traits)), (place.board_cols, place.card_rows), (width, self.size.height)
        )
        choice.fit(cols, rows)
        left = place.margin + place.score_cols + (place.board_cols - cols) // 2
        above = place.head + place.bar_rows + place.gap + place.chips + place.laid
        top = above + (place.card_rows - rows) // 2
        self._choice_place = (max(0, min(left, width - cols)), max(0, min(top, self.size.height - rows)), cols, rows)
        return place
