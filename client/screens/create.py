"""The form for a new room, made of what the game's setup says about its fields, and of nothing else."""

import secrets
from collections.abc import Iterator
from itertools import groupby
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from client.art.palette import Look
from client.screens.dialogs import end
from client.screens.shell import Make, ShellScreen
from client.state import ClientState
from client.tables.registry import Kind
from client.widgets.button import Button
from client.widgets.field import Face, FieldRow
from client.widgets.form import Form
from client.widgets.joining import JoiningFields
from engines.contract import Field
from protocol.parts import Joining


class CreateScreen(ShellScreen):
    """The settings of a room to be, from those last used for this game."""

    TITLE_HERE = "New room"
    HELP = """\
Up and Down move between the settings, Left and Right change one, Space or Enter takes the next value. Faded settings \
are not in effect{groups}.

With an account you choose how others join: freely, by your leave, or with a passcode that only you see.

"{create}" makes the room and takes you there."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "create", "Create room"),
        Binding("d", "defaults", "Defaults"),
        Binding("escape,q", "back", "Back"),
        Binding("up", "app.focus_previous", "Move", show=False),
        Binding("down", "app.focus_next", "Move", show=False),
    ]

    def __init__(self, state: ClientState, kind: Kind, settings: Any, look: Look, joining: Joining = "open") -> None:
        """A form that starts from `settings`, which are this kind's, and for accounts from a way of `joining`."""
        super().__init__(state)
        self.kind = kind
        self.settings = settings
        self._look = look
        registered = state.me is not None and state.me.account == "registered"
        suggestion = f"{secrets.randbelow(10_000):04}"
        self._joining = JoiningFields(joining, suggestion, admits=kind.guests) if registered else None

    def about(self) -> str:
        """It names the groups of which one setting is in effect, where the game has any."""
        groups = dict.fromkeys(field.group for field in self.kind.setup.fields if field.one_of)
        return self.HELP.replace("{groups}", "".join(f'; using one of "{group}" puts it in effect' for group in groups))

    def where(self, state: ClientState) -> str:
        """The game's name beside the screen's."""
        return f"New room · {self.kind.title}"

    def compose_body(self) -> ComposeResult:
        """The fields in their groups, the headline and the button."""
        with Form(id="form"):
            for group, fields in groupby(self.kind.setup.fields, lambda field: field.group):
                rows = list(self._rows(fields))
                if group:
                    with Vertical(classes="group") as box:
                        box.border_title = Content(group)
                        yield from rows
                else:
                    yield from rows
            if self._joining is not None:
                yield self._joining
        with Horizontal(id="form-end"):
            yield Static(id="form-headline", markup=False)
            yield Button(" Create room ", id="create")

    def on_mount(self) -> None:
        """The cursor starts on the first field."""
        super().on_mount()
        self._wear()
        self.query(FieldRow).first().focus()

    def _rows(self, fields: Iterator[Field]) -> Iterator[Widget]:
        for field in fields:
            yield FieldRow(field.name, field.label, self._face(field))

    def _face(self, field: Field) -> Face:
        shown = self.kind.setup.shown(self.settings, field.name)
        value = getattr(self.settings, field.name)
        toggle = bool(shown.choices) and all(isinstance(choice.value, bool) for choice in shown.choices)
        return Face(
            shown.choices,
            value,
            enabled=shown.enabled,
            blank=shown.blank,
            faded=shown.faded,
            bright=not shown.faded and ((toggle and bool(value)) or field.one_of),
            toggle=toggle,
            picture=self.kind.preview(field.preview, self._look.palette.card, self._look, shown.faded),
        )

    def _wear(self) -> None:
        """Show the settings as they are now, in every row, in the headline and in the message line."""
        faces = {field.name: self._face(field) for field in self.kind.setup.fields}
        for row in self.query(FieldRow):
            if row.field in faces:
                row.wear(faces[row.field])
        self.query_one("#form-headline", Static).update(Content(self.kind.setup.headline(self.settings)))
        self.query_one("#create", Button).disabled = bool(self._problems)
        self._advise()
        self.refresh_bindings()

    def on_descendant_focus(self) -> None:
        """The cursor came to another field."""
        self._advise()

    def _advise(self) -> None:
        """Say why no room can be made, or else what the field under the cursor means."""
        problems = self._problems
        at = self.focused.field if isinstance(self.focused, FieldRow) else ""
        of_joining = self._joining.meaning(self.focused) if self._joining is not None else ""
        meaning = next((field.help for field in self.kind.setup.fields if field.name == at), of_joining)
        self.tell(" ".join(problems) or meaning, "$error" if problems else "$text-muted")

    @property
    def _problems(self) -> tuple[str, ...]:
        """Why no room can be made as the form stands."""
        of_joining = self._joining.problems if self._joining is not None else ()
        return (*self.kind.setup.problems(self.settings), *of_joining)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A room with problems cannot be made."""
        if action == "create" and self._problems:
            return None
        return True

    @on(FieldRow.Used)
    def used(self, event: FieldRow.Used) -> None:
        """A field was used: take what follows from it."""
        event.stop()
        self.settings = self.kind.setup.adjusted(self.settings, event.row.field, event.value)
        self._wear()

    @on(JoiningFields.Changed)
    def joined_otherwise(self) -> None:
        """The way of joining was changed."""
        self._wear()

    @on(Input.Submitted)
    @on(Button.Pressed, "#create")
    def action_create(self) -> None:
        """Make the room."""
        if self._problems:
            return
        if self._joining is None:
            self.post_message(Make(self.kind.name, self.settings))
        else:
            terms = self._joining
            self.post_message(Make(self.kind.name, self.settings, terms.joining, terms.passcode, guests=terms.guests))

    def action_defaults(self) -> None:
        """Start again from the game's defaults."""
        self.settings = self.kind.setup.defaults()
        if self._joining is not None:
            self._joining.reset()
        self._wear()

    def action_back(self) -> None:
        """Back to the lobby."""
        end(self, None)
