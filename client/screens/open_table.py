"""A table whose game goes on for whoever sits down later, and may be played for the coins of a book."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from client.joining import asking, no_seat
from client.keys import key_of
from client.scene import Scene
from client.screens.askers import Requests
from client.screens.dialogs import CANCEL, Option, Question, end
from client.screens.shell import Open, Stacking, Wanted
from client.screens.sized import UNSEEN
from client.screens.table import TableScreen
from protocol.messages import ResetBook
from protocol.text import painted

NEXT_ROOM = "next-room"
LET_IN: Final = Binding("l", "requests", "Let in", tooltip="Accept or decline those who ask to join")


class OpenTable(TableScreen, inherit_bindings=False):
    """What every table has, and the keys to sit down, to let others in, to reset one's book, and to stack a deck."""

    ORDER: ClassVar[str]
    """To whom the cards of a stacked deck go, in a sentence."""
    BINDINGS: ClassVar[list[BindingType]] = [
        LET_IN,
        Binding("j", "sit", "Sit down"),
        Binding("j", "ask", "Ask to join"),
        *TableScreen.BINDINGS,
        Binding("k", "reset_book", "Reset book"),
        Binding("z", "stack", "Stack deck"),
    ]

    # What a game gives.

    def free(self, scene: Scene) -> bool:
        """Whether there is a place for one more player."""
        return True

    def deal(self, scene: Scene) -> int:
        """The number of the newest deal."""
        raise NotImplementedError

    # The base's own part.

    def stacked(self, words: str) -> None:
        """Say what the next deal is to be, until it is dealt."""
        deal = self.deal(self.scene)
        self.aside(words, lambda: self.deal(self.scene) == deal)

    def show(self, scene: Scene) -> None:
        """Draw the newest scene, and who asks in a dialog over it."""
        super().show(scene)
        for screen in self.app.screen_stack if self.is_mounted else ():
            if isinstance(screen, Requests):
                screen.show(scene, free=self.free(scene))
            elif screen.id == NEXT_ROOM and isinstance(screen, Question) and scene.room.successor is not None:
                end(screen, "")  # what it asks has been answered by somebody else

    def waits(self, scene: Scene) -> str:
        """The host is told who asks to be let in."""
        words = asking(scene.room.askers)
        return f"{words}: {key_of(self, 'requests')} answers." if words else super().waits(scene)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """They are the server's to allow; a deck is stacked by the host on a server under test alone."""
        match action:
            case "requests" | "sit" | "ask" | "reset_book" | "stack" if not self.legible():
                return False  # nobody does what they do not see
            case "requests":
                return bool(self.scene.room.askers)
            case "sit" | "ask":
                possible = self.scene.room.joinable and not self.over and not self.asked
                return possible and self._consents is (action == "ask")
            case "reset_book":
                return self.scene.room.owns_book and not self.over
            case "stack":
                room = self.scene.room
                return room.testing and room.host == room.you and not self.over
            case _:
                return super().check_action(action, parameters)

    @property
    def _consents(self) -> bool:
        """Whether the host has to let this watcher in: not where the seat was theirs before."""
        me = self.scene.me
        return self.scene.room.joining == "approval" and (me is None or me.seat is None)

    def refusal(self, action: str, parameters: tuple[object, ...]) -> str:
        """Why one of these keys does nothing now."""
        room = self.scene.room
        hosts = room.host == room.you
        match action:
            case "requests" | "sit" | "ask" | "reset_book" | "stack" if not self.legible():
                return UNSEEN
            case "stack" | "reset_book" | "requests" if self.over:
                return "The game is over."
            case "requests":
                return "Nobody asks to join." if hosts else "Only the host lets others in."
            case "sit" | "ask":
                return self.asked or no_seat(self.scene, free=self.free(self.scene))
            case "stack":
                return "Only the host stacks the deck." if room.testing else "Only a server under test stacks a deck."
            case "reset_book":
                return f"Only {painted(room.book)} can reset this book." if room.book else "Nobody can reset this book."
            case _:
                return super().refusal(action, parameters)

    def action_requests(self) -> None:
        """Show who asks to be let in, for the host to answer."""
        if self.app.screen is self:
            self.app.push_screen(Requests(self.scene, self.clock, free=self.free(self.scene)))

    def action_ask(self) -> None:
        """Ask the host to become a player of the running game."""
        self.action_sit()

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
            options = (CANCEL, Option("o", "Open it", "open"))
            self.app.push_screen(Question("New room", text, options, id=NEXT_ROOM), chosen)

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
