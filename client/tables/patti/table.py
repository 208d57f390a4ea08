"""The table of Patti: its parts, what they show of a scene, and what the player does with them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widget import Widget

from client.art.palette import Look
from client.keys import key_of
from client.scene import Scene
from client.tables.patti.acts import Act, Acts, ActsFace, acts_face, keyed
from client.tables.patti.alarm import alarm
from client.tables.patti.felt import Felt, felt_face
from client.tables.patti.final import SessionTable, final_face
from client.tables.patti.layout import layout
from client.tables.patti.words import shared_of
from client.widgets.notice import SMALLEST, Notice, too_small
from engines.patti.model import Command

BEAT: Final = 1 / 10
"""How often the clocks look at the time (s). They are drawn only when they change."""


class PattiTable(Widget):
    """Draws scenes, and says what the player wishes. All its times are the room's, in ms.

    An act is chosen first and sent then, so that a wrong key costs nothing.
    """

    class Wish(Message):
        """A command that the player wishes to send."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    class Chosen(Message):
        """The player has chosen an act, or taken it back: other keys are live now."""

    class Alarm(Message):
        """Less time is left, or there is no hurry any more."""

    class Early(Message):
        """The player sends an act while the game counts down; it stays chosen."""

    class AllIn(Message):
        """The player chooses to put in everything, which asks first."""

        def __init__(self, act: Act) -> None:
            super().__init__()
            self.act = act

    def __init__(self, scene: Scene, look: Look, clock: Callable[[], float]) -> None:
        """A table for a scene; `clock` is this process's monotonic clock in ms."""
        super().__init__()
        self.scene = scene
        self.look = look
        self.clock = clock
        self.chosen: Act | None = None
        """The act that waits for Enter."""
        self._alarm: int | None = None
        self._compared: tuple[object, int | None] = (None, None)
        """The newest side show that is over, and when the turn after it began: with that turn it is news no more."""

    @property
    def now(self) -> float:
        """The room's clock (ms), which stands still in a count-down."""
        return self.scene.time(self.clock())

    def compose(self) -> ComposeResult:
        """The felt, and the acts below it; the end takes their place."""
        yield Felt(self.look, felt_face(self.scene, self.now, layout(80, 21)), id="felt")
        yield Acts(self.look, ActsFace(), id="acts")
        yield SessionTable(self.look, None, id="final")
        yield Notice(self.look, (), id="notice")

    def on_mount(self) -> None:
        """Look at the time again and again."""
        self.query_one("#final").display = False
        self.query_one("#notice").display = False
        self._beats = self.set_interval(BEAT, self.tick)

    def on_resize(self) -> None:
        """Find a place for everything; without one for the table there is nothing to do there."""
        self.show(self.scene)
        self.screen.refresh_bindings()

    def show(self, scene: Scene) -> None:
        """Bring every part to a scene."""
        self.scene = scene
        if not self.is_mounted or not self.size.width:
            return
        end, legible = final_face(scene), self.legible
        self.query_one(Felt).display = end is None and legible
        self.query_one(Acts).display = end is None and legible
        notice, final = self.query_one(Notice), self.query_one(SessionTable)
        notice.display = not legible
        notice.show(too_small(*self.app.size, over=end is not None))
        final.display = end is not None and legible
        (self._beats.resume if end is None else self._beats.pause)()  # Nothing runs out after the end.
        if end is not None:
            final.show(replace(end, first=final.content.first if final.content else 0))
        self.query_one(Acts).styles.height = layout(*self.size).acts
        shared = shared_of(scene)
        if shared is not None and shared.compared != self._compared[0]:
            self._compared = (shared.compared, shared.began)
        self._offer()
        self.tick()

    @property
    def legible(self) -> bool:
        """Whether there is room for all seats."""
        return self.size.width >= SMALLEST[0] and self.size.height >= SMALLEST[1] - 3

    def tick(self) -> None:
        """What depends on the time alone."""
        self.query_one(Felt).show(felt_face(self.scene, self.now, layout(*self.size)))
        if alarm(self.scene, self.now) != self._alarm:
            self._offer()
            self.post_message(self.Alarm())

    def _offer(self) -> None:
        """Show the acts with their keys. One stays chosen while it is seen, means the same and costs the same."""
        self._alarm = alarm(self.scene, self.now)
        face = acts_face(self.scene, self._alarm)
        if self.chosen not in face.acts or face.sent is not None or not self.legible:
            self.choose(None)
        keys = {act.name: key_of(self.screen, f"act_{act.name}") for act in face.acts}
        shared = shared_of(self.scene)
        news = face.news if shared is not None and shared.began == self._compared[1] else ""
        # A replay has no keys for them.
        face = replace(face, acts=tuple(act for act in face.acts if keys[act.name]), news=news)
        self.query_one(Acts).show(keyed(replace(face, chosen=self.chosen), keys))

    @property
    def untold(self) -> str:
        """A warning that has no room beside the acts."""
        return self.query_one(Acts).untold if self.is_mounted else ""

    # What the player does.

    def offered(self, name: str) -> Act | None:
        """An act by its name, if it is possible now and its price is seen."""
        face = acts_face(self.scene)
        possible = face.sent is None and self.legible
        return next((act for act in face.acts if act.name == name), None) if possible else None

    def press(self, name: str) -> None:
        """Choose an act; pressed again, it is sent."""
        act = self.offered(name)
        if act is None:
            return
        if name == "all_in":
            self.choose(None)
            self.post_message(self.AllIn(act))
        elif act == self.chosen:
            self.send()
        else:
            self.choose(act)
            self._offer()

    def choose(self, act: Act | None) -> None:
        """Choose an act, or take it back."""
        if act != self.chosen:
            self.chosen = act
            self.post_message(self.Chosen())

    def take_back(self) -> None:
        """Nothing is chosen any more."""
        self.choose(None)
        self._offer()

    def send(self) -> None:
        """Send what is chosen, once the game goes on."""
        if self.chosen is None:
            return
        if self.scene.wait(self.clock()):
            self.post_message(self.Early())
        else:
            self.post_message(self.Wish(self.chosen.command))
            self.take_back()

    @on(Acts.Pressed)
    def _pressed(self, event: Acts.Pressed) -> None:
        event.stop()
        self.press(event.act)
