"""Those who ask the host to let them in, one of them chosen."""

from textual import on
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from client.screens.shell import rating
from client.widgets.columns import columns
from protocol.messages import Asker


class AskerList(OptionList, inherit_bindings=False, can_focus=False):
    """A line for each, the longest-waiting first and chosen until another one is. Its keys are the screen's."""

    def __init__(self) -> None:
        super().__init__(id="askers", markup=False, compact=True)
        self._askers: tuple[Asker, ...] = ()

    @property
    def chosen(self) -> int | None:
        """The number of the chosen one."""
        return None if self.highlighted is None else self._askers[self.highlighted].asker

    def write(self, askers: tuple[Asker, ...]) -> None:
        """Show these. The chosen one stays chosen while they are there."""
        if askers == self._askers:
            return
        chosen, self._askers = self.chosen, askers
        self.clear_options()
        self.add_options(
            [Option(columns((one.name, rating(one.rating)), (16, -6)), id=str(one.asker)) for one in askers]
        )
        self.highlighted = next((at for at, one in enumerate(askers) if one.asker == chosen), 0) if askers else None
        self.display = bool(askers)
        self.border_title = "Asks to join" if len(askers) == 1 else f"{len(askers)} ask to join: ↑↓ choose"

    def move(self, by: int) -> None:
        """Choose a neighbour."""
        if self.highlighted is not None:
            self.highlighted = min(max(self.highlighted + by, 0), len(self._askers) - 1)

    @on(OptionList.OptionSelected)
    @on(OptionList.OptionHighlighted)
    def keep(self, event: OptionList.OptionMessage) -> None:
        """A click chooses, and nothing more."""
        event.stop()
