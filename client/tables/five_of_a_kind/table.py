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
from client.desk import Desk
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
from client.widgets.notice import SMALLEST, Notice, too_small
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

    class Ignored(Message):
        """A key would have claimed, but is held down or came too soon after the last one."""

    def __init__(self, scene: Scene, look: Look, clock: Callable[[], float], desk: Desk | None = None) -> None:
        """A table for a scene; `clock` is this process's monotonic clock in ms. What is arranged stays on `desk`."""
        super().__init__()
        self._desk = desk or Desk()
        self.scene = scene
        self.look = look
        self.clock = clock
        self.holds = Holds()
        self._presses: tuple[Press, ...] = ()
        self._before: Widget | None = None
        self._closed_at = float("-inf")
        self._turn = Turn()
        self._choice_place = (0, 0, 1, 1)
        self._placed: tuple[object, ...] = ()
        self._clock = Clock(look, ClockFace(), id="clock")
        self._verdict = Verdict(look, VerdictFace(), id="verdict")
        self.review = Review(look)
        """The review of the claim that was settled last."""
        self._scores = Scoreboard(look, ScoreFace(), id="scores")
        self._board = Board(look, BoardFace(), id="board")
        self._hint = Hint(look, "", id="hint")
        self._helpers = Helpers(look, None, id="helpers")
        self._interval = Interval(look)
        self._final = FinalBoard(look, None, id="final")
        self._notice = Notice(look, (), id="notice")
        self._control = ClaimControl(look, self._desk)
        self._choice = Choice(look, self.holds)
        self._top = Horizontal(self._clock, self._verdict, id="top")
        self._play = Horizontal(self._scores, self._board, id="play")
        self._low = Horizontal(self._hint, Vertical(self._helpers, self._interval, id="controls"), id="low")

    @property
    def settings(self) -> Settings:
        """The room's settings."""
        return settings_of(self.scene)

    @property
    def answering(self) -> bool:
        """Whether the keys are those of the answers."""
        return self._choice.has_focus

    @property
    def folded(self) -> bool:
        """Whether reviews are hidden."""
        return self._desk.folded

    @property
    def foldable(self) -> bool:
        """Whether there is a review to hide or show and room for it, while the game goes on."""
        shared = shared_of(self.scene)
        if not self._layout(review=True).chips:
            return False
        pending = shared is None or shared.claim is not None
        return final_face(self.scene) is None and not pending and reviewed(self.settings, shared)

    @property
    def roomy(self) -> bool:
        """Whether the report of the end can be read."""
        return self.app.size.width >= SMALLEST[0] and self.app.size.height >= SMALLEST[1]

    @property
    def now(self) -> float:
        """The room's clock (ms)."""
        return self.scene.time(self.clock())

    def compose(self) -> ComposeResult:
        """The parts from top to bottom; the answers stand over them, and the end takes their place."""
        yield self._top
        yield self.review
        yield self._play
        yield self._low
        yield self._final
        yield self._notice
        yield self._control
        yield self._choice

    def on_mount(self) -> None:
        """Look at the time again and again."""
        for part in (self._choice, self._final, self._notice, self.review):
            part.display = False
        self.set_interval(BEAT, self.tick)
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
        if not self.is_mounted or not self.size.width:
            return
        self._follow()
        self._helpers.show(helper_face(scene))
        shared, end = shared_of(scene), final_face(scene)
        place = self._arrange()
        legible = end is None and place.legible
        for part in (self._top, self._play, self._low):
            part.display = legible
        self.review.display = legible and bool(place.chips)
        self._notice.display = not (place.legible if end is None else self.roomy)
        self._notice.show(too_small(*self.app.size, over=end is not None))
        final = self._final
        final.display = end is not None and self.roomy
        if end is not None:
            final.show(replace(end, first=final.content.first if final.content else 0))
        if shared is not None:
            self.review.show(self.settings, shared)
            self._board.show(board_face(shared, place.card_cols, place.card_rows))
            self._hint.show(hint_words(self.settings, shared))
        self._scores.show(score_face(scene, self.now))
        self._offer()
        self._pose()
        self._show_controls()
        self.tick()

    def _show_controls(self) -> None:
        sent = self._sent()
        pressed = any(isinstance(command, Claim) for command in sent)
        claim, button = claim_face(self.scene, pressed=pressed), self._control.button
        if claim.state == "closed" and self._turn.share(self.clock()):
            claim = GONE  # It comes back as it went, and says what it is once it is there.
        free = self.screen.focused in {None, button}
        button.show(replace(claim, key=key_of(self.screen, "claim") if free else ""))
        votes = [command.choice for command in sent if isinstance(command, Vote)]
        boxes = box_faces(self.scene, votes[-1] if votes else None)
        keyed = {box: replace(face, key=key_of(self.screen, f"vote_{box}")) for box, face in boxes.items()}
        self._interval.show(keyed)

    def tick(self) -> None:
        """What depends on the time alone."""
        if self._follow():
            self._offer()
            self._show_controls()
        now = self.now
        self._clock.show(clock_face(self.scene, now))
        choice, shared = self._choice, shared_of(self.scene)
        if shared is not None and any(row.away is not None for row in shared.players):
            self._scores.show(score_face(self.scene, now))
        verdict = verdict_face(self.scene, now)
        fold = ("Show" if self.folded else "Hide") if self.foldable else ""
        self._verdict.show(replace(verdict, fold=fold))
        if self._turn.open and shared is not None and shared.claim is not None:
            claim = shared.claim
            seconds = f"{max(0.0, claim.deadline - now) / 1000:.1f} s"
            choice.drain(steps(now, claim.at, claim.deadline, choice.content.full[0]), seconds)

    def _offer(self) -> None:
        """Show the answers to who may choose, and take them away when the choice is over."""
        own, choice = own_of(self.scene), self._choice
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
        control.display = share < 1 and self._top.display
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
        """Show at once that a command is on its way, and send it."""
        shared = shared_of(self.scene)
        press = Press(command, self.clock(), shared.revision if shared else 0, self.scene.notice)
        self._presses = (*self._presses, press)
        self._show_controls()
        # Straight to the screen: on the way up through each container the press would be painted before it is sent.
        self.screen.post_message(self.Wish(command))

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
        before = self._presses
        after = (press.after(self.scene, self.clock()) for press in before)
        self._presses = tuple(press for press in after if press is not None)
        return len(self._presses) != len(before)

    # Where everything stands.

    def legible(self, height: int) -> bool:
        """Whether the cards could be told from one another with so many rows for the whole table."""
        rows = height - self._helper_rows()
        return layout(self.app.size.width, rows, self.settings.slots).legible

    def _layout(self, *, review: bool) -> Layout:
        height = self.size.height - self._helper_rows()
        return layout(self.size.width, height, self.settings.slots, review=review)

    def _helper_rows(self) -> int:
        face = self._helpers.content
        return face.rows(self.size.height) if face else 0

    def _arrange(self) -> Layout:
        """Give each part its place, where that is another than before: a layout costs more than all that is drawn."""
        review = reviewed(self.settings, shared_of(self.scene)) and not self.folded
        place, size, helpers = self._layout(review=review), self.size, self._helper_rows()
        hint = self.settings.hint == "availability"
        cols, rows = choice_size(max(3, len(self._choice.content.traits)), (place.board_cols, place.card_rows), size)
        placed = (place, size, helpers, hint, cols, rows)
        if placed == self._placed:
            return place
        self._placed = placed
        self._place_parts(place, helpers, hint=hint)
        self._choice.fit(cols, rows)
        left = place.margin + place.score_cols + (place.board_cols - cols) // 2
        above = place.head + place.bar_rows + place.gap + place.chips + place.laid
        top = above + (place.card_rows - rows) // 2
        self._choice_place = (max(0, min(left, size.width - cols)), max(0, min(top, size.height - rows)), cols, rows)
        return place

    def _place_parts(self, place: Layout, helpers: int, *, hint: bool) -> None:
        width = self.size.width
        self._top.styles.height = place.bar_rows
        self._play.styles.height = place.play_rows
        self._low.styles.height = place.low_rows + helpers
        cols = min(place.claim_cols, max(1, width // 3))
        self._top.styles.margin = (place.head, cols, place.gap, 0)
        self._play.styles.margin = (0, 0, place.gap, place.margin)
        self._low.styles.margin = (0, 0, 0, 0 if hint else place.margin + place.score_cols)
        self._clock.styles.width = max(1, place.clock_cols)
        self.review.place(place, cols if place.beside else 0)
        self._control.place(cols, place.top_rows, place.head, self.size)
        self._scores.styles.width = place.score_cols
        self._board.styles.width = place.board_cols
        self._hint.styles.width = min(HINT_COLS, max(1, width // 3))
        self._hint.display = hint
        self._helpers.styles.height = helpers
