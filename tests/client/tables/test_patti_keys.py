"""What keys and the mouse do at the table of Patti: an act is chosen, and only then sent."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as altered

from client.screens.dialogs import Page, Question
from client.screens.sized import UNSEEN
from client.screens.table import IGNORED
from client.tables.patti.acts import Acts, acts
from client.tables.patti.refusals import why_not
from engines.patti.model import AllIn, Answer, Answered, Bet, Drop, Hold, Legal, See, Show, SideShow
from protocol.messages import Line, ResetBook
from tests.client.tables.patti_scenes import BLIND, LAST_TWO, MY_TURN, NOW, OPEN, hand, over, scene
from tests.client.tables.patti_states import FEW, STATES
from tests.client.tables.stage import Play, playing

pytestmark = pytest.mark.asyncio


def read(play: Play) -> str:
    """What the dialog says that stands over the table."""
    dialog = play.app.screen
    assert isinstance(dialog, Question | Page)
    return str(dialog._text)


async def sent(play: Play, *keys: str) -> list[Any]:
    """What the player has sent by these keys."""
    play.app.wishes.clear()
    await play.press(*keys)
    return list(play.app.wishes)


async def test_a_key_chooses_and_enter_sends() -> None:
    async with playing(STATES["on turn"], (80, 24)) as play:
        assert "b Bet 30" in play.text()
        text = await play.press("b")
        assert "Enter sends it, Esc takes it back." in text
        assert "Side show 30" not in text
        assert play.app.wishes == []
        assert await sent(play, "enter") == [Bet(41)]
        assert await sent(play, "d", "d") == [Drop(41)]
        assert await sent(play, "space", "space") == [Bet(41)]
        assert await sent(play, "c", "enter") == [SideShow(41)]


async def test_a_wrong_key_is_taken_back_or_replaced() -> None:
    async with playing(STATES["on turn"], (80, 24)) as play:
        assert await sent(play, "d", "escape", "enter") == []
        assert "c Side show 30" in play.text()
        assert await sent(play, "d", "b", "enter") == [Bet(41)]


async def test_what_is_not_possible_has_no_key() -> None:
    async with playing(STATES["on turn"], (80, 24)) as play:
        assert await sent(play, "s", "s", "o", "o", "a", "y", "y", "x", "x", "h", "h", "enter") == []
        await play.show(STATES["another on turn"])
        assert await sent(play, "b", "b", "d", "d", "enter") == []
        assert "It is Bo's turn." in play.text()
        await play.show(STATES["watching"])
        assert await sent(play, "b", "b", "s", "s", "enter") == []
        await play.show(STATES["bet sent"])
        assert await sent(play, "b", "b", "d", "d", "enter") == []


async def test_no_act_is_chosen_or_sent_at_a_table_that_is_not_seen() -> None:
    async with playing(STATES["on turn"], (80, 24)) as play:
        await play.press("b")
        text = await play.resize(40, 12)
        assert "Make the window larger" in text
        assert not {"Send", "Bet", "Drop", "Side", "Esc"} & set(text.splitlines()[-1].split())
        assert await sent(play, "enter", "b", "b", "d", "d", "c", "enter", "space", "space") == []
        assert UNSEEN in await play.press("b")
        # Nor does anything that was chosen there wait for a larger window.
        text = await play.resize(80, 24)
        assert "c Side show 30" in text
        assert " b Bet" in text.splitlines()[-1]
        assert await sent(play, "enter") == []
        await play.show(STATES["clock stopped"])
        await play.resize(60, 19)
        await play.press("a")
        assert play.app.screen is play.app.table
        room = altered(STATES["watching"].room, joinable=True)
        await play.show(replace(STATES["watching"], room=room))
        assert "Sit down" not in play.text()
        await play.press("j")
        assert play.app.opened == []


async def test_of_two_notices_without_room_for_both_the_first_is_told_whole() -> None:
    why, host = "Bo had no connection for over 60 s and is removed: fine 100 coins.", "Ann is the host now."
    quiet = replace(STATES["another on turn"], lines=())
    said = replace(quiet, lines=(Line("", why, 9), Line("", host, 9)))
    async with playing(quiet, (80, 24)) as play:
        text = await play.show(said)
        assert text.splitlines()[-2].strip() == f"* {why}"
        assert host not in text
        await play.resize(100, 24)
        assert f"* {why}  * {host}" in await play.show(said)


async def test_after_the_last_blind_bet_the_player_reads_why_there_is_no_bet() -> None:
    words = "5 blind bets are the most: see your cards."
    async with playing(STATES["must see"], (80, 24)) as play:
        assert words in play.text()
        text = await play.press("b")
        assert text.count(words) == 1
        assert text.splitlines()[-2].strip() == "See your cards first."
        assert await sent(play, "b", "enter") == []
        await play.show(STATES["blind on turn"])
        play.app.time += 3_000
        await play.press("b")
        play.app.table._count_down()
        assert "See your cards first." not in await play.settle()


async def test_a_key_of_an_act_that_is_not_possible_says_why() -> None:
    between, turn, asked = "The next round has not begun.", "It is Bo's turn.", "asked for a side show"
    cases: list[tuple[str, str, str]] = [
        ("show", "bscydoa", between),
        ("another on turn", "bcdoa", turn),
        ("another on turn", "s", "You have seen your cards."),
        ("another on turn", "yx", "Nobody waits for your answer."),
        ("another on turn", "h", "The next round can be held between rounds."),
        ("on turn", "s", "You have seen your cards."),
        ("on turn", "o", "A show is for two; 4 are in."),
        ("on turn", "a", "You have enough for a bet."),
        ("blind on turn", "c", "See your cards first."),
        ("two on turn", "c", "A side show takes three; ask for a show."),
        ("clock stopped", "b", "Your coins are too few for a bet; you can go all in."),
        ("clock stopped", "c", "That costs 30."),
        (asked, "bd", "Answer the side show first."),
        ("asking for a side show", "b", "Zoë has not answered yet."),
        ("dropped", "bs", "You are not in any more."),
        ("sitting out", "b", "You sit this round out."),
        ("removed", "b", "You were removed from the table."),
        ("bet sent", "b", "What you sent is on its way."),
        ("watching", "b", "You are watching."),
    ]
    async with playing(STATES["on turn"], (80, 24)) as play:
        for name, keys, words in cases:
            for key in keys:
                await play.show(STATES[name])
                play.app.time += 3_000
                text = await play.press(key)
                assert text.splitlines()[-2].strip() == words, (name, key)
        assert play.app.wishes == []
        alone = scene(rows={**FEW, 4: {"did": "blind"}}, view=MY_TURN, legal=Legal(turn=41, bet=30), mine=hand(0))
        assert why_not(alone, "side_show") == "Zoë has not seen any cards."
        first = scene(rows={0: {"seen": True}}, view=MY_TURN, legal=Legal(turn=41, bet=30), mine=hand(0))
        assert why_not(first, "side_show") == "Nobody who is in has acted before you."
        assert why_not(scene(view={"host": 1}), "hold") == "Only the host can hold the next round."
        assert why_not(over(), "bet") == "The game is over."


async def test_a_sentence_about_a_key_goes_with_what_it_speaks_of() -> None:
    between = "The next round has not begun."
    async with playing(STATES["show"], (80, 24)) as play:
        assert between in await play.press("d")
        assert between not in await play.show(over())
        await play.show(STATES["another on turn"])
        assert "It is Bo's turn." in (await play.press("b")).splitlines()[-2]
        assert "turn" not in (await play.show(STATES["on turn"])).splitlines()[-2]


async def test_a_side_shows_end_is_news_until_the_turn_after_it_is_over() -> None:
    told, rows = "Bo did not answer.", {**FEW, 4: {**FEW[4], "did": "side show"}}
    view: dict[str, Any] = {"compared": Answered(4, 1, "timeout"), **MY_TURN}
    after = scene(rows=rows, view=view, legal=OPEN, mine=hand(0))
    next_turn = {**view, "turn": 3, "began": NOW + 9_000, "deadline": NOW + 39_000}
    async with playing(STATES["another on turn"], (120, 40)) as play:
        assert told in await play.show(after)
        assert "not answered" in await play.show(scene(rows=rows, view=next_turn, mine=hand(0)))
        assert told not in play.text()
        # Nor is anything told of somebody who has gone meanwhile.
        gone = {**rows, 1: {**rows[1], "inside": False, "gone": "drop"}}
        await play.show(STATES["another on turn"])
        assert told not in await play.show(scene(rows=gone, view=view, legal=OPEN, mine=hand(0)))


async def test_a_held_key_sends_nothing() -> None:
    async with playing(STATES["on turn"], (80, 24)) as play:
        assert IGNORED not in await play.press("b")
        assert IGNORED in await play.press(*["b"] * 6, after=40)
        assert play.app.wishes == []
        await play.press("b")
        assert play.app.wishes == [Bet(41)]
        # To choose harms nobody: that is never too soon, and what is ignored is said, for a moment.
        await play.press("d", "escape", "d", after=100)
        assert play.app.table.table.chosen.name == "drop"
        assert IGNORED in await play.press("d", after=100)
        assert await sent(play, "enter") == [Drop(41)]
        assert IGNORED in await play.press("d", "d", after=100)
        play.app.time += 3_000
        play.app.table._count_down()
        assert IGNORED not in await play.settle()


async def test_every_act_has_its_key() -> None:
    cases: list[tuple[Legal, str, object]] = [
        (BLIND, "b", Bet(41)),
        (BLIND, "s", See()),
        (LAST_TWO, "o", Show(41)),
        (Legal(turn=42, answer=True), "y", Answer(42, True)),
        (Legal(turn=42, answer=True), "x", Answer(42, False)),
        (Legal(hold=True), "h", Hold(True)),
        (Legal(hold=False), "h", Hold(False)),
    ]
    async with playing(STATES["on turn"], (80, 24)) as play:
        for legal, key, command in cases:
            await play.show(scene(rows=FEW, view=MY_TURN, legal=legal))
            assert await sent(play, key, "enter") == [command]


async def test_all_in_asks_first() -> None:
    async with playing(STATES["clock stopped"], (80, 24)) as play:
        text = await play.press("a")
        assert "All in 20?" in text
        assert "all who are in show" in read(play)
        await play.press("escape")
        assert play.app.wishes == []
        await play.press("a", "enter")
        assert not isinstance(play.app.screen, Question)
        await play.press("a", *["a"] * 9, after=400)  # a key that is held down answers no question
        assert play.app.wishes == []
        await play.press("y")
        assert play.app.wishes == [AllIn(41)]
        await play.press("a")
        await play.show(STATES["another on turn"])
        await play.press("y")
        assert play.app.wishes == [AllIn(41)]


async def test_what_was_chosen_falls_away_when_it_means_something_else() -> None:
    dearer = scene(
        rows=FEW, view={**MY_TURN, "bet": 50}, legal=Legal(turn=47, bet=50, drop=True, full=50), mine=hand(0)
    )
    async with playing(STATES["on turn"], (80, 24)) as play:
        await play.press("b")
        await play.show(STATES["another on turn"])
        await play.show(dearer)
        assert await sent(play, "enter") == []
        await play.press("b")
        await play.show(replace(dearer, notice="hello"))
        assert await sent(play, "enter") == [Bet(47)]


async def test_the_mouse_chooses_and_sends() -> None:
    async with playing(STATES["on turn"], (80, 24)) as play:
        for _ in range(2):
            await play.pilot.click(Acts, offset=(4, 1))
            await play.settle()
        assert play.app.wishes == [Bet(41)]
        await play.pilot.click(Acts, offset=(70, 1))
        await play.settle()
        assert play.app.wishes == [Bet(41)]


async def test_whoever_has_a_seat_is_asked_before_leaving_in_words_that_are_true_of_the_moment() -> None:
    nothing, last = "No round runs, so you lose nothing.", "The session ends, as Bo is the last one left."
    cases = [
        ("on turn", "You drop your hand. The 70 coins that you paid stay in the pot.", ""),
        ("two on turn", "The 150 coins that you paid stay in the pot.", last),
        ("dropped", "The round goes on without you.", ""),
        ("all in", nothing, ""),
        ("show", nothing, last),
        ("first round coming", nothing, ""),
        ("waiting for a player", nothing, "The session ends, as no other person is left."),
    ]
    async with playing(STATES["on turn"], (80, 24)) as play:
        for name, cost, end in cases:
            await play.show(STATES[name])
            await play.press("q")
            assert cost in read(play), name
            assert "There is no fine, and your balance is kept." in read(play)
            assert ("The session ends" in read(play)) == bool(end), name
            assert end in read(play)
            assert ("drop" in read(play)) == (name in {"on turn", "two on turn"})
            await play.press("enter")
            assert not isinstance(play.app.screen, Question)
        assert play.app.departures == []
        for account, book, kept in (
            ("guest", "Bo", "A guest's balance lasts for this session only."),
            ("guest", "", "A guest's balance lasts for this session only."),
            ("registered", "", "There is no fine, and your balance is kept until this room closes."),
        ):
            now = STATES["on turn"]
            members = (altered(now.room.members[0], account=account), *now.room.members[1:])
            await play.show(replace(now, room=altered(now.room, members=members, book=book)))
            await play.press("q")
            assert kept in read(play)
            assert ("is kept" in read(play)) == (account == "registered")
            await play.press("enter")
        await play.show(STATES["on turn"])
        await play.press("q", "e")
        assert play.app.departures == [None]
        for free in ("removed", "watching", "the end"):
            await play.show(STATES[free])
            await play.press("q")
            assert not isinstance(play.app.screen, Question)
        assert play.app.departures == [None] * 4


async def test_a_watcher_sits_down_where_there_is_room_and_the_owner_resets_the_book_between_rounds() -> None:
    watching = STATES["watching"]
    free = replace(watching, room=altered(watching.room, joinable=True))
    between = STATES["show"]
    owner = replace(between, room=altered(between.room, owns_book=True))
    async with playing(watching, (120, 40)) as play:
        assert "Sit down" not in play.text()
        assert "j Sit down" in await play.show(free)
        await play.press("j")
        assert [(one.room, one.join) for one in play.app.opened] == [("abc", True)]
        assert "Reset book" not in await play.show(between)
        assert "k Reset book" in await play.show(owner)
        await play.press("k")
        assert "also of players who are not here" in read(play)
        await play.press("enter", "k", "space", "k", "escape")  # nothing is reset by a key that comes too soon
        assert play.app.wanted == []
        await play.press("k", "r")
        assert [make(7) for make in play.app.wanted] == [ResetBook(7, "abc")]
        running = STATES["another on turn"]
        running = replace(running, room=altered(running.room, owns_book=True))
        assert "Reset book" not in await play.show(running)


async def test_the_host_of_a_room_under_test_stacks_the_deck_by_key() -> None:
    plain = STATES["another on turn"]
    async with playing(plain, (80, 24)) as play:
        assert "Stack deck" not in commands_of(play)
        await play.press("z")
        assert play.app.stacking == 0
        await play.show(replace(plain, room=altered(plain.room, testing=True, host=plain.room.you)))
        await play.press("z")
        assert play.app.stacking == 1
        assert "On: the host stacks decks" in await play.press("i")
        assert "server is under test: with z the host" in " ".join(
            (await play.press("escape", "f1", "pagedown")).split()
        )


def commands_of(play: Play) -> set[str]:
    """What the screen offers now."""
    return {binding.binding.description for binding in play.app.screen.active_bindings.values() if binding.enabled}


async def test_the_panel_covers_neither_ones_own_hand_and_clock_nor_a_question_or_an_act() -> None:
    seen = {
        "on turn": ("═ Pair ", "c Side show 30", "d Drop", "Pot "),
        "blind on turn": ("═ blind 0/5 ═", "d Drop", "Your turn."),
        "asked for a side show": ("Zoë ", "The weaker ", "═ Pair ", "y Accept", "x Decline"),
    }
    async with playing(STATES["on turn"], (80, 24)) as play:
        await play.press("p")
        for size in ((80, 24), (60, 20), (109, 30)):
            await play.resize(*size)
            if not play.app.table.panel:
                await play.press("p")
            for state, words in seen.items():
                text = await play.show(STATES[state])
                # The frame's right edge stands behind the clock of one's own.
                for one in (*words, " s ║", "─ Notes", "│ Christopher", "Chat"):
                    assert one in text, (one, size, text)
        await play.resize(80, 24)
        await play.press("p")
        # The standings of six fit in its box, or of four beside what was checked of the deals.
        assert "│ dee" in await play.show(scene(players=6))
        # What is being written stays where it is when the turn comes, and no letter of it is an act.
        await play.show(STATES["another on turn"])
        await play.press("t", *"bd")
        text = await play.show(STATES["on turn"])
        assert "bdb" in await play.press(*"bbddyy")
        assert play.app.wishes == []


async def test_the_end_scrolls_where_it_must() -> None:
    end = STATES["the end of eight"]
    assert end.update is not None
    view: Any = end.update.shared
    many = altered(view, final=altered(view.final, table=3 * view.final.table))  # people have come and gone
    async with playing(replace(end, update=altered(end.update, shared=many)), (60, 20)) as play:
        first = play.text()
        assert "Session over" in first
        assert "Session over" not in await play.press("pagedown")
        assert await play.press("pageup") == first


async def test_a_watcher_follows_the_players_to_the_next_room_and_does_not_open_it() -> None:
    end = over()
    watching = replace(end, room=altered(end.room, you=90))
    async with playing(watching, (80, 24)) as play:
        assert "New room" not in commands_of(play)
        await play.show(replace(watching, room=altered(watching.room, successor="def")))
        assert "New room" in commands_of(play)
        await play.show(end)
        assert "New room" in commands_of(play)


async def test_whoever_opens_the_next_room_with_another_book_reads_so_before() -> None:
    end = over()
    anns = replace(end, room=altered(end.room, book="Ann", owns_book=True))
    others = replace(end, room=altered(end.room, book="Cy"))
    async with playing(others, (80, 24)) as play:
        await play.press("n")
        assert "a new room with your own book" in read(play)
        assert "let Cy open it" in read(play)
        await play.press("enter")
        assert play.app.again == 0
        await play.press("n", "o")
        assert play.app.again == 1
        await play.press("n")
        assert "stands open" in await play.show(replace(others, room=altered(others.room, successor="def")))
        assert play.app.screen is play.app.table, "what was asked is settled"
        await play.show(others)
        await play.press("i")
        assert "Book " in read(play)
        assert "Cy's" in read(play)
        await play.press("escape")
        for no_question in (anns, replace(others, room=altered(others.room, successor="def"))):
            before = play.app.again
            await play.show(no_question)
            await play.press("n")
            assert play.app.again == before + 1
        await play.show(anns)
        await play.press("i")
        assert "yours" in read(play)
        await play.press("escape", "escape", "enter")
        assert play.app.departures == []
        await play.press("q")
        assert play.app.departures == [None]


async def test_the_help_ranks_the_hands_and_names_the_keys() -> None:
    async with playing(STATES["on turn"], (120, 40)) as play:
        await play.press("f1")
        for part in (
            "b, Space",
            "Esc takes it back",
            "2 Pure sequence  three in a row, one suit  Q♣ K♣ A♣",
            "9-10-J, 10-J-Q, J-Q-K, Q-K-A",
            "10 20 30 50 80 120",
            "all in with a; your clock stops",
        ):
            assert part in read(play)


async def test_prices_stand_on_the_acts() -> None:
    assert [act.label for act in acts(BLIND)] == ["Bet blind 20", "See cards", "Drop"]
    assert [act.label for act in acts(OPEN)] == ["Bet 30", "Side show 30", "Drop"]
    assert [act.label for act in acts(LAST_TWO)] == ["Bet 30", "Show 30", "Drop"]
    assert acts(Legal()) == ()
    for legal in (BLIND, OPEN, LAST_TWO, Legal(turn=3, all_in=0, drop=True), Legal(turn=3, answer=True)):
        assert {act.command for act in acts(legal)} == set(legal)
