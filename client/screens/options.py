"""The player's options: how things look and sound, and which keys do what."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

from client.art.chips import TRAIT_TYPES, inline
from client.art.palette import SHOWN, Look, style
from client.keys import clash, movable, normal, own_bindings, shown
from client.local import Local
from client.screens.shell import ShellScreen
from client.state import ClientState
from client.widgets.field import Face, FieldRow
from client.widgets.form import Form
from client.widgets.keyrow import KeyRow
from client.widgets.painted import Painted, fitted
from engines.contract import Choice

FIELDS: Final[Mapping[str, tuple[str, tuple[Choice, ...]]]] = {
    "colors": (
        "Colors",
        (
            Choice("auto", "As the terminal can"),
            Choice("full", "Full"),
            Choice("safe", "Color-blind safe"),
            Choice("sixteen", "Sixteen"),
            Choice("mono", "None"),
        ),
    ),
    "glyphs": (
        "Glyphs",
        (
            Choice("auto", "As the terminal can"),
            Choice("blocks", "Half blocks"),
            Choice("ascii", "ASCII only"),
            Choice("console", "Linux console"),
        ),
    ),
    "letters": ("Letters in the symbols", (Choice(False, "Off"), Choice(True, "On"))),
    "suits": ("Colors of the suits", (Choice("two", "Two"), Choice("four", "Four"))),
    "motion": ("Motion", (Choice(True, "Full"), Choice(False, "Reduced"))),
    "bell": (
        "Bell",
        (Choice("off", "Off"), Choice("mine", "My events"), Choice("all", "My events, claims, chat")),
    ),
}


class Shown(Painted[str]):
    """The card colours as they look now, with a word where that is not what they are called."""

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """One line, beneath the option's values."""
        palette = self.look.palette
        parts = [Segment(" " * 4, self.ground)]
        for color in TRAIT_TYPES["color"]:
            parts += [inline(color, palette.ground, self.look), Segment(" ", self.ground)]
        parts.append(Segment(SHOWN.get(palette.name, ""), style(palette.dim, palette.ground)))
        return [fitted(parts, width, self.ground)]


class OptionsScreen(ShellScreen):
    """Every option on one line. What is changed holds at once and is kept.

    Args:
        state: The newest state.
        look: How the client draws now.
        local: The options as they are.
        moved: The keys that are moved now.
        screens: The screens whose keys can be moved, with the names of their places.
        trouble: What could not be used of the settings file.
    """

    TITLE_HERE = "Options"
    HELP = """\
Left and Right change an option; it holds at once and is kept in the settings file.

Enter on a key waits for the key that shall take its place; Backspace brings the first one back. Enter, Esc, Tab and \
the arrows mean the same everywhere and stay where they are. A key that does something else on the same screen is \
refused."""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back")]

    class Changed(Message):
        """The player wants these options from now on."""

        def __init__(self, **changes: Any) -> None:
            super().__init__()
            self.changes = changes

    def __init__(
        self,
        state: ClientState,
        look: Look,
        local: Local,
        moved: Mapping[str, str],
        screens: Mapping[type[Screen[Any]], str],
        trouble: str = "",
    ) -> None:
        super().__init__(state)
        self._look = look
        self._local = local
        self._moved = dict(moved)
        self._screens = screens
        self._trouble = trouble

    def compose_body(self) -> ComposeResult:
        """The options, then the keys by place."""
        with Form(id="form"):
            for name in FIELDS:
                yield FieldRow(name, FIELDS[name][0], self._face(name))
                if name == "colors":
                    yield Shown(self._look, "")
            met: set[str] = set()
            for screen, place in self._screens.items():
                rows = [row for row in self._rows(screen) if row.what not in met]
                met.update(row.what for row in rows)
                if rows:
                    with Vertical(classes="group") as box:
                        box.border_title = Content(f"Keys · {place}")
                        yield from rows

    def on_mount(self) -> None:
        """The cursor starts on the first option."""
        super().on_mount()
        self.tell(self._trouble, "$error")
        self.query(FieldRow).first().focus()

    def _face(self, name: str) -> Face:
        choices = FIELDS[name][1]
        return Face(choices, getattr(self._local, name), toggle=name == "letters")

    def _rows(self, screen: type[Screen[Any]]) -> list[KeyRow]:
        return [
            KeyRow(name, bindings[0].tooltip or bindings[0].description, self._key(name), changed=name in self._moved)
            for name, bindings in movable(own_bindings(screen)).items()
        ]

    def _key(self, name: str) -> str:
        """The keys for something, in words."""
        if name in self._moved:
            return self._shown(self._moved[name])
        keys = [one.key for screen in self._screens for one in movable(own_bindings(screen)).get(name, ())]
        return ", ".join(self._shown(key) for key in dict.fromkeys(keys))

    def _shown(self, key: str) -> str:
        return shown(key) or self.app.get_key_display(Binding(key, ""))

    @on(FieldRow.Used)
    def used(self, event: FieldRow.Used) -> None:
        """An option was changed."""
        event.stop()
        self._local = msgspec.structs.replace(self._local, **{event.row.field: event.value})
        event.row.wear(self._face(event.row.field))
        self.tell("")
        self.post_message(self.Changed(**{event.row.field: event.value}))

    @on(KeyRow.Chosen)
    def chosen(self, event: KeyRow.Chosen) -> None:
        """A key shall be another one."""
        event.stop()
        others = {name: key for name, key in self._moved.items() if name != event.what}
        key = normal(event.key)
        if event.key and not key:
            self.tell(f"{self._shown(event.key)} means the same everywhere and cannot be used for that.", "$error")
            return
        why = clash(event.what, key, others, self._screens) if key else self._in_the_way(event.what, others)
        if why:
            self.tell(why, "$error")
            return
        self._moved = others | ({event.what: key} if key else {})
        self.query_one(f"#key-{event.what.replace('_', '-')}", KeyRow).wear(
            self._key(event.what), changed=event.what in self._moved
        )
        self.tell("")
        self.post_message(self.Changed(keys=dict(self._moved)))

    def _in_the_way(self, name: str, others: Mapping[str, str]) -> str:
        """Why the first keys of something cannot come back; "" if they can."""
        return next(
            (
                why
                for screen in self._screens
                for binding in movable(own_bindings(screen)).get(name, ())
                if (why := clash(name, binding.key, others, (screen,)))
            ),
            "",
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The options stand here already; no key has its meaning while the next one is the new one."""
        return action != "options" and not any(row.waiting for row in self.query(KeyRow))

    def action_back(self) -> None:
        """Back to where one was."""
        self.dismiss()
