"""The acts that are possible now, each with its key and its price; and the one that was chosen and is not sent yet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip

from client.art.palette import style
from client.art.signs import signs
from client.scene import Scene
from client.tables.names import called
from client.tables.patti.seats import waits_for
from client.tables.patti.story import compared
from client.tables.patti.words import GONE, WENT, coins, own_of, row_of, shared_of
from client.tables.phrases import count
from client.widgets.painted import Painted, boxed, fitted
from engines.patti import model
from engines.patti.model import Command, Legal


@dataclass(frozen=True)
class Act:
    """One possible act: its name, by which its key is known too, its words with the price, and the command."""

    name: str
    label: str
    command: Command
    key: str = ""


def acts(legal: Legal) -> tuple[Act, ...]:
    """The acts that the server would take now, what is done most often first."""
    turn, found = legal.turn, []
    if legal.answer:
        found += [
            Act("accept", "Accept", model.Answer(turn, True)),
            Act("decline", "Decline", model.Answer(turn, False)),
        ]
    if legal.bet is not None:
        blind = "blind " if legal.bet < legal.full else ""
        found.append(Act("bet", f"Bet {blind}{coins(legal.bet)}", model.Bet(turn)))
    if legal.all_in is not None:
        found.append(Act("all_in", f"All in {coins(legal.all_in)}", model.AllIn(turn)))
    if legal.see:
        found.append(Act("see", "See cards", model.See()))
    if legal.side_show is not None:
        found.append(Act("side_show", f"Side show {coins(legal.full)}", model.SideShow(turn)))
    if legal.show:
        found.append(Act("show", f"Show {coins(legal.full)}", model.Show(turn)))
    if legal.drop:
        found.append(Act("drop", "Drop", model.Drop(turn)))
    if legal.hold is not None:
        found.append(
            Act(*(("hold", "Hold the next round") if legal.hold else ("go_on", "Go on")), model.Hold(legal.hold))
        )
    return tuple(found)


@dataclass(frozen=True)
class ActsFace:
    """The acts; else why there are none. `chosen` waits to be sent, `sent` is on its way to the server.

    The words are `urgent` where little time is left. `news` stands before them where there is room for both.
    """

    acts: tuple[Act, ...] = ()
    words: str = ""
    news: str = ""
    chosen: Act | None = None
    sent: Act | None = None
    urgent: bool = False


def acts_face(scene: Scene, alarm: int | None = None) -> ActsFace:
    """The acts of a scene; `alarm` says under how many seconds there are left for them."""
    own = own_of(scene)
    if own is None:
        return _watching(scene)
    found = acts(own.legal)
    sent = next((act for act in found if act.command in scene.pending), None)
    words = _why(scene) if alarm is None else f"Under {count(alarm, 'second')} left!"
    news = compared(scene) if alarm is None else ""
    return ActsFace(found, words, news, sent=sent, urgent=alarm is not None)


def limit(scene: Scene) -> str:
    """That no bet may be blind any more (R15), where this keeps the player who is on turn from betting; else ""."""
    own = own_of(scene)
    row = row_of(scene, own.seat) if own else None
    if own is None or row is None:
        return ""
    legal = own.legal
    bound = legal.drop and legal.see and legal.bet is None and legal.all_in is None
    return f"{row.blinds} blind bets are the most: see your cards." if bound else ""


def _watching(scene: Scene) -> ActsFace:
    """What a watcher reads: one whom the rules have put out, why."""
    if scene.me is not None and scene.me.out:
        return ActsFace(words=f"You are out: {scene.me.out}.")
    return ActsFace(words=f"You are watching. {_turn(scene)}".strip(), news=compared(scene))


def _turn(scene: Scene) -> str:
    """For whom the table waits."""
    shared = shared_of(scene)
    if shared is not None and shared.ask is not None:
        return f"{called(scene, shared.ask.asked, 16)} decides on a side show."
    return f"It is {called(scene, shared.turn, 16)}'s turn." if shared is not None and shared.turn is not None else ""


def _why(scene: Scene) -> str:
    """Why this player has nothing to do."""
    own, shared = own_of(scene), shared_of(scene)
    row = row_of(scene, own.seat) if own else None
    if own is None or shared is None or shared.final is not None:
        return ""
    if row is None:
        return "You are not at the table any more."
    if not row.seated:
        return f"You {'were removed from' if row.removed else 'have left'} the table."
    if row.waits is not None:
        return f"You sit out: too few coins for the boot. New ones come in {count(row.waits, 'round')}."
    if shared.turn is None:
        return "" if shared.next_deal is not None else "The next round waits for another player."
    if waits_for(shared) == own.seat:
        return "Your answer?" if shared.ask else limit(scene) or "Your turn."
    if not row.playing or row.gone in WENT:
        return "You are dealt in from the next round on."
    if row.gone is not None:
        words = {"drop": "You have dropped.", "timeout": "Your time ran out: you are dropped."}
        return f"{words.get(row.gone, f'You {GONE[row.gone]}.')} {_turn(scene)}"
    return _turn(scene)


class Acts(Painted[ActsFace]):
    """A row of buttons. One that is chosen stands alone until it is sent, or taken back."""

    class Pressed(Message):
        """The player presses a button."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.act = name

    def on_click(self, event: events.Click) -> None:
        """The mouse."""
        event.stop()
        end = 1
        for act in self._shown():
            start, end = end, end + self._cols(act) + 1
            if start <= event.x < end - 1:
                self.post_message(self.Pressed(act.name))

    def _shown(self) -> tuple[Act, ...]:
        one = self.content.sent or self.content.chosen
        return (one,) if one is not None else self.content.acts

    @staticmethod
    def _cols(act: Act) -> int:
        return len(act.key) + len(act.label) + 5

    @property
    def untold(self) -> str:
        """What is urgent and has no room beside the buttons."""
        face = self.content
        return face.words if face.urgent and face.words != self._words(self.size.width) else ""

    def _words(self, width: int) -> str:
        """What stands behind the buttons in a row of `width` cells."""
        face = self.content
        if face.sent is not None:
            texts = [signs(self.look).more]
        elif face.chosen is not None:
            texts = ["Enter sends it, Esc takes it back."]
        else:
            texts = [f"{face.news} {face.words}".strip(), face.words, face.news]
        room = width - 2 - sum(self._cols(act) + 1 for act in self._shown())
        return next((text for text in texts if cell_len(text) <= room), "")

    def paint(self, width: int, height: int) -> Sequence[Strip]:
        """The buttons, and behind them what there is to say."""
        face, palette = self.content, self.look.palette
        blocks = [self._button(act, height) for act in self._shown()]
        strong = face.sent is None and (face.chosen is not None or face.urgent)
        ink = style(palette.next if strong else palette.dim, palette.ground, bold=strong)
        words, gap = self._words(width), Segment(" ", self.ground)
        lines = []
        for y in range(min(height, 3)):
            parts = [gap]
            for block in blocks:
                parts += [*block[y], gap]
            if y == min(height, 3) // 2:
                parts += [gap, Segment(words, ink)]
            lines.append(fitted(parts, width, self.ground))
        return lines

    def _button(self, act: Act, height: int) -> list[Strip]:
        palette, glyphs = self.look.palette, signs(self.look)
        taken = act in (self.content.chosen, self.content.sent)
        ground = palette.next if taken else palette.newest
        plain = style(palette.ground if taken else palette.text, ground, bold=taken, reverse=taken and palette.plain)
        key = style(palette.ground if taken else palette.next, ground, bold=True, reverse=taken and palette.plain)
        cols = self._cols(act)
        edge = style(palette.next if taken or act.name == "bet" else palette.border, palette.ground)
        if height < 3:
            return [self._line(act, cols, plain, key, "[]" if self.look.ascii else "")]
        return boxed([self._line(act, cols - 2, plain, key, "")], cols, glyphs.chosen if taken else glyphs.frame, edge)

    @staticmethod
    def _line(act: Act, cols: int, plain: Style, key: Style, ends: str) -> Strip:
        left, right = (ends[0], ends[1]) if ends else (" ", " ")
        parts = [Segment(left, plain), Segment(act.key, key), Segment(f" {act.label}", plain)]
        return fitted([*fitted(parts, cols - 1, plain), Segment(right, plain)], cols, plain)


def keyed(face: ActsFace, key_of: dict[str, str]) -> ActsFace:
    """The same face with each act's key, by the act's name."""

    def with_key(act: Act) -> Act:
        return replace(act, key=key_of.get(act.name, ""))

    return replace(
        face,
        acts=tuple(map(with_key, face.acts)),
        chosen=with_key(face.chosen) if face.chosen else None,
        sent=with_key(face.sent) if face.sent else None,
    )
