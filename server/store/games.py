"""Finished games in the database. Everything here runs in the store's thread, inside a transaction."""

import math
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, and_, case, delete, exists, func, insert, not_, or_, select, update

from engines.contract import Seat
from server.store.records import FinishedGame, FinishedSeat, PlayedGame, Rate, Tally, TimedCommand
from server.store.tables import accounts, game_commands, game_seats, games

SEAT_COLUMNS = tuple(game_seats.c[name] for name in FinishedSeat.__struct_fields__)
GAME_FIELDS = tuple(name for name in FinishedGame.__struct_fields__ if name not in {"seats", "commands"})
LINE_FIELDS = tuple(name for name in PlayedGame.__struct_fields__ if name not in {"mine", "seats"})


def finish(connection: Connection, game: FinishedGame, rate: Rate) -> FinishedGame:
    """Store a finished game and, if it is rated, the new ratings of its accounts; do nothing if it is stored already.

    Returns:
        The game as it is stored, with each rated seat's rating before and after.

    Raises:
        ValueError: An account does not exist or sits twice, or `rate` gave no proper ratings. Nothing is stored.
    """
    stored = load(connection, game.id)
    if stored is not None:
        return stored
    seats = tuple(replace(seat, rating_before=None, rating_after=None) for seat in game.seats)
    if game.rated:
        seats = _rate(connection, seats, rate)
    connection.execute(insert(games).values({name: getattr(game, name) for name in GAME_FIELDS}))
    if seats:
        fields = FinishedSeat.__struct_fields__
        rows = [{"game": game.id} | {name: getattr(seat, name) for name in fields} for seat in seats]
        connection.execute(insert(game_seats), rows)
    if game.commands:
        connection.execute(insert(game_commands), _command_rows(game))
    return replace(game, seats=seats)


def load(connection: Connection, game: str) -> FinishedGame | None:
    """A finished game with its seats and commands."""
    columns = [games.c[name] for name in GAME_FIELDS]
    row = connection.execute(select(*columns).where(games.c.id == game)).one_or_none()
    if row is None:
        return None
    seats = select(*SEAT_COLUMNS).where(game_seats.c.game == game).order_by(game_seats.c.seat)
    commands = (
        select(game_commands.c.time, game_commands.c.seat, game_commands.c.command)
        .where(game_commands.c.game == game)
        .order_by(game_commands.c.sequence)
    )
    return FinishedGame(
        **row._mapping,
        seats=tuple(FinishedSeat(*seat) for seat in connection.execute(seats)),
        commands=tuple(TimedCommand(*command) for command in connection.execute(commands)),
    )


def history(connection: Connection, account: int, limit: int, before: str | None = None) -> tuple[PlayedGame, ...]:
    """The account's games, the newest first, at most `limit` of them; with `before`, those older than that game."""
    newest_first = (games.c.ended.desc(), games.c.id, game_seats.c.seat)
    query = (
        select(*(games.c[name] for name in LINE_FIELDS), game_seats.c.seat)
        .join(game_seats, game_seats.c.game == games.c.id)
        .where(game_seats.c.account == account)
        .order_by(*newest_first)
        .limit(limit)
    )
    if before is not None:
        mark = connection.execute(select(games.c.ended).where(games.c.id == before)).scalar_one_or_none()
        if mark is None:
            return ()
        query = query.where(or_(games.c.ended < mark, and_(games.c.ended == mark, games.c.id > before)))
    lines = connection.execute(query).all()
    seats = _seats(connection, [line.id for line in lines])
    return tuple(_played(line, seats[line.id]) for line in lines)


def _played(line: Sequence[Any], seats: tuple[FinishedSeat, ...]) -> PlayedGame:
    game, kind, rules, how, started, ended, rated, moves, mine = line
    return PlayedGame(game, kind, rules, how, started, ended, rated, moves, mine, seats)


def tallies(connection: Connection, account: int) -> tuple[Tally, ...]:
    """How many games of each kind the account has finished, and how many it has won."""
    other = game_seats.alias()
    beside = exists().where(other.c.game == games.c.id, other.c.place == 1, other.c.seat != game_seats.c.seat)
    several = exists().where(other.c.game == games.c.id, other.c.seat != game_seats.c.seat)
    won = case((and_(game_seats.c.place == 1, several, not_(beside)), 1), else_=0)
    query = (
        select(games.c.kind, func.count(), func.sum(won))
        .join(game_seats, game_seats.c.game == games.c.id)
        .where(game_seats.c.account == account)
        .group_by(games.c.kind)
        .order_by(games.c.kind)
    )
    return tuple(Tally(kind, played, int(first)) for kind, played, first in connection.execute(query))


def forget_moves(connection: Connection, before: int, most: int) -> int:
    """Keep no moves any more of at most so many games that ended before a Unix ms; of how many that was done."""
    old = (
        select(games.c.id).where(games.c.moves, games.c.ended < before).order_by(games.c.ended, games.c.id).limit(most)
    )
    ids = connection.execute(old).scalars().all()
    if not ids:
        return 0
    connection.execute(delete(game_commands).where(game_commands.c.game.in_(ids)))
    connection.execute(update(games).where(games.c.id.in_(ids)).values(moves=False))
    return len(ids)


def _seats(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[FinishedSeat, ...]]:
    query = select(game_seats.c.game, *SEAT_COLUMNS).where(game_seats.c.game.in_(ids)).order_by(game_seats.c.seat)
    found: dict[str, tuple[FinishedSeat, ...]] = dict.fromkeys(ids, ())
    for game, *seat in connection.execute(query):
        found[game] += (FinishedSeat(*seat),)
    return found


def _rate(connection: Connection, seats: tuple[FinishedSeat, ...], rate: Rate) -> tuple[FinishedSeat, ...]:
    sitting: dict[Seat, int] = {seat.seat: seat.account for seat in seats if seat.account is not None}
    if len(set(sitting.values())) < len(sitting):
        raise ValueError("An account cannot sit twice in a rated game.")
    # In the order of their ids, so that two closings with the same players cannot wait for each other.
    rows = select(accounts.c.id, accounts.c.rating).where(accounts.c.id.in_(sitting.values())).order_by(accounts.c.id)
    ratings = {row.id: row.rating for row in connection.execute(rows.with_for_update())}
    if len(ratings) < len(sitting):
        raise ValueError("An account of this game does not exist.")
    before = {seat: ratings[account] for seat, account in sitting.items()}
    after = dict(rate(dict(before)))
    if after.keys() != before.keys() or not all(math.isfinite(rating) and rating >= 1 for rating in after.values()):
        raise ValueError("The rating rule must give every account's seat a finite rating of at least 1.")
    for seat, account in sitting.items():
        connection.execute(update(accounts).where(accounts.c.id == account).values(rating=after[seat]))
    return tuple(
        replace(seat, rating_before=before.get(seat.seat), rating_after=after.get(seat.seat)) for seat in seats
    )


def _command_rows(game: FinishedGame) -> list[dict[str, object]]:
    return [
        {"game": game.id, "sequence": sequence, "time": one.time, "seat": one.seat, "command": one.command}
        for sequence, one in enumerate(game.commands)
    ]
