"""No byte that a viewer of Patti 24 gets depends on a hand that the viewer may not see, or on a deck to come."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import SeatInfo, Step, Viewer
from engines.patti.deals import DECKS
from engines.patti.game import Game
from engines.patti.hands import rank
from engines.patti.kind import Patti
from engines.patti.model import Answered, Own, Paid, Revealed, Saw, Settings, Shared
from engines.patti.position import Position
from tests.engines.drive import Table
from tests.engines.leaks import Leaky, Spoil
from tests.engines.shadow import Shadow
from tests.engines.strategies import tables_of
from tests.engines.test_patti_walks import Gambler, whoever_is_on_turn
from tests.engines.walk import Habits, Walker

KIND = Patti()
HABITS = Habits(Gambler(10), whoever_is_on_turn, time=8, leaves=5)
Drawn = tuple[Settings, tuple[SeatInfo, ...], bytes]


def known(position: Position, viewer: Viewer) -> set[int]:
    """Whose hands a viewer has seen: by looking, in side shows, at a showdown."""
    round_ = position.round
    assert round_ is not None
    seen = {hand.seat for hand in round_.result.revealed} if round_.result else set()
    seen |= {seat for seat in round_.players if seat == viewer and round_.play(seat).seen}
    return seen | {owner for other, owner in round_.shown if other == viewer}


def twin(position: Position, viewer: Viewer, chance: Chance, *, same_deck: bool) -> Position:
    """The same session, but with other hands where this viewer has seen none, and perhaps another deck to come."""
    round_ = position.the_round
    seen = known(position, viewer)
    kept = {card for seat in seen for card in round_.play(seat).hand}
    pool, chance = chance.shuffled([card for card in DECKS[position.settings.cards] if card not in kept])
    for at, seat in enumerate(one for one in round_.players if one not in seen):
        salts = tuple(chance.fork(f"salt {seat} {place}").key[:16].hex() for place in range(3))
        plays = position.the_round.plays_with(seat, hand=pool[3 * at : 3 * at + 3], salts=salts)
        position = position.but_round(plays=plays)
    return position.but(
        lots=chance.fork("other lots"), deals=position.deals if same_deck else chance.fork("another deck")
    )


def facts_of(viewer: Viewer) -> Any:
    """What a step makes known by right: who won and with what, and what a new deal committed to."""

    def facts(step: Step) -> object:
        for event in step.events:
            if isinstance(event, Saw) and event.seat == viewer:
                return None
            if isinstance(event, Answered) and event.how == "accepted" and viewer in (event.asker, event.asked):
                return None
        game: Any = step.game
        round_ = game.position.the_round
        return step.events, round_.result, round_.commitments, step.transfers

    return facts


def look(drawn: Drawn, acts: int, spoil: Spoil | None = None) -> Counter[str]:
    """One viewer, and a twin from after some acts on."""
    chosen, seats, key = drawn
    table = Table(KIND, chosen, seats, key)
    walker = Walker(table, Chance(key).fork("walk"), HABITS)
    walker.walk(acts)
    for _ in range(4):
        if table.game.position.running is None:  # type: ignore[attr-defined]
            table.pass_deadlines(1)
    game: Any = table.game
    if game.position.running is None:
        return Counter()
    chance = Chance(key).fork("twin")
    pick, chance = chance.below(len(table.seats) + 1)
    viewer = None if pick == len(table.seats) else pick
    same_deck, chance = chance.percent(80)
    other: Any = Game(twin(game.position, viewer, chance, same_deck=same_deck))
    if spoil:
        table.game, other = Leaky(game, spoil), Leaky(other, spoil)
    shadow = Shadow(table, other, (viewer, None), facts_of(viewer))
    table.watchers.append(shadow)
    for _ in range(30):
        if not shadow.parted:
            walker.step()
    return shadow.compared


TABLES = tables_of(KIND, most=4)


def test_what_a_viewer_sees_depends_on_no_hidden_hand() -> None:
    compared = Counter[str]()

    @settings(max_examples=120, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    @given(TABLES, st.integers(3, 60))
    def walk(drawn: Drawn, acts: int) -> None:
        compared.update(look(drawn, acts))

    walk()
    acts = ("time", "See", "Bet", "Drop", "SideShow", "Answer", "Away", "Back", "Leave")
    assert all(compared[act] for act in acts), compared


def best(game: Any) -> int:
    """Something that depends on the hidden hands."""
    return sum(rank(play.hand)[1] for play in game.position.round.plays) if game.position.round else 0


def shows_a_blind_hand_to_its_player(game: Any, part: Any) -> Any:
    round_ = game.position.round
    if not isinstance(part, Own) or round_ is None or part.seat not in round_.players:
        return part
    play = round_.play(part.seat)
    return replace(part, hand=Revealed(part.seat, play.hand, play.salts, ""))


def shows_the_hands_that_dropped(game: Any, part: Any) -> Any:
    if not isinstance(part, Shared) or part.result is None:
        return part
    plays = zip(game.position.round.players, game.position.round.plays, strict=True)
    revealed = tuple(Revealed(seat, play.hand, play.salts, "") for seat, play in plays)
    return replace(part, result=replace(part.result, revealed=revealed))


def shows_the_salts(game: Any, part: Any) -> Any:
    if not isinstance(part, Shared) or not part.commitments:
        return part
    plays = game.position.round.plays
    return replace(
        part, commitments=tuple(replace(one, places=plays[at].salts) for at, one in enumerate(part.commitments))
    )


def hurries_with_good_hands(game: Any, part: Any) -> Any:
    if not isinstance(part, Shared) or part.deadline is None:
        return part
    return replace(part, deadline=part.deadline - best(game))


def allows_only_good_hands_to_see(game: Any, part: Any) -> Any:
    if not isinstance(part, Own) or best(game) % 2:
        return part
    return replace(part, legal=replace(part.legal, see=False))


def tells_in_an_event(game: Any, part: Any) -> Any:
    return replace(part, amount=best(game)) if isinstance(part, Paid) else part


def shows_the_next_deck(game: Any, part: Any) -> Any:
    return replace(part, lap=game.position.deals.below(1000)[0]) if isinstance(part, Shared) else part


LEAKS = (
    shows_a_blind_hand_to_its_player,
    shows_the_hands_that_dropped,
    shows_the_salts,
    hurries_with_good_hands,
    allows_only_good_hands_to_see,
    tells_in_an_event,
    shows_the_next_deck,
)


def rooms(spoil: Spoil) -> None:
    for number in range(60):
        seats = (*(SeatInfo(balance=10_000),) * 3, SeatInfo(bot=True, balance=10_000))
        look((Settings(bots=1), seats, number.to_bytes(32, "big")), number % 20, spoil)


@pytest.mark.parametrize("spoil", LEAKS)
def test_a_leak_is_caught(spoil: Spoil) -> None:
    with pytest.raises(AssertionError):
        rooms(spoil)


def test_without_a_leak_those_rooms_pass() -> None:
    rooms(lambda game, part: part)
