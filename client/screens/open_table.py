"""A table whose game goes on for whoever sits down later, and may be played for the coins of a book."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from client.screens.dialogs import CANCEL, Option, Question
from client.screens.shell import Open, Stacking, Wanted
from client.screens.table import TableScreen
from protocol.messages import ResetBook
from protocol.text import painted


class OpenTable(TableScreen, inherit_bindings=False):
    """What every table has, and the keys to sit down, to reset one's book, and to stack a tester's deck."""

    ORDER: ClassVar[str]
    """To whom the cards of a stacked deck go, in a sentence."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "sit", "Sit down"),
        *TableScreen.BINDINGS,
        Binding("k", "reset_book", "Reset book"),
        Binding("z", "stack", "Stack deck"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """They are the server's to allow; a deck is stacked by the host on a server under test alone."""
        match action:
            case "sit" | "reset_book" | "stack" if not self.legible():
                return False  # nobody does what they do not see
            case "sit":
                return self.scene.room.joinable and not self.over
            case "reset_book":
                return self.scene.room.owns_book and not self.over
            case "stack":
                room = self.scene.room
                return room.testing and room.host == room.you and not self.over
            case _:
                return super().check_action(action, parameters)

    def action_sit(self) -> None:
        """Become a player of the running game."""
        self.post_message(Open(self.scene.room.room, join=True))

    def action_stack(self) -> None:
        """Ask for the first cards of the next deal."""
        if self.app.screen is self:
            self.post_message(Stacking(self.ORDER))

    def action_again(self) -> None:
        """Ask first where the next room would be played from another book: whoever opens it plays from their own."""
        room, me = self.scene.room, self.scene.me
        mine = not room.book or room.owns_book or me is None or me.account != "registered"
        if mine or room.successor is not None:
            super().action_again()
            return

        def chosen(value: str | None) -> None:
            if value == "open":
                super(OpenTable, self).action_again()

        if self.app.screen is self:
            whose = painted(room.book or "")
            text = f"You open a new room with your own book. To play on from {whose}'s book, let {whose} open it."
            self.app.push_screen(Question("New room", text, (CANCEL, Option("o", "Open it", "open"))), chosen)

    def action_reset_book(self) -> None:
        """Ask whether the player means it, then set every balance back."""
        room = self.scene.room.room

        def chosen(value: str | None) -> None:
            if value == "reset":
                self.post_message(Wanted(lambda ref: ResetBook(ref, room)))

        if self.app.screen is self:
            text = "Every balance in your book becomes what it was at first, also of players who are not here."
            options = (CANCEL, Option("r", "Reset the book", "reset"))
            self.app.push_screen(Question("Reset the book", text, options), chosen)
