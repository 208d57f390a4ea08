"""The middle of the table: the pot, the bet and its steps, how a round ended, and a side show's question."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.art.palette import Look, style
from client.art.signs import signs
from client.scene import Scene
from client.tables.names import called
from client.tables.patti.words import NAME_CELLS, coins, own_of, settings_of, shared_of, shorter, steps
from client.tables.phrases import count, span
from client.widgets.bar import bar
from client.widgets.bar import steps as time_steps
from client.widgets.painted import boxed, fitted
from engines.contract import Seat
from engines.patti.model import Result, Shared

Tone = Literal["plain", "dim", "strong", "good", "call"]
Line = tuple[Tone, tuple[str, ...]]
"""A line's colour, and its words from the longest to the shortest."""


@dataclass(frozen=True)
class PotFace:
    """Lines, the steps of the bet with the place of the present one; or a question with the time that is left."""

    lines: tuple[Line, ...] = ()
    bets: tuple[int, ...] = ()
    at: int = 0
    title: str = ""
    share: float | None = None
    clock: str = ""


def pot_face(scene: Scene, now: float) -> PotFace:
    """The middle of a scene's table at `now`, the room's time in ms."""
    shared = shared_of(scene)
    if shared is None:
        return PotFace((("dim", ("Waiting for the server", "Please wait")),))
    if shared.result is not None:
        return PotFace(_ended(scene, shared, shared.result, now))
    if shared.turn is None:
        return PotFace((("strong", (f"{settings_of(scene).rounds} rounds",)), ("plain", _next(shared, now))))
    own = own_of(scene)
    if shared.ask is not None and own is not None and own.seat in (shared.ask.asker, shared.ask.asked):
        return _question(scene, shared, own.seat == shared.ask.asked, now)
    rules = settings_of(scene)
    bets, at = steps(rules, shared.lap)
    lines: list[Line] = [
        (
            "dim",
            (f"Round {shared.round} of {rules.rounds}, lap {shared.lap}", f"Round {shared.round}, lap {shared.lap}"),
        ),
        ("strong", (f"Pot {coins(shared.pot)}",)),
        ("plain", _stake(shared)),
    ]
    if shared.ask is not None:
        pairs = [
            (called(scene, shared.ask.asker, cells), called(scene, shared.ask.asked, cells)) for cells in (16, 9, 6)
        ]
        lines.append(("call", (*(f"Side show: {asker} asks {asked}" for asker, asked in pairs), "Side show")))
    return PotFace(tuple(lines), bets, at)


def _stake(shared: Shared) -> tuple[str, ...]:
    return (
        f"Bet {coins(shared.bet)}, next lap {coins(shared.raised)}",
        f"Bet {coins(shared.bet)}, then {coins(shared.raised)}",
        f"Bet {coins(shared.bet)}",
    )


def _question(scene: Scene, shared: Shared, mine: bool, now: float) -> PotFace:
    """The side show, for the two whom it concerns."""
    if shared.ask is None or shared.began is None or shared.deadline is None:
        return PotFace()
    other, brief = (called(scene, shared.ask.asker if mine else shared.ask.asked, cells) for cells in (NAME_CELLS, 9))
    if mine:
        first = (f"{other} wants to compare", f"{other} asks", f"{brief} asks")
    else:
        first = (f"You want to compare with {other}", f"{other} decides", f"{brief} decides")
    lines: tuple[Line, ...] = (
        ("call", first),
        ("plain", ("The weaker hand drops.", "The weaker drops.")),
        ("plain", ("Of equal ones, the asker's.", "If equal, the asker's.", "Equal: the asker's.", "Equal: asker's.")),
    )
    left = max(0.0, shared.deadline - now)
    share = time_steps(now, shared.began, shared.deadline, 20)
    return PotFace(lines, title="Side show", share=share, clock=f"{-int(-left // 1000)} s")


def _ended(scene: Scene, shared: Shared, result: Result, now: float) -> tuple[Line, ...]:
    """Who won how much with what, and when the next round comes."""
    first = result.winners[0]
    hand = next((hand for hand in result.revealed if hand.seat == first.seat), None)
    mine = own_of(scene)
    me = mine.seat if mine else None
    lines: list[Line] = [("dim", (f"Round {shared.round} of {settings_of(scene).rounds}",))]
    if len(result.winners) == 1:
        lines.append(("good", _wins(scene, first.seat, first.amount, me)))
    else:
        split = f"split {coins(result.pot)}"
        lines.append(("good", (f"{count(len(result.winners), 'player')} {split}", f"{len(result.winners)} {split}")))
    if hand is not None:
        lines.append(("strong", shorter(hand.name)))
    elif result.how == "deserted":
        lines.append(("plain", ("Nobody is left",)))
    else:
        lines.append(("plain", ("All others are out", "The others are out")))
    lines.append(("dim", _next(shared, now)))
    return tuple(lines)


