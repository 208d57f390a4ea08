"""Proving a deal: what is promised before the first card, and whether a finished game is what came of it."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from engines.contract import Game, Illegal, Kind, Seat, SeatInfo, SeatResult, System

PROMISE: Final = b"fivefold: the key of a game, "


def commitment(key: bytes) -> str:
    """What everybody may know of a game's key from the start: the SHA-256 of a fixed phrase and the key."""
    return hashlib.sha256(PROMISE + key).hexdigest()


def card_commitment(salt: str, round_: int, seat: Seat, place: int, card: str) -> str:
    """What is published of a single card before anybody acts; round, seat and place (from 1) belong to it."""
    return hashlib.sha256(f"{salt} {round_} {seat} {place} {card}".encode()).hexdigest()


class Move(Struct, frozen=True):
    """One command, as plain values, at `time` ms of the game's clock; from `seat`, or from the room."""

    time: int
    seat: Seat | None
    command: dict[str, Any]


class Rating(Struct, frozen=True):
    """A seat's rating before and after the game."""

    seat: Seat
    before: float
    after: float


class Account(Struct, frozen=True):
    """A finished game with all that is needed to deal and score it again. As JSON it is a file to hand on.

    `settings` and `record` are plain values; `key` is in hexadecimal.
    """

    game: str
    kind: str
    rules: int
    settings: dict[str, Any]
    seats: tuple[SeatInfo, ...]
    key: str
    moves: tuple[Move, ...]
    how: str
    results: tuple[SeatResult, ...]
    record: dict[str, Any]
    ratings: tuple[Rating, ...] = ()


def problems(account: Account, kind: Kind) -> tuple[str, ...]:
    """What does not agree when a game is dealt, played and scored again: sentences; none if all agrees."""
    if account.rules != kind.rules:
        return (f"It was played by version {account.rules} of the rules; this is version {kind.rules}.",)
    try:
        settings = msgspec.convert(account.settings, kind.settings)
        game = _played(kind.new(settings, account.seats, bytes.fromhex(account.key)), kind, account.moves)
    except Illegal as refusal:
        return (f"A command is not allowed by the rules: {refusal.code}.",)
    except ValueError as fault:
        return (f"It cannot be played again: {fault}.",)
    outcome = game.outcome
    if outcome is None:
        return ("Played again, it does not come to its end.",)
    found = []
    if outcome.how != account.how:
        found.append(f"It ended by {outcome.how!r}, not by {account.how!r}.")
    if _by_seat(outcome.results) != _by_seat(account.results):
        found.append("Points or places are not what comes of it.")
    if not _same(account.record, outcome.record):
        found.append("Its record is not what comes of it.")
    if account.ratings:
        before = {rating.seat: rating.before for rating in account.ratings}
        if dict(kind.rate(outcome, account.seats, before)) != {one.seat: one.after for one in account.ratings}:
            found.append("The ratings are not what the result makes of those before.")
    return tuple(found)


def _played(game: Game, kind: Kind, moves: Sequence[Move]) -> Game:
    for move in moves:
        while game.deadline is not None and game.deadline <= move.time:
            game = game.expire(game.deadline).game
        command: Any = msgspec.convert(move.command, System if move.seat is None else kind.commands)
        game = game.apply(move.seat, command, move.time).game
    while game.outcome is None and game.deadline is not None:
        game = game.expire(game.deadline).game
    return game


def _same(plain: dict[str, Any], record: Struct) -> bool:
    try:
        return bool(msgspec.convert(plain, type(record)) == record)
    except msgspec.ValidationError:
        return False


def _by_seat(results: Sequence[SeatResult]) -> list[SeatResult]:
    return sorted(results, key=lambda result: result.seat)
