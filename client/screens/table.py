"""The screen that every game's table builds on: chat, footer, leaving, and the way to the server."""

from textual.message import Message
from textual.screen import Screen

from client.scene import Scene
from protocol.messages import Command


class TableScreen(Screen[None]):
    """A room at play. A game's own screen composes its widgets and draws the scenes it is shown."""

    class Wish(Message):
        """The player wishes to send a command of the game."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    def show(self, scene: Scene) -> None:
        """Draw the newest scene."""
        raise NotImplementedError

    def play(self, command: Command) -> None:
        """Send a command of the game to the room."""
        self.post_message(self.Wish(command))
