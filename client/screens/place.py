"""What a player does at every table about a place at it, and its owner about the book."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from client.scene import Scene
from client.screens.dialogs import CANCEL, Option, Question
from client.screens.shell import Open, Wanted
from protocol.messages import ResetBook

RESET = "Set the balance of everybody in your book back to the first one? It cannot be undone."


class PlaceScreen(Screen[None]):
    """A screen of one room, which can be joined while the game runs, and whose book can be reset between rounds."""

    scene: Scene
    PLACE: ClassVar[list[BindingType]] = [
        Binding("j", "sit", "Sit down"),
        Binding("k", "reset_book", "Reset balances"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys are there for whoever can sit down, and for the book's owner."""
        match action:
            case "sit":
                return self.scene.room.joinable
            case "reset_book":
                return self.scene.room.owns_book
            case _:
                return super().check_action(action, parameters)

    def action_sit(self) -> None:
        """Become a player; with a passcode or the host's consent, where that is the way."""
        self.post_message(Open(self.scene.room.room, join=True))

    def action_reset_book(self) -> None:
        """Ask whether the owner means it, then reset the book."""
        room = self.scene.room.room

        def chosen(value: str | None) -> None:
            if value:
                self.post_message(Wanted(lambda ref: ResetBook(ref, room)))

        # Of two presses, the second can be on its way here already when the first one's question stands.
        if self.app.screen is self:
            self.app.push_screen(Question("Reset balances", RESET, (Option("r", "Reset", "reset"), CANCEL)), chosen)
