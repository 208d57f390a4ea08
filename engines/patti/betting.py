"""The acts of a round: bets, drops, side shows and shows, and whose turn it is after each."""

from msgspec.structs import replace

from engines.contract import Seat
from engines.patti import showdown
from engines.patti.hands import rank
from engines.patti.model import Answered, Asked, Did, Dropped, Gone, Paid, Raised, Refusing, Saw
from engines.patti.position import Position, Round

TURN = 30_000
"""A turn lasts so long (ms, R10)."""

ANSWER = 15_000
"""So long (ms) may whoever is asked for a side show think (R19)."""


def raised(position: Position, bet: int) -> int:
    """The bet of the next lap: the factor is in tenths, the rounding half up to the nearest 10 (R11)."""
    return (bet * position.settings.factor + 50) // 100 * 10


def open_turn(position: Position, seat: Seat, now: int) -> Position:
    """A player is on turn. The clock of one who cannot pay the price stands still (R24)."""
    wait = position.settings.patience if position.broke(seat) else TURN
    round_ = replace(position.the_round, turn=seat, began=now, deadline=now + wait)
    return position.but(round=round_, turns=position.turns + 1)


def see(position: Position, seat: Seat) -> Position:
    """A player looks at the own cards (R13). Who can pay no more than half the bet gets time to think (R24)."""
    round_ = position.the_round
    round_ = replace(round_, plays=round_.plays_with(seat, seen=True))
    position = position.telling(Saw(seat), round=round_)
    if round_.turn == seat and round_.asked is None and position.broke(seat):
        return position.but_round(deadline=round_.began + position.settings.patience)
    return position


def bet(position: Position, seat: Seat, now: int) -> Position:
    """Pay the price; nothing left after it is all in (R14, R22)."""
    round_ = position.the_round
    play = round_.play(seat)
    position = _paid(position, seat, "bet" if play.seen else "blind", play.price(round_.bet))
    if position.chairs[seat].coins == 0:
        return showdown.reveal(position, "all in", now)
    return go_on(position, now)


def all_in(position: Position, seat: Seat, now: int) -> Position:
    """Put in what is left, and end the betting (R22)."""
    position = _paid(position, seat, "all in", position.chairs[seat].coins)
    return showdown.reveal(position, "all in", now)


def show(position: Position, seat: Seat, now: int) -> Position:
    """Pay for the showdown of the last two (R17)."""
    position = _paid(position, seat, "show", position.the_round.bet)
    return showdown.reveal(position, "show", now)


def ask(position: Position, seat: Seat, now: int) -> Position:
    """Pay the bet, and ask for a side show (R18)."""
    rival = position.the_round.rival(seat)
    if rival is None:
        raise AssertionError("a side show is legal only with somebody who acted before")
    position = _paid(position, seat, "side show", position.the_round.bet)
    position = position.but_round(asked=rival, began=now, deadline=now + ANSWER)
    return position.telling(Asked(seat, rival))


def answer(position: Position, accept: bool, now: int) -> Position:
    """The side show is declined, or the weaker hand drops, of equal ones the asker's (R19)."""
    if not accept:
        return go_on(_closed(position, "declined"), now)
    round_ = position.the_round
    asker, asked = round_.turn, _asked(round_)
    weaker = asker if _rank(round_, asker) <= _rank(round_, asked) else asked
    position = position.but_round(shown=(*round_.shown, (asker, asked), (asked, asker)))
    position = _closed(position, "accepted")
    return go_on(_out(position, weaker, "side show"), now)


def time_out(position: Position, now: int) -> Position:
    """Nobody answered a side show, or acted on a turn (R10, R19)."""
    round_ = position.the_round
    if round_.asked is not None:
        return go_on(_closed(position, "timeout"), now)
    return drop(position, round_.turn, "timeout", now)


def drop(position: Position, seat: Seat, why: Gone, now: int) -> Position:
    """A player is out of the round, on turn or not: the turn goes on where that decided it (R16, R21, R31)."""
    round_ = position.the_round
    if round_.asked is not None and seat in (round_.turn, round_.asked):
        return go_on(_out(_closed(position, "off"), seat, why), now)
    position = _out(position, seat, why)
    if round_.turn == seat or len(position.the_round.inside) == 1:
        return go_on(position, now)
    return position


def go_on(position: Position, now: int) -> Position:
    """After a turn that is spent: the end of the round, or the next turn, before it perhaps a new lap (R9, R11)."""
    round_ = position.the_round
    if len(round_.inside) == 1:
        return showdown.take_all(position, now)
    if not round_.due:
        lap, higher = round_.lap + 1, raised(position, round_.bet)
        round_ = replace(round_, bet=higher, lap=lap, due=round_.inside)
        position = position.telling(Raised(lap, higher), round=round_)
    return open_turn(position, round_.following(round_.turn)[0], now)


def _paid(position: Position, seat: Seat, what: Did, amount: int) -> Position:
    """A player pays for an act, and has acted in this lap."""
    round_ = position.the_round
    play = round_.play(seat)
    blinds = play.blinds + (what == "blind")
    plays = round_.plays_with(seat, paid=play.paid + amount, blinds=blinds, did=what)
    over = round_.compared
    compared = None if over is not None and seat in (over.asker, over.asked) else over
    round_ = replace(round_, plays=plays, due=_without(seat, round_.due), compared=compared)
    return position.telling(Paid(seat, what, amount), round=round_).moving(seat, "pot", amount, what)


def _out(position: Position, seat: Seat, why: Gone) -> Position:
    round_ = position.the_round
    inside, due = _without(seat, round_.inside), _without(seat, round_.due)
    round_ = replace(round_, plays=round_.plays_with(seat, gone=why), inside=inside, due=due)
    return position.telling(Dropped(seat, why), round=round_)


def _closed(position: Position, how: Refusing) -> Position:
    """No side show is waited for any more."""
    round_ = position.the_round
    over = Answered(round_.turn, _asked(round_), how)
    return position.but_round(asked=None, compared=over).telling(over)


def _without(seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple([other for other in seats if other != seat])


def _asked(round_: Round) -> Seat:
    if round_.asked is None:
        raise AssertionError("nobody was asked for a side show")
    return round_.asked


def _rank(round_: Round, seat: Seat) -> tuple[int, int, int, int]:
    return rank(round_.play(seat).hand)