def _wins(scene: Scene, seat: Seat, amount: int, me: Seat | None) -> tuple[str, ...]:
    if seat == me:
        return (f"You win {coins(amount)}",)
    return tuple(f"{called(scene, seat, cells)} wins {coins(amount)}" for cells in (NAME_CELLS, 9, 5, 3))


def _next(shared: Shared, now: float) -> tuple[str, ...]:
    """When the next round comes."""
    if shared.final is not None:
        return "The session is over", "Session over"
    if shared.next_deal is None:
        return "Waiting for another player", "Waiting for a player", "Waits for a player"
    left = shared.next_deal - now
    if shared.held:
        rest = span(left)
        return f"The host holds it, {rest} at most", f"Held by host, {rest} at most", f"Held {rest} at most"
    which = "Next" if shared.round else "First"
    return (f"{which} round in {max(0, -int(-left // 1000))} s",)


def paint_pot(face: PotFace, width: int, height: int, look: Look) -> list[Strip]:
    """The middle, `height` strips of `width` cells; a question stands in a frame."""
    palette = look.palette
    ground = style(palette.text, palette.ground)
    if width < 8:
        return [fitted([], width, ground)] * height
    inner = width - 2
    lines = [fitted([_segment(line, inner, look)], inner, ground, "center") for line in face.lines]
    if face.share is not None:
        cells = max(0, min(20, inner - 4 - len(face.clock)))
        time = [*bar(face.share, cells, palette.ground, look), Segment(f" {face.clock}", ground)]
        lines.append(fitted(time, inner, ground, "center"))
    elif len(lines) < height and len(face.bets) > 1:
        lines.insert(3, fitted(_ladder(face, inner, look), inner, ground, "center"))
    if face.title:
        return _asked(face.title, lines, width, height, look)
    lines = lines[:height]
    edge = Segment(" ", ground)
    blank = fitted([], width, ground)
    above = (height - len(lines)) // 2
    body = [Strip([edge, *line, edge]) for line in lines]
    return [*[blank] * above, *body, *[blank] * (height - above - len(body))]


def _asked(title: str, lines: Sequence[Strip], width: int, height: int, look: Look) -> list[Strip]:
    """A question in its frame. Where it does not fit whole, the middle lines give way, never the time."""
    palette = look.palette
    room = height - 2
    kept = [*lines[: room - 1], lines[-1]] if len(lines) > room else list(lines)
    edge = style(palette.next, palette.ground, bold=True)
    blank = fitted([], width - 2, style(palette.text, palette.ground))
    kept += [blank] * (room - len(kept))
    return boxed(kept, width, signs(look).chosen, edge, title, edge)


def _segment(line: Line, width: int, look: Look) -> Segment:
    tone, texts = line
    return Segment(next((text for text in texts if cell_len(text) <= width), texts[-1]), _ink(tone, look))


def _ink(tone: Tone, look: Look) -> Style:
    palette = look.palette
    colors = {"dim": palette.dim, "strong": palette.gold, "good": palette.good, "call": palette.next}
    return style(colors.get(tone, palette.text), palette.ground, bold=tone in {"strong", "good", "call"})


def _ladder(face: PotFace, width: int, look: Look) -> list[Segment]:
    """The bets of some laps, the present one marked; as many of them around it as fit."""
    palette = look.palette
    dim, gap = style(palette.dim, palette.ground), Segment("  ", style(palette.dim, palette.ground))
    now = style(palette.ground, palette.next, bold=True, reverse=palette.plain)
    first, last = 0, len(face.bets)
    while sum(len(coins(bet)) + 2 for bet in face.bets[first:last]) > width and last - first > 1:
        if last - 1 - face.at >= face.at - first:
            last -= 1
        else:
            first += 1
    parts: list[Segment] = []
    for at, bet in enumerate(face.bets[first:last], first):
        mark = f"[{coins(bet)}]" if look.ascii else f" {coins(bet)} "
        parts += [gap if parts else Segment(""), Segment(mark, now) if at == face.at else Segment(coins(bet), dim)]
    return [part for part in parts if part.text]
