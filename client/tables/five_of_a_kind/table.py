"""The table of Five of a Kind: its parts, where they stand, and what a player does with them."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.message import Message
from textual.widget import Widget

from client.art.palette import Look
from client.scene import Scene
from client.tables.five_of_a_kind import final
from client.tables.five_of_a_kind.answers import Answers, Choices, Chosen, in_rows
from client.tables.five_of_a_kind.board import Board, Slots
from client.tables.five_of_a_kind.claim import ClaimControl, IntervalControl, Pressed, Voted, claimable, interval
from client.tables.five_of_a_kind.layout import CLAIM_COLS, Layout, layout
from client.tables.five_of_a_kind.scoreboard import Scoreboard, scores
from client.tables.five_of_a_kind.status import Says, Status, says
from client.tables.five_of_a_kind.words import own_of, shared_of
from engines.five_of_a_kind.model import Answer, Claim, Command, Dealt, Settings, Vote

BEAT = 1 / 20
"""How often the draining bars move (s)."""


class FiveOfAKindTable(Widget):
    """Draws scenes and says what the player wishes."""

    class Wish(Message):
        """A command that the player wishes to send."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    def __init__(self, scene: Scene, look: Look, room_time: Callable[[], float]) -> None:
        super().__init__(id="five-of-a-kind")
        self.scene = scene
        self.look = look
        self._room_time = room_time
        self._newest: int | None = None

    @property
    def settings(self) -> Settings:
        """The room's settings."""
        return self.scene.room.settings

    def compose(self) -> ComposeResult:
        """The bar with the Claim control, the scoreboard beside the board, the interval control; the end over all."""
        place = layout(80, 21, self.settings.slots)
        with Horizontal(id="top-bar"):
            yield Status(self.look, Says(""), id="status")
            yield ClaimControl(self.look, claimable(self.scene), id="claim")
        with Horizontal(id="play"):
            yield Scoreboard(self.look, scores(self.scene), id="scores")
            with Container(id="board-place"):
                yield Board(self.look, Slots(("",) * self.settings.slots, None, None, place), id="board")
                yield Answers(self.look, Choices((), self.settings), id="answers")
        yield IntervalControl(self.look, interval(self.scene), id="interval")
        yield final.FinalBoard(self.look, None, id="final")

    def on_mount(self) -> None:
        """Let the bars drain."""
        self.set_interval(BEAT, self._tick)

    def on_resize(self) -> None:
        """Find a place for everything."""
        self._arrange()
        self.draw(self.scene)

    @property
    def place(self) -> Layout:
        """Where everything goes at the size that there is."""
        return layout(max(1, self.size.width), max(1, self.size.height), self.settings.slots)

    def draw(self, scene: Scene) -> None:
        """Bring every part to a scene."""
        self.scene = scene
        if not self.is_mounted or not self.size.width:
            return
        shared = shared_of(scene)
        end = final.ending(scene)
        self.query_one("#play").display = end is None
        self.query_one("#interval").display = end is None
        self.query_one("#final").display = end is not None
        self.query_one(final.FinalBoard).show(end)
        self.query_one(Status).show(says(scene, self._room_time()))
        self.query_one(ClaimControl).show(claimable(scene))
        self.query_one(Scoreboard).show(scores(scene))
        self.query_one(IntervalControl).show(interval(scene))
        if shared is not None:
            dealt = [event.slot for event in scene.fresh if isinstance(event, Dealt)]
            before = (shared.pointer - 1) % len(shared.slots)
            self._newest = dealt[-1] if dealt else before if shared.slots[before] else None
            pointer = None if end else shared.pointer
            self.query_one(Board).show(Slots(shared.slots, self._newest, pointer, self.place))
        self._offer()

    def claim(self) -> None:
        """Claim, if that is possible now."""
        own = own_of(self.scene)
        if own is not None and own.legal.claim is not None and claimable(self.scene).live:
            self.post_message(self.Wish(Claim(own.legal.claim)))

    def vote(self, choice: str) -> None:
        """Select a box of the interval control, if that is possible now."""
        own = own_of(self.scene)
        for possible in own.legal.votes if own else ():
            if possible == choice:
                self.post_message(self.Wish(Vote(possible)))

    def _offer(self) -> None:
        """Show the answers to who may choose, and take them away when the choice is over."""
        own, answers = own_of(self.scene), self.query_one(Answers)
        traits = in_rows(own.legal.answers) if own else ()
        sent = next((one.trait for one in self.scene.pending if isinstance(one, Answer)), None)
        begins = bool(traits) and not answers.display
        at = 0 if begins else answers.content.at
        answers.show(Choices(traits, self.settings, at, sent, self._rest()))
        if bool(traits) is answers.display and not begins:
            return
        answers.display = bool(traits)
        if traits:
            self._arrange()
            answers.focus()
        elif self.screen.focused is answers:
            self.screen.set_focus(None)

    def _rest(self) -> float:
        shared = shared_of(self.scene)
        if shared is None or shared.claim is None:
            return 1.0
        span = max(1, shared.claim.deadline - shared.claim.at)
        return min(1.0, max(0.0, (shared.claim.deadline - self._room_time()) / span))

    def _tick(self) -> None:
        shared = shared_of(self.scene)
        if shared is None or shared.claim is None:
            return
        self.query_one(Status).show(says(self.scene, self._room_time()))
        answers = self.query_one(Answers)
        if answers.display:
            shown = answers.content
            answers.show(Choices(shown.traits, shown.settings, shown.at, shown.sent, self._rest()))

    def _arrange(self) -> None:
        place, width = self.place, self.size.width
        bar = self.query_one("#top-bar")
        bar.styles.height = place.top_rows
        bar.styles.margin = (place.head, 0, place.gap, 0)
        claim = self.query_one(ClaimControl)
        claim.styles.width = min(CLAIM_COLS, max(1, width // 2))
        play = self.query_one("#play")
        play.styles.height = place.play_rows
        play.styles.margin = (0, 0, place.gap, place.margin)
        self.query_one(Scoreboard).styles.width = place.score_cols
        self.query_one("#board-place").styles.width = place.board_cols
        self.query_one(IntervalControl).styles.height = place.low_rows
        answers = self.query_one(Answers)
        cols, rows = answers.measure(place.board_cols, place.card_rows)
        answers.styles.width, answers.styles.height = cols, rows
        answers.styles.offset = ((place.board_cols - cols) // 2, (place.card_rows - rows) // 2)

    def on_pressed(self, event: Pressed) -> None:
        """The Claim control was pressed."""
        event.stop()
        self.claim()

    def on_voted(self, event: Voted) -> None:
        """A box of the interval control was clicked."""
        event.stop()
        self.vote(event.choice)

    def on_chosen(self, event: Chosen) -> None:
        """An answer was chosen."""
        event.stop()
        self.post_message(self.Wish(Answer(event.trait)))
