"""Those who ask the host to let them in: as a list with one of them chosen, and as a dialog over a running game."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from client.foreign import foreign
from client.scene import Scene
from client.screens.dialogs import end
from client.screens.shell import Wanted, rating
from client.screens.sized import Sized
from client.screens.table import IGNORED
from client.widgets.columns import columns
from client.widgets.hints import Hints
from client.widgets.holds import Holds
from client.widgets.picks import Picks
from protocol.messages import Asker, Decide
from protocol.text import NAME_CELLS

PAUSE: Final = 1.0
"""Seconds for which nobody is chosen after the chosen one has gone: a key that is on its way was meant for that one."""
ASKER_ROWS: Final = 4
"""How many of them a waiting room shows without a scroll bar, as its style sheet has it."""
GONE: Final = "The one who was chosen does not ask any more. Look who is chosen now, and press once more."


class AskerList(Picks, can_focus=False):
    """A line for each, the longest-waiting first and chosen until another one is. Its keys are the screen's."""

    def __init__(self) -> None:
        super().__init__(id="askers", markup=False, compact=True)
        self._askers: tuple[Asker, ...] = ()
        self._cells = 0
        self._pause: Timer | None = None

    @property
    def chosen(self) -> int | None:
        """The number of the chosen one."""
        return None if self.highlighted is None else self._askers[self.highlighted].asker

    def write(self, askers: tuple[Asker, ...], name: int = NAME_CELLS) -> None:
        """Show these, their names in so many cells. The chosen one stays chosen; once gone, nobody is for a moment."""
        if (askers, name) == (self._askers, self._cells):
            return
        chosen, self._askers, self._cells = self.chosen, askers, name
        if chosen is not None and chosen not in {one.asker for one in askers}:
            if self._pause is not None:
                self._pause.stop()
            self._pause = self.set_timer(PAUSE, self.go_on)
        self.clear_options()
        self.add_options(
            [Option(columns((one.name, rating(one.rating)), (name, -6)), id=str(one.asker)) for one in askers]
        )
        first = 0 if askers and self._pause is None else None
        self.highlighted = next((at for at, one in enumerate(askers) if one.asker == chosen), first)
        self.display = bool(askers)
        keys = "↑↓ choose" if name > NAME_CELLS else "↑↓"
        self.border_title = "Asks to join" if len(askers) == 1 else f"{len(askers)} ask to join: {keys}"
        self.call_after_refresh(self.scroll_to_highlight)

    def go_on(self) -> None:
        """The longest-waiting one is chosen, where nobody is."""
        self._pause = None
        if self.highlighted is None and self._askers:
            self.highlighted = 0

    @on(OptionList.OptionSelected)
    @on(OptionList.OptionHighlighted)
    def keep(self, event: OptionList.OptionMessage) -> None:
        """A click chooses, and nothing more."""
        event.stop()


class Requests(ModalScreen[None], Sized[None]):
    """Those who ask to be let into a running game, for the host to answer.

    It comes and goes by the host's own keys alone: whatever was pressed a moment too late would be an act of the game.

    Args:
        scene: The room's newest state.
        free: Whether there is a place for somebody.
        clock: This process's monotonic clock in ms.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "decide(True)", "Accept"),
        Binding("d", "decide(False)", "Decline"),
        Binding("up", "choose(-1)", "Choose", key_display="↑↓"),
        Binding("down", "choose(1)", "Choose", show=False),
        Binding("escape", "back", "Back"),
    ]

    def __init__(self, scene: Scene, clock: Callable[[], float], *, free: bool) -> None:
        super().__init__()
        self._scene, self._clock, self._free = scene, clock, free
        self._holds = Holds()

    def compose(self) -> ComposeResult:
        """The list, a sentence, and the keys that are true."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content("Let players in")
            yield AskerList()
            yield Static(id="asker-words", markup=False)
        yield Hints()

    def on_mount(self) -> None:
        """Show who asks."""
        self._draw()

    def show(self, scene: Scene, *, free: bool) -> None:
        """Show who asks now."""
        self._scene, self._free = scene, free
        if self.is_mounted:
            self._draw()

    def _draw(self) -> None:
        self.query_one(AskerList).write(self._scene.room.askers)
        self._tell(self._scene.notice or self._words())
        self.refresh_bindings()

    def _words(self) -> str:
        if not self._scene.room.askers:
            return "Nobody asks any more."
        if not self._free:
            return "Every place is taken: nobody can be let in just now."
        return "Whoever is let in plays from the next round on."

    def _tell(self, words: str) -> None:
        self.query_one("#asker-words", Static).update(foreign(words, "$text-muted"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keep the keys true."""
        askers = len(self._scene.room.askers)
        match action:
            case "decide":
                return bool(askers) and (self._free or not parameters[0] or None)
            case "choose":
                return askers > 1
            case _:
                return True

    def on_key(self, event: events.Key) -> None:
        """Note when keys are reported: this comes before what they are bound to."""
        self._holds.report(event.key, self._clock())

    def action_decide(self, accept: bool) -> None:
        """Answer the chosen one, once for each press; with the last answer the dialog is done."""
        askers, room = self.query_one(AskerList), self._scene.room.room
        asker = askers.chosen
        if not self._holds.fresh:
            self._tell(IGNORED)
        elif asker is None:
            self._tell(GONE)
        elif askers.seen():
            self.post_message(Wanted(lambda ref: Decide(ref, room, asker, accept)))
            if len(self._scene.room.askers) == 1:
                end(self, None)

    def action_choose(self, by: int) -> None:
        """Choose another one."""
        self.query_one(AskerList).move(by)

    def action_back(self) -> None:
        """Back to the table; whoever asks goes on waiting."""
        end(self, None)
