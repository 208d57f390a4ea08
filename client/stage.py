"""The screens as a stage: which stands there, how one makes way for another, and how the whole comes to its end."""

from typing import Any, ClassVar, Final, TypeVar

from textual import constants, events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget

from client import keys, terminal
from client.art.palette import Look
from client.commands import PALETTE, AllCommands, Commands
from client.filters import AsciiOnly, Colourless
from client.keyboard import Keyboard, Typed
from client.screens.dialogs import Option, Question
from client.screens.shell import ShellScreen
from client.screens.sized import Sized
from client.screens.table import TableScreen
from client.theme import THEMES, theme_for

S = TypeVar("S", bound=Screen[Any])

QUIT: Final = "quit"
ALWAYS: Final = {"escape", "ctrl+c", "ctrl+q", "f1"}
"""Keys that a screen takes also while it waits."""


class Stage(App[None]):
    """An app that draws as `look` says, asks before it ends, and ends when its terminal does.

    Its screens stand in three places: the ground (the first screen, or the lobby), over it one screen at most, and
    over that the dialogs. Screens change without waiting, so that nothing else can happen between two of them.
    """

    TITLE = "fivefold"
    CSS_PATH = ["styles/shell.tcss", "styles/screens.tcss", "styles/table.tcss"]  # noqa: RUF012
    COMMANDS = {Commands}  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "ask_quit", "Leave fivefold", show=False, priority=True),
        Binding(PALETTE, "command_palette", "All commands", show=False, priority=True),
    ]

    def __init__(self, look: Look) -> None:
        super().__init__(driver_class=terminal.driver())
        self.look = look
        self.moved: keys.Moved = {}
        """The keys that the player has moved."""
        self.keyboard = Keyboard(self, self._give, self._takes_keys)
        for theme in THEMES:
            self.register_theme(theme)
        self.dress(look)

    def dress(self, look: Look) -> None:
        """Draw as another look says, also what stands there already."""
        self.look = look
        self._filters[:] = [one for one in self._filters if not isinstance(one, Colourless | AsciiOnly)]
        if look.palette.plain:
            self._filters.append(Colourless())
        if look.ascii:
            self._filters.append(AsciiOnly())
        self.theme = theme_for(look.palette).name
        self.set_class(look.palette.plain, "-mono")
        self.set_class(look.palette.name == "sixteen", "-sixteen")
        for screen in self.screen_stack if self.is_running else ():
            for node in screen.walk_children(Widget, with_self=True):
                if hasattr(node, "look"):
                    node.look = look
                node.refresh()

    def move_little(self, little: bool) -> None:
        """Whether whatever moves by itself shall keep still, on the screens that stand there too."""
        self.animation_level = "none" if little else constants.TEXTUAL_ANIMATIONS
        for screen in self.screen_stack if self.is_running else ():
            if hasattr(screen, "motion"):
                screen.motion = not little

    def on_mount(self) -> None:
        """Watch over the terminal."""
        if not self.is_headless:
            terminal.watch(self)
            self.set_interval(terminal.CHECK, self._look_for_terminal)

    async def on_event(self, event: events.Event) -> None:
        """Take a letter's key for the same whatever Caps Lock says; what is typed into a text stays as it was typed."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        if isinstance(event, events.Key) and len(event.key) == 1:
            event.key = event.key.lower()
        if self._busy and isinstance(event, events.Key) and event.key in ALWAYS:
            await self._give(event)
        else:
            await self.keyboard.type(event)

    async def _give(self, typed: Typed) -> bool:
        """Give what was typed to the screen; whether it has had all its effect already.

        Only now is it known which screen that is, and how large.
        """
        if self._meant_for_nothing(typed):
            return True
        # A terminal without the focus lets go of the widget that has it, and takes it up again with the next key.
        if isinstance(typed, events.Key) and self.app_focus and self.focused is None:
            screen = self.screen
            if isinstance(screen, TableScreen) and screen.strike(typed.key):
                return True
        if isinstance(typed, events.Key) and isinstance(self.screen, ShellScreen) and self.focused is not None:
            # The mouse scrolls without the cursor, but what a key changes shall be seen.
            self.focused.scroll_visible(animate=False, immediate=True)
        await super().on_event(typed)
        return False

    def _meant_for_nothing(self, typed: Typed) -> bool:
        """Whether the screen is too small to be read, and this is none of the keys that work there still."""
        if not (isinstance(self.screen, Sized) and self.screen.small):
            return False
        return not (isinstance(typed, events.Key) and typed.key in self.screen.still)

    @property
    def _busy(self) -> bool:
        """Whether the screen waits for something: what is typed then is meant for the one that comes after it."""
        return isinstance(self.screen, ShellScreen) and self.screen.busy

    def _takes_keys(self) -> bool:
        return self.screen.is_mounted and not self._busy

    def get_key_display(self, binding: Binding) -> str:
        """A key as the screens name it."""
        return binding.key_display or keys.shown(binding.key) or super().get_key_display(binding)

    def _look_for_terminal(self) -> None:
        if terminal.hung_up():
            terminal.leave(self)

    def ground(self, screen: Screen[Any]) -> None:
        """Show a screen with nothing under it to go back to."""
        self._clear(1)
        self.push_screen(self.keyed(screen))

    def over(self, screen: Screen[Any] | None) -> None:
        """Show a screen over the ground instead of whatever stands there; None for the ground alone."""
        self._clear(2)
        if screen is not None:
            self.push_screen(self.keyed(screen))

    def keyed(self, screen: S) -> S:
        """The screen with its keys where the player has moved them."""
        screen._bindings = keys.moved(keys.own_bindings(type(screen)), self.moved)
        return screen

    def move_keys(self, moved: keys.Moved) -> None:
        """Move keys, on the screens that stand there too."""
        self.moved = moved
        for screen in self.screen_stack[1:]:
            self.keyed(screen).refresh_bindings()

    def tell(self, sentence: str) -> None:
        """Put a sentence into the message line of the screen under the dialogs."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, ShellScreen):
                screen.tell(sentence)
                return

    def action_command_palette(self) -> None:
        """Show the list of all commands."""
        if not isinstance(self.screen, AllCommands):
            self.push_screen(AllCommands())

    def action_ask_quit(self) -> None:
        """Ask before leaving; the same key again means it."""
        if isinstance(self.screen, Question) and self.screen.id == QUIT:
            self.exit()
            return

        def answered(value: str | None) -> None:
            if value == QUIT:
                self.exit()

        options = (Option("s", "Stay", ""), Option("l", "Leave", QUIT))
        self.push_screen(Question("Leave fivefold?", self.quitting(), options, id=QUIT), answered)

    def quitting(self) -> str:
        """What it means to quit now."""
        return "You can come back at any time."

    def _clear(self, kept: int) -> None:
        while len(self.screen_stack) > kept:
            self.pop_screen()
