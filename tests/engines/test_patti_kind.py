"""What the server is told of the game (R1), its form, and that every rule has its test."""

import re
from pathlib import Path
from typing import Any

import pytest

from engines import patti
from engines.catalogue import KINDS
from engines.contract import Away, Back, BotSeat, Host, Illegal, Leave, SeatInfo
from engines.patti.bot import Bot
from engines.patti.model import Settings
from engines.patti.setup import SETUP
from tests.engines.patti_table import KEY, Table

KIND = KINDS["patti"]
HUMAN, BOT = SeatInfo(balance=10_000), SeatInfo(bot=True, balance=10_000)


@pytest.mark.parametrize(
    ("settings", "humans"),
    [
        (Settings(), (2, 8)),
        (Settings(cards=20), (2, 6)),
        (Settings(bots=1), (1, 7)),
        (Settings(bots=7), (1, 1)),
        (Settings(cards=20, bots=5), (1, 1)),
    ],
)
def test_r1_two_to_eight_play_with_24_cards_and_two_to_six_with_20(settings: Settings, humans: tuple[int, int]) -> None:
    assert KIND.humans(settings) == humans
    least, most = humans
    for number in (least, most):
        KIND.new(settings, (*(HUMAN,) * number, *(BOT,) * settings.bots), KEY)
    for number in (least - 1, most + 1):
        with pytest.raises(ValueError, match="play"):
            KIND.new(settings, (*(HUMAN,) * number, *(BOT,) * settings.bots), KEY)
    with pytest.raises(ValueError, match="bots"):
        KIND.new(settings, (*(HUMAN,) * least, *(BOT,) * (settings.bots + 1)), KEY)


def test_r1_bots_leave_a_place_for_a_human() -> None:
    assert SETUP.problems(Settings(cards=20, bots=6)) == ("With 20 cards at most 5 bots can play.",)
    with pytest.raises(ValueError, match="at most 5 bots"):
        KIND.new(Settings(cards=20, bots=6), (BOT,) * 6, KEY)
    assert SETUP.adjusted(Settings(bots=7), "cards", 20) == Settings(cards=20, bots=5)
    assert [choice.value for choice in SETUP.shown(Settings(cards=20), "bots").choices] == list(range(6))
    assert SETUP.adjusted(Settings(cards=20), "bots", 6) == Settings(cards=20)


def test_r1_bots_are_of_one_temper_or_of_all_three_in_turn() -> None:
    assert KIND.bots(Settings()) == ()
    assert KIND.bots(Settings(bots=2, temper="bold")) == (BotSeat("Bot 1 (Bold)"), BotSeat("Bot 2 (Bold)"))
    names = [bot.name for bot in KIND.bots(Settings(bots=4))]
    assert names == ["Bot 1 (Cautious)", "Bot 2 (Balanced)", "Bot 3 (Bold)", "Bot 4 (Cautious)"]


def test_the_kind_has_a_book_and_no_ratings() -> None:
    assert (KIND.name, KIND.title, KIND.guests, KIND.rating) == ("patti", "Patti 24", "admitted", "none")
    assert (KIND.clock, KIND.book, KIND.opening, KIND.settings) == ("room", "host", 10_000, Settings)


def test_r24_only_the_operator_sets_the_cap() -> None:
    wished = Settings(patience=3_600_000)
    assert KIND.bounded(wished, {}) == Settings()
    assert KIND.bounded(wished, {"patience": 30_000}) == Settings(patience=30_000)
    bounds: list[dict[str, int]] = [{"patience": 5}, {"patience": 10**9}, {"rounds": 5}]
    for wrong in bounds:
        with pytest.raises(ValueError, match="patience"):
            KIND.bounded(Settings(), wrong)
    assert ("A short stack may wait", "10 minutes") in SETUP.facts(Settings())
    assert ("A short stack may wait", "45 seconds") in SETUP.facts(Settings(patience=45_000))


def test_the_form_and_its_words() -> None:
    assert SETUP.summary(Settings()) == "24 cards, boot 10, ×1.5, 30 rounds"
    assert SETUP.headline(Settings()) == "24 cards for 2 to 8 players and no bots"
    assert SETUP.headline(Settings(bots=1)) == "24 cards for 1 to 7 players and 1 bot"
    assert SETUP.headline(Settings(cards=20, bots=5)) == "20 cards for 1 player and 5 bots"
    facts = dict(SETUP.facts(Settings(bots=2)))
    assert (facts["Deck"], facts["Bots"], facts["Temper of the bots"]) == ("24 cards (A to 9)", "2", "Mixed")
    assert "Temper of the bots" not in dict(SETUP.facts(Settings()))


def test_a_field_takes_its_values_and_no_others() -> None:
    assert SETUP.adjusted(Settings(), "boot", 50) == Settings(boot=50)
    assert SETUP.adjusted(Settings(), "temper", "bold") == Settings()
    assert not SETUP.shown(Settings(), "temper").enabled
    assert SETUP.adjusted(Settings(bots=1), "temper", "bold") == Settings(bots=1, temper="bold")
    wrong: list[tuple[str, Any]] = [("boot", 15), ("bots", True), ("rounds", "30")]
    for name, value in wrong:
        with pytest.raises(ValueError, match="never"):
            SETUP.adjusted(Settings(), name, value)
    with pytest.raises(KeyError):
        SETUP.adjusted(Settings(), "patience", 30_000)


def test_what_the_room_tells_of_nobody_is_refused_and_of_those_who_left_means_nothing() -> None:
    table = Table(2, settings=Settings(bots=1))
    for command in (Away(2), Leave(2), Back(7), Away(-1), Host(2)):
        with pytest.raises(Illegal, match="no_seat"):
            table.tell(command)
    table.tell(Leave(1))
    game = table.game
    for command in (Away(1), Back(1), Leave(1), Host(1), Back(0)):
        assert table.tell(command) == ()
        assert table.game is game


def test_the_bot_of_a_seat_is_the_one_that_plays_this_game() -> None:
    bot = KIND.bot(Settings(bots=1), (HUMAN, BOT), 1, KEY)
    assert isinstance(bot, Bot)
    with pytest.raises(ValueError, match="bot's seat"):
        KIND.bot(Settings(bots=1), (HUMAN, BOT), 0, KEY)


def test_every_rule_of_the_prose_has_a_test_named_after_it() -> None:
    prose = patti.__doc__ or ""
    rules = [int(number) for number in re.findall(r"^    R(\d+)\. ", prose, re.MULTILINE)]
    assert rules == list(range(1, len(rules) + 1))
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_patti_*.py"))
    names = re.findall(r"def (test_\w+)", tests)
    named = {int(number) for name in names for number in re.findall(r"_r(\d+)(?=_)", name)}
    assert set(rules) - named == set()


def test_every_rule_cited_in_the_code_exists() -> None:
    folder = Path(patti.__file__).parent
    last = max(int(number) for number in re.findall(r"^    R(\d+)\. ", patti.__doc__ or "", re.MULTILINE))
    cited = {int(number) for path in folder.glob("*.py") for number in re.findall(r"\bR(\d+)\b", path.read_text())}
    assert max(cited) == last
