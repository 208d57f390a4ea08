"""What the server is told of the game (R1, R7), and that every rule has its test."""

import re
from pathlib import Path

import pytest

from engines import five_of_a_kind
from engines.catalogue import KINDS
from engines.contract import BotSeat, SeatInfo
from engines.five_of_a_kind.bot import Bot
from engines.five_of_a_kind.model import Settings
from tests.engines.five_of_a_kind_table import ANYTHING, KEY

KIND = KINDS["five_of_a_kind"]
HUMAN, BOT = SeatInfo(), SeatInfo(bot=True)


def test_r1_one_to_eight_humans_and_at_most_one_bot_play() -> None:
    assert KIND.humans(Settings()) == (1, 8)
    tables: list[tuple[SeatInfo, ...]] = [(HUMAN,), (HUMAN, BOT), (HUMAN,) * 8, (*(HUMAN,) * 8, BOT)]
    for seats in tables:
        assert len(KIND.new(Settings(), seats, KEY).shared("table").players) == len(seats)  # type: ignore[attr-defined]
    refused: list[tuple[SeatInfo, ...]] = [(), (BOT,), (HUMAN,) * 9, (HUMAN, BOT, BOT)]
    for seats in refused:
        with pytest.raises(ValueError, match="humans"):
            KIND.new(Settings(), seats, KEY)


def test_r1_a_guest_plays_alone_and_games_are_rated() -> None:
    assert (KIND.name, KIND.title, KIND.guests, KIND.rating) == ("five_of_a_kind", "Five of a Kind", "alone", "elo")
    assert (KIND.clock, KIND.book, KIND.settings) == ("room", "none", Settings)


@pytest.mark.parametrize(
    ("settings", "bots"),
    [
        (Settings(), ()),
        (Settings(difficulty="expert"), ()),
        (Settings(bot=True), (BotSeat("Bot (Adaptive)"),)),
        (Settings(bot=True, difficulty="beginner"), (BotSeat("Bot (Beginner)"),)),
    ],
)
def test_r1_the_settings_ask_for_the_bot(settings: Settings, bots: tuple[BotSeat, ...]) -> None:
    assert KIND.bots(settings) == bots


def test_the_bot_of_a_seat_is_the_one_that_plays_this_game() -> None:
    bot = KIND.bot(Settings(bot=True), (HUMAN, BOT), 1, KEY)
    assert isinstance(bot, Bot)
    assert bot.plan is None


def test_r7_contradicting_settings_make_no_game() -> None:
    for settings in (Settings(counting="anything"), Settings(color=False, shape=False, shading=False)):
        with pytest.raises(ValueError, match="Anything"):
            KIND.new(settings, (HUMAN,), KEY)
    KIND.new(ANYTHING, (HUMAN,), KEY)


def test_r7_only_the_operator_bounds_the_interval() -> None:
    wished = Settings(floor=1, ceiling=2)
    assert KIND.bounded(wished, {}) == Settings()
    assert KIND.bounded(wished, {"floor": 400}) == Settings(floor=400)
    assert KIND.bounded(wished, {"floor": 400, "ceiling": 9000}) == Settings(floor=400, ceiling=9000)
    for bounds in ({"floor": 0}, {"ceiling": 10**9}, {"interval": 5}):
        with pytest.raises(ValueError, match=r"floor|ceiling"):
            KIND.bounded(Settings(), bounds)


def test_every_rule_of_the_prose_has_a_test_named_after_it() -> None:
    prose = five_of_a_kind.__doc__ or ""
    rules = [int(number) for number in re.findall(r"^    R(\d+)\. ", prose, re.MULTILINE)]
    assert rules == list(range(1, len(rules) + 1))
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_five_of_a_kind_*.py"))
    names = re.findall(r"def (test_\w+)", tests)
    named = {int(number) for name in names for number in re.findall(r"_r(\d+)(?=_)", name)}
    assert set(rules) - named == set()


def test_every_rule_cited_in_the_code_exists() -> None:
    folder = Path(five_of_a_kind.__file__).parent
    last = max(int(number) for number in re.findall(r"^    R(\d+)\. ", five_of_a_kind.__doc__ or "", re.MULTILINE))
    for path in folder.glob("*.py"):
        for number in re.findall(r"\bR(\d+)\b", path.read_text()):
            assert 1 <= int(number) <= last, path.name
