"""A finished game played again, for one viewer: each step as that viewer was entitled to see it when it happened."""

from typing import Any, Final

import msgspec

from engines.contract import Away, Back, Game, Host, Illegal, Kind, SeatInfo, Sit, Step, Viewer
from protocol import codec
from protocol.archive import ReplayStep
from server.entries import command_of
from server.store.records import FinishedGame, FinishedSeat
from server.views import seen_events

MOST_STEPS: Final = 20_000
"""A game of more steps is not shown again; none that people play comes near."""


class CannotRerun(Exception):  # noqa: N818  # what the viewer is told is made of it
    """The stored game does not fit the rules as they are now."""


def rerun(kind: Kind, finished: FinishedGame, viewer: Viewer) -> tuple[ReplayStep, ...]:
    """Every step of a game, each as bytes that are ready to be sent. It computes for some time: call it in a thread.

    Raises:
        CannotRerun: the stored game is of other rules, or damaged.
    """
    if finished.rules != kind.rules:
        raise CannotRerun
    try:
        settings = msgspec.msgpack.decode(finished.settings, type=kind.settings)
        first = [seat for seat in finished.seats if seat.info is not None] or finished.seats
        game = kind.new(settings, tuple(map(seat_info, first)), finished.key)
        return tuple(_steps(game, finished, viewer, len(first)))
    except (Illegal, ValueError) as fault:
        raise CannotRerun from fault


def _steps(game: Game, finished: FinishedGame, seat: Viewer, seats: int) -> list[ReplayStep]:
    """The steps for somebody at a seat, of which there were so many at first: until it was taken, as a watcher."""
    viewer = seat if seat is not None and seat < seats else None
    steps = [_step(game, (), viewer, 0)]

    # When the newest step was taken, if nobody did more in it than go, come back or host.
    last: int | None = None

    def take(step: Step, at: int, *, quiet: bool = False) -> Game:
        nonlocal last
        if len(steps) >= MOST_STEPS:
            raise CannotRerun
        # A command that changes nothing (a return of somebody who was never gone) is no step to look at.
        if step.events or step.game != game:
            # Of those who go, come back or host at one moment, as in a restart, one step tells.
            quiet = quiet and not step.events
            if quiet and last == at:
                steps.pop()
            steps.append(_step(step.game, step.events, viewer, at))
            last = at if quiet else None
        return step.game

    for one in finished.commands:
        while game.deadline is not None and game.deadline <= one.time:
            game = take(game.expire(game.deadline), game.deadline)
        command = command_of(one.command)
        step = game.apply(one.seat, command, one.time)
        if isinstance(command, Sit) and command.seat == seat:
            viewer = seat
        game = take(step, one.time, quiet=isinstance(command, Away | Back | Host))
    while game.outcome is None and game.deadline is not None:
        game = take(game.expire(game.deadline), game.deadline)
    return steps


def _step(game: Game, events: tuple[Any, ...], viewer: Viewer, at: int) -> ReplayStep:
    audience = game.audience(viewer)
    own: Any = None if viewer is None else game.own(viewer)
    shared: Any = game.shared(audience)
    return codec.prepared(ReplayStep(at, shared, own, seen_events(game, events, audience)))


def seat_info(seat: FinishedSeat) -> SeatInfo:
    """What the game was told of a seat at its start; in games of old, what is known of it otherwise."""
    if seat.info is not None:
        return msgspec.msgpack.decode(seat.info, type=SeatInfo)
    guest = seat.account is None and not seat.bot
    return SeatInfo(bot=seat.bot, guest=guest, rating=seat.rating_before or SeatInfo().rating)
