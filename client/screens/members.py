"""The members of a room, line by line."""

from typing import Final

from rich.cells import cell_len
from textual.content import Content

from client.foreign import foreign
from client.scene import Scene
from client.screens.shell import rating
from client.tables.phrases import span
from client.widgets.columns import columns, lines_of
from protocol.messages import Member
from protocol.text import NAME_CELLS, fit, painted

FULL: Final = 32
"""The columns in which a member stands on one line, whatever the name and the coins."""
RATING_CELLS: Final = 7
"""The columns of a rating, and of the gap before it."""
WATCHING: Final = "Watching: "


def players(scene: Scene) -> list[Member]:
    """Those who play, bots among them."""
    return [member for member in scene.room.members if member.role == "player"]


def people(scene: Scene) -> list[Member]:
    """Those of them who are no bots."""
    return [member for member in players(scene) if member.account != "bot"]


def booked(scene: Scene) -> bool:
    """Whether a book is open, so that the players' coins are known."""
    return any(member.balance is not None for member in players(scene))


def widths(scene: Scene, cells: int) -> tuple[int, int, int]:
    """The cells of a player's name, of the rating or the coins, and of how things stand with the player.

    A list in few columns, where a scroll bar may take one of them, has a column in the middle only beside short names.
    """
    if cells >= FULL:
        return (21 if cells > FULL + 5 else 16, -9, 5) if booked(scene) else (19, -6, 5)
    names = [f"{one.name} host" if one.member == scene.room.host else one.name for one in players(scene)]
    longest = max((cell_len(painted(name)) for name in names), default=0)
    return (cells - 14, -6, 5) if longest <= cells - 14 else (NAME_CELLS, 0, 5)


def asking(scene: Scene, cells: int, rows: int) -> int:
    """The cells of an asker's name in a list of so many cells and rows: those of the players' names, if all fit in."""
    name, beside, _ = widths(scene, cells)
    askers = scene.room.askers
    if beside and all(cell_len(painted(one.name)) <= name for one in askers):
        return name
    return cells - RATING_CELLS - (len(askers) > rows)


def lines(scene: Scene, now: float, cells: int) -> Content:
    """The players with their ratings, or what the book holds of them, since when who is away, and who watches.

    `now` are Unix seconds. What has no room in so many cells stands beneath its player.
    """
    lines = []
    wide = widths(scene, cells)
    for member in players(scene):
        mark = "away" if member.away is not None else "ready" if member.ready else ""
        beneath = [f"away for {span(1000 * (now - member.away))}"] if member.away is not None else []
        name = member.name
        if member.member == scene.room.host and cell_len(painted(name)) + 5 <= wide[0]:
            name = f"{fit(name, wide[0] - 5)} host"
        elif member.member == scene.room.host:  # a long name stands whole
            beneath.insert(0, "host")
        elo = "bot" if member.account == "bot" else rating(member.rating)
        style = "bold" if member.member == scene.room.you else ""
        has = elo if member.balance is None else f"{member.balance:,}"
        if len(has) > -wide[1]:
            beneath.insert(0, has)
            has = ""
        lines.append(columns((name, has, mark), wide, style))
        if beneath:
            lines.append(Content.styled(f"  {', '.join(beneath)}", "$text-muted"))
    watchers = [member.name for member in scene.room.members if member.role == "watcher"]
    if watchers:
        told = lines_of(watchers, cells - len(WATCHING))
        lines += [Content(), Content.assemble((WATCHING, "$text-muted"), foreign(told[0]))]
        lines += [Content(" " * len(WATCHING)) + foreign(line) for line in told[1:]]
    return Content("\n").join(lines)
