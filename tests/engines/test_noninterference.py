"""No byte that a viewer gets depends on a secret: hidden cards, the deck, hidden totals, what the bot has learned."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import Seat, SeatInfo, Step, Viewer
from engines.five_of_a_kind.adaptive import start
from engines.five_of_a_kind.board import EMPTY, UNDEALT, answers, deck
from engines.five_of_a_kind.game import Game
from engines.five_of_a_kind.kind import FiveOfAKind
from engines.five_of_a_kind.learning import Study
from engines.five_of_a_kind.model import Claim, Dealt, Over, Resolved, Settings, Vote
from engines.five_of_a_kind.position import Position
from tests.engines import leaks
from tests.engines.drive import Table, frames
from tests.engines.leaks import Leaky, Spoil
from tests.engines.players import Player
from tests.engines.shadow import Shadow
from tests.engines.strategies import tables_of
from tests.engines.walk import Habits, Walker

KIND = FiveOfAKind()
HABITS = Habits(Player(sees=50), leaves=1)
Drawn = tuple[Settings, tuple[SeatInfo, ...], bytes]

walks = settings(max_examples=100, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def other_board(position: Position, chance: Chance, *, blind: bool) -> tuple[int, ...]:
    """Other cards where the viewer sees none, with the same hint if the room gives hints."""
    mask = position.settings.previous == "mask"
    pool = (*deck(position.settings), EMPTY)
    for _ in range(30):
        board = []
        for slot, card in enumerate(position.board):
            if card != UNDEALT and (blind or (mask and slot != position.newest)):
                pick, chance = chance.below(len(pool))
                card = pool[pick]
            board.append(card)
        same = bool(answers(tuple(board), position.settings)) == bool(position.answers)
        if same or position.settings.hint == "none":
            return tuple(board)
    return position.board


def twin(position: Position, chance: Chance, *, blind: bool, same_deck: bool) -> Position:
    """The same game but for everything that the viewers cannot know."""
    board = other_board(position, chance, blind=blind)
    hidden_review = blind or position.settings.previous == "mask"
    learner = replace(start("expert"), learns=True)
    return position.but(
        board=board,
        answers=answers(board, position.settings),
        snapshot=board if hidden_review and position.snapshot else position.snapshot,
        deck=position.deck if same_deck else chance.fork("another deck"),
        dealt=position.dealt + 5,
        opportunities=position.opportunities + 3,
        study=position.study and Study(learner, position.study.tempted),
        claims=tuple(replace(claim, selection=claim.selection and claim.selection + 1) for claim in position.claims),
    )


def public(step: Step) -> object:
    """The dealt cards, the results and the hint are everybody's; at the end all is."""
    game: Any = step.game
    if any(isinstance(event, Over) for event in step.events):
        return None
    return [event for event in step.events if isinstance(event, Dealt | Resolved)], game.shared("table").hint


def until_settled(step: Step) -> object:
    """A claimant sees the board again as soon as the claim is settled."""
    return None if any(isinstance(event, Resolved) for event in step.events) else public(step)


def look_from_outside(drawn: Drawn, acts: int, spoil: Spoil | None = None) -> Counter[str]:
    """Everybody who is not choosing, and a watcher: a twin from after some acts on."""
    chosen, seats, key = drawn
    table = Table(KIND, chosen, seats, key)
    chance = Chance(key).fork("twin")
    walker = Walker(table, Chance(key).fork("walk"), HABITS)
    walker.walk(acts)
    if table.over:
        return Counter()
    game: Any = table.game
    same_deck, chance = chance.percent(80)
    other: Any = Game(twin(game.position, chance, blind=False, same_deck=same_deck))
    if spoil:
        table.game, other = Leaky(game, spoil), Leaky(other, spoil)
    return follow(table, walker, Shadow(table, other, (None, *table.humans), public))


def slow_to_choose(table: Table, seat: Seat, chance: Chance) -> tuple[Any, Chance]:
    """Somebody who never answers, so that the others can do much meanwhile."""
    legal: Any = table.game.legal(seat)
    return (None, chance) if legal.answers else HABITS.choose(table, seat, chance)


