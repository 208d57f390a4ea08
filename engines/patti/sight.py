"""Who may see what: the only file that makes views and reduces events. What a viewer may not know is never built.

The shared view holds no card but those revealed at a showdown; a hand that only some may see stands in their own views.
"""

from msgspec.structs import replace

from engines.contract import Seat, Viewer
from engines.patti import ending
from engines.patti.betting import raised
from engines.patti.deals import WAITS
from engines.patti.model import Ask, Committed, Event, Legal, Own, Result, Row, Shared
from engines.patti.position import BLIND_BETS, Position, Round
from engines.patti.showdown import opened


def audience(viewer: Viewer, *, testing: bool = False) -> str:
    """Players and watchers share one view, also under test."""
    return "table"


def legal(position: Position, seat: Seat) -> Legal:
    """What a seat may do now. `apply` judges by this, so a live key and a verdict cannot differ."""
    if position.ended or not position.chairs[seat].seated:
        return Legal()
    round_ = position.running
    if round_ is None:
        can = seat == position.host and position.next_deal is not None
        return Legal(hold=not position.held if can else None)
    if seat not in round_.inside:
        return Legal()
    play = round_.play(seat)
    if round_.asked is not None:
        asked = round_.asked == seat
        return Legal(turn=position.turns if asked else 0, see=not play.seen, answer=asked)
    if round_.turn != seat:
        return Legal(see=not play.seen)
    return _on_turn(position, round_, seat)


def _on_turn(position: Position, round_: Round, seat: Seat) -> Legal:
    """The acts of a turn (R14 to R18, R22)."""
    play, inside = round_.play(seat), len(round_.inside)
    coins, price = position.chairs[seat].coins, play.price(round_.bet)
    if not play.seen and play.blinds >= BLIND_BETS:
        return Legal(turn=position.turns, see=True, drop=True, full=round_.bet)
    rival = round_.rival(seat) if play.seen and inside > 2 and coins >= round_.bet else None
    return Legal(
        turn=position.turns,
        see=not play.seen,
        bet=price if coins >= price else None,
        all_in=coins if coins < price else None,
        drop=True,
        show=inside == 2 and coins >= round_.bet,
        side_show=rival if rival is not None and round_.play(rival).seen else None,
        full=round_.bet,
    )


def own(position: Position, seat: Seat) -> Own:
    """What only the seat may know: its cards once it has looked (R8), and hands that side shows opened to it (R20)."""
    round_ = position.round
    if round_ is None or seat not in round_.players:
        return Own(seat, None, (), legal(position, seat))
    play = round_.play(seat)
    others = tuple([opened(owner, round_.play(owner)) for viewer, owner in round_.shown if viewer == seat])
    return Own(seat, opened(seat, play) if play.seen else None, others, legal(position, seat))


def shared(position: Position) -> Shared:
    """What everybody may know."""
    round_, running = position.round, position.running
    return Shared(
        round=position.dealt,
        rows=tuple([_row(position, seat) for seat in position.ring]),
        host=position.host,
        dealer=position.dealer,
        pot=round_.pot if round_ else 0,
        bet=round_.bet if round_ else position.settings.boot,
        raised=raised(position, round_.bet if round_ else position.settings.boot),
        lap=round_.lap if round_ else 0,
        turn=running.turn if running else None,
        began=running.began if running else None,
        deadline=running.deadline if running else None,
        stopped=running is not None and running.asked is None and position.broke(running.turn),
        ask=Ask(running.turn, running.asked) if running and running.asked is not None else None,
        result=_result(round_),
        commitments=_commitments(round_),
        next_deal=position.next_deal,
        held=position.held,
        stacked=position.stacked,
        final=ending.record(position),
        compared=round_.compared if round_ else None,
    )


def seen(event: Event, audience: str) -> Event:
    """The event as an audience may know it. No event holds a card, so everybody may know them all."""
    return event


def _result(round_: Round | None) -> Result | None:
    return round_.result if round_ else None


def _commitments(round_: Round | None) -> tuple[Committed, ...]:
    if round_ is None:
        return ()
    return tuple([Committed(seat, places) for seat, places in zip(round_.players, round_.commitments, strict=True)])


def _row(position: Position, seat: Seat) -> Row:
    chair, round_ = position.chairs[seat], position.round
    row = Row(seat, chair.coins, chair.net, chair.won, chair.bot, chair.seated, chair.away, removed=chair.removed)
    if round_ is not None and seat in round_.players:
        play = round_.play(seat)
        row = replace(
            row,
            playing=True,
            inside=seat in round_.inside,
            seen=play.seen,
            blinds=play.blinds,
            paid=play.paid,
            due=seat in round_.due,
            did=play.did,
            gone=play.gone,
        )
    elif position.short(seat):
        row = replace(row, waits=max(0, WAITS - chair.waited))
    return row
