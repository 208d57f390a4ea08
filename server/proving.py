"""Finished games dealt and scored again: one for a player who doubts, or all of a backup."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from engines import proof
from engines.catalogue import KINDS
from engines.contract import SeatResult
from server import berth
from server.config import Config
from server.rerun import seat_info
from server.store import games
from server.store.beside import beside
from server.store.errors import StoreUnavailable
from server.store.part import growing
from server.store.records import FinishedGame
from server.store.tables import games as finished
from server.store.writer import transact


class NotProven(ValueError):  # noqa: N818  # what happened
    """A game is not what comes of its key and its moves, or there is none. Its text is a sentence for the admin."""


def verified(config: Config, game: str, target: Path | None) -> str:
    """Deal and score a finished game again; say how it went, and write it to a file if there is a `target`.

    Raises:
        NotProven: it does not come out as it is stored, or nothing is stored of it.
        StoreError: the database cannot be used, or the file cannot be written or is there and is something else.
    """
    if target is not None:
        berth.demand(config, target, f"account of the game {game}", lambda file: _tells_of(game, file))
    with beside(config) as (connection, place):
        found = transact(connection, place, "read", lambda c: games.load(c, game))
    if found is None:
        raise NotProven(f"No game {game!r} is stored here. Room info names a game once it is over.")
    if not found.moves:
        raise NotProven(f"The game {game} was long ago: its result is kept, but not its moves ([data] moves_days).")
    account = account_of(found)
    wrong = faults(found)
    if wrong:
        raise NotProven(f"The game {game} is not what comes of it: {' '.join(wrong)}")
    if target is not None:
        _write(account, target)
    ratings = ", ratings included" if account.ratings else ""
    lines = [
        f"The game {game} was dealt and scored again: all agrees{ratings}.",
        f"Its key is {account.key};",
        f"before the start was promised {proof.commitment(found.key)}.",
    ]
    if not KINDS[found.kind].reveals:
        lines.append("Keep the key to yourself: it tells cards that some of the players may never see.")
    return "\n".join(lines)


def _tells_of(game: str, file: Path) -> bool:
    try:
        return msgspec.json.decode(file.read_bytes(), type=proof.Account).game == game
    except ValueError:
        return False


def _write(account: proof.Account, target: Path) -> None:
    """Write a game down, as a whole or not at all."""
    try:
        with growing(target) as part:
            part.write_bytes(msgspec.json.format(msgspec.json.encode(account)))
            part.replace(target)
    except OSError as error:
        raise StoreUnavailable(f"The game {account.game} cannot be written to {target}: {error.strerror}.") from error


def verified_all(connection: Connection) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every finished game by its id, with what is wrong with it; none of older rules, and none without its moves."""
    whole = select(finished.c.id).where(finished.c.moves).order_by(finished.c.id)
    for game in connection.execute(whole).scalars().all():
        found = games.load(connection, game)
        if found is not None and found.kind in KINDS and found.rules == KINDS[found.kind].rules:
            yield game, faults(found)


def faults(game: FinishedGame) -> tuple[str, ...]:
    """What is wrong with a stored game."""
    kind = KINDS.get(game.kind)
    return proof.problems(account_of(game), kind) if kind else ("This server does not know its kind.",)


def account_of(game: FinishedGame) -> proof.Account:
    """A stored game in plain values."""
    read: Any = msgspec.msgpack.decode
    seats = [seat for seat in game.seats if seat.info is not None] or game.seats
    return proof.Account(
        game=game.id,
        kind=game.kind,
        rules=game.rules,
        settings=read(game.settings),
        seats=tuple(map(seat_info, seats)),
        key=game.key.hex(),
        moves=tuple(proof.Move(one.time, one.seat, read(one.command)) for one in game.commands),
        how=game.how,
        results=tuple(SeatResult(seat.seat, seat.points, seat.place) for seat in game.seats),
        record=read(game.record),
        ratings=tuple(
            proof.Rating(seat.seat, seat.rating_before, seat.rating_after)
            for seat in game.seats
            if seat.rating_before is not None and seat.rating_after is not None
        ),
    )