def look_as_claimant(drawn: Drawn, acts: int, spoil: Spoil | None = None) -> Counter[str]:
    """The claimant who chooses, from the claim until it is settled, with another board altogether."""
    chosen, seats, key = drawn
    table = Table(KIND, chosen, seats, key)
    walker = Walker(table, Chance(key).fork("walk"), HABITS)
    walker.walk(acts)
    for _ in range(20):
        able = [seat for seat in table.humans if table.game.own(seat).legal.claim is not None]  # type: ignore[attr-defined]
        if able or table.over:
            break
        table.pass_deadlines(1)
    if not able or table.over:
        return Counter()
    walker.habits = Habits(slow_to_choose, leaves=5)
    table.act(able[0], Claim(table.game.own(able[0]).legal.claim))  # type: ignore[attr-defined]
    game: Any = table.game
    other: Any = Game(twin(game.position, Chance(key).fork("twin"), blind=True, same_deck=False))
    if spoil:
        table.game, other = Leaky(game, spoil), Leaky(other, spoil)
    return follow(table, walker, Shadow(table, other, (able[0],), until_settled))


def follow(table: Table, walker: Walker, shadow: Shadow) -> Counter[str]:
    table.watchers.append(shadow)
    for _ in range(40):
        if table.over or shadow.parted:
            break
        walker.step()
    return shadow.compared


def masked(drawn: Drawn) -> Drawn:
    chosen, seats, key = drawn
    return replace(chosen, previous="mask"), seats, key


TABLES = tables_of(KIND, most=3)
MASKED = TABLES.map(masked)
ACTS = st.integers(0, 40)


def test_what_the_table_sees_depends_on_no_secret() -> None:
    compared = Counter[str]()

    @walks
    @given(TABLES | MASKED, ACTS)
    def walk(drawn: Drawn, acts: int) -> None:
        compared.update(look_from_outside(drawn, acts))

    walk()
    assert all(compared[act] > 10 for act in ("time", "Claim", "Answer", "Vote", "Away", "Back")), compared


def test_what_a_claimant_sees_depends_on_no_card() -> None:
    compared = Counter[str]()

    @walks
    @given(TABLES, ACTS)
    def walk(drawn: Drawn, acts: int) -> None:
        assume(drawn[0].counting != "anything")
        compared.update(look_as_claimant(drawn, acts))

    walk()
    assert all(compared[act] for act in ("Vote", "Away", "Back")), compared


def test_who_voted_how_is_known_to_nobody_else() -> None:
    viewers: tuple[Viewer, ...] = (2, None)
    seen = []
    for first, second in (("slower", "faster"), ("faster", "slower")):
        game = KIND.new(Settings(), (SeatInfo(),) * 3, bytes(32))
        after = game.apply(0, Vote(first), 5).game.apply(1, Vote(second), 6)  # type: ignore[arg-type]
        dealt = after.game.expire(1000)
        seen.append([frames(after, viewers), frames(dealt, viewers)])
    assert seen[0] == seen[1]


OUTSIDE: list[Spoil] = [
    *(
        leaks.shows_masked_cards,
        leaks.counts_opportunities,
        leaks.allows_only_right_claims,
        leaks.hurries_when_there_is_an_answer,
    ),
    *(leaks.reviews_under_mask, leaks.tells_in_an_event, leaks.shows_the_next_card, leaks.tells_what_the_bot_learned),
]
CLAIMANT: list[Spoil] = [
    leaks.shows_masked_cards,
    leaks.shows_the_newest_card_alone,
    leaks.tells_how_many_answers,
    leaks.counts_opportunities,
]


def caught(look: Callable[[Drawn, int, Spoil], object], spoil: Spoil) -> None:
    """The comparison fails for at least one of these rooms."""
    for number in range(80):
        key = number.to_bytes(32, "big")
        chosen = Settings(previous="mask", bot=True, empty=0, color=number % 2 == 0, slots=3)
        look((chosen, (SeatInfo(), SeatInfo(), SeatInfo(bot=True)), key), number % 20, spoil)


@pytest.mark.parametrize("spoil", OUTSIDE)
def test_a_leak_to_the_table_is_caught(spoil: Spoil) -> None:
    with pytest.raises(AssertionError):
        caught(look_from_outside, spoil)


@pytest.mark.parametrize("spoil", CLAIMANT)
def test_a_leak_to_the_claimant_is_caught(spoil: Spoil) -> None:
    with pytest.raises(AssertionError):
        caught(look_as_claimant, spoil)


@pytest.mark.parametrize("look", [look_from_outside, look_as_claimant])
def test_without_a_leak_those_rooms_pass(look: Callable[[Drawn, int, Spoil], object]) -> None:
    caught(look, lambda game, part: part)
