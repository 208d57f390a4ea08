"""What keys and the mouse do at the table, and what the player sees before the server has answered."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as altered
from textual.geometry import Region
from textual.widgets import Input

from client.commands import commands
from client.scene import Scene
from client.screens.table import IGNORED
from client.tables.five_of_a_kind.choice import LETTERS, Choice
from client.tables.five_of_a_kind.claim import ClaimButton
from client.tables.five_of_a_kind.final import FinalBoard
from client.tables.five_of_a_kind.interval import Box
from client.widgets.hints import Hints
from engines.five_of_a_kind import model
from engines.five_of_a_kind.model import Answer, BotNumbers, Claim, Legal, Pending, PlayerRow, Resign, Vote
from tests.client.tables.scenes import NOW, TRAITS, choosing, ended, result, scene, settings
from tests.client.tables.stage import playing

pytestmark = pytest.mark.asyncio

NO_CLAIM = {"legal": Legal(votes=("slower", "faster"), resign=True)}
CLOSED = scene(view={"open": False, "revision": 78}, mine=NO_CLAIM)


def pending(now: Scene, *commands: Claim | Answer | Vote) -> Scene:
    return replace(now, pending=commands)


async def test_space_claims_the_newest_card() -> None:
    async with playing(scene()) as play:
        assert "CLAIM   Space" in play.text()
        assert "Claiming" in await play.press("space")
        assert play.app.wishes == [Claim(76)]
        assert "Claiming" in await play.show(pending(scene(), Claim(76)))


async def test_c_claims_too_in_either_case() -> None:
    async with playing(CLOSED) as play:
        for key in ("c", "C"):
            await play.show(scene())
            await play.press(key)
            await play.show(CLOSED)
        assert play.app.wishes == [Claim(76), Claim(76)]


async def test_a_second_press_sends_nothing_while_the_first_is_on_its_way() -> None:
    async with playing(scene()) as play:
        await play.press("space", "space", "c")
        assert play.app.wishes == [Claim(76)]


async def test_a_held_space_claims_once() -> None:
    later = scene(view={"revision": 90}, mine={"legal": Legal(claim=90, votes=("slower", "faster"), resign=True)})
    async with playing(scene()) as play:
        await play.press("space")
        await play.press(*["space"] * 5, after=40)
        await play.show(CLOSED)
        await play.press(*["space"] * 5, after=40)
        assert IGNORED not in await play.show(later)
        assert IGNORED in await play.press(*["space"] * 5, after=40)
        assert play.app.wishes == [Claim(76)]
        await play.press("space", after=299)
        assert play.app.wishes == [Claim(76)]
        await play.press("space", after=300)
        assert play.app.wishes == [Claim(76), Claim(90)]


async def test_nothing_is_claimed_while_nothing_can_be() -> None:
    async with playing(CLOSED) as play:
        for now in (CLOSED, scene(watching=True), ended(), choosing()):
            await play.show(now)
            await play.press("space", "c")
            assert play.app.wishes == []


async def test_nothing_is_claimed_voted_or_answered_at_a_table_that_is_not_seen() -> None:
    async with playing(scene()) as play:
        await play.press("tab")  # Claim's own keys go with it
        text = await play.resize(40, 12)
        assert "Make the window larger" in text
        assert not {"Claim", "Slower", "Faster"} & set(text.splitlines()[-1].split())
        await play.press("space", "c", "enter", "minus", "plus", "escape", "space", "c", "minus", "plus")
        assert play.app.wishes == []
        # Answers can be read in less room than cards.
        await play.show(choosing())
        assert "9 open" in await play.press("f9")
        text = await play.resize(40, 7)
        assert not {"Answer", "Choose", "Move"} & set(text.splitlines()[-1].split())
        await play.press("1", "r", "enter")
        assert play.app.wishes == []
        assert "1-9 or letter Answer" in await play.resize(40, 12)
        await play.press("2")
        assert play.app.wishes == [Answer("green")]
        await play.resize(80, 24)
        await play.show(scene())
        await play.press("space")
        assert play.app.wishes[1:] == [Claim(76)]


async def test_a_refused_claim_can_be_made_again() -> None:
    async with playing(scene()) as play:
        await play.press("space")
        await play.show(pending(scene(), Claim(76)))
        text = await play.show(replace(scene(), notice="A new card came first."))
        assert "A new card came first." in text
        assert "CLAIM   Space" in text
        await play.press("space")
        assert play.app.wishes == [Claim(76), Claim(76)]


async def test_a_claim_without_any_answer_is_not_pending_for_ever() -> None:
    async with playing(scene()) as play:
        await play.press("space")
        play.app.time += 3001
        play.app.table.table.tick()
        assert "CLAIM   Space" in await play.settle()


async def test_the_focused_claim_control_takes_space_and_enter() -> None:
    async with playing(scene()) as play:
        await play.press("tab")
        assert isinstance(play.app.focused, ClaimButton)
        await play.press("space")
        await play.show(CLOSED)
        await play.show(scene())
        await play.press("enter")
        assert play.app.wishes == [Claim(76), Claim(76)]


async def test_a_click_claims_and_takes_no_focus() -> None:
    async with playing(scene()) as play:
        await play.pilot.click(ClaimButton)
        await play.settle()
        assert play.app.wishes == [Claim(76)]
        assert play.app.focused is None


async def test_space_in_the_chat_is_a_space() -> None:
    async with playing(scene()) as play:
        await play.press("t", "h", "space", "c", "1", "minus")
        assert play.app.table.query_one(Input).value == "h c1-"
        assert play.app.wishes == []
        await play.press("escape", "space")
        assert play.app.focused is None
        assert play.app.wishes == [Claim(76)]


async def test_digits_answer() -> None:
    async with playing(CLOSED) as play:
        for number, trait in enumerate(TRAITS):
            await play.show(choosing())
            assert "sent" in await play.press(str(number + 1))
            await play.show(CLOSED)
            assert play.app.wishes.pop() == Answer(trait)
        assert play.app.wishes == []


async def test_letters_answer_in_either_case() -> None:
    assert len(set(LETTERS.values())) == 9
    async with playing(CLOSED) as play:
        for number, (trait, letter) in enumerate(LETTERS.items()):
            assert letter in trait
            await play.show(choosing())
            await play.press(letter.upper() if number % 2 else letter)
            await play.show(CLOSED)
            assert play.app.wishes.pop() == Answer(trait)
            assert len(play.app.screen_stack) == 2


async def test_arrows_and_enter_answer() -> None:
    async with playing(CLOSED) as play:
        for row, keys in enumerate((("left", "up"), ("right", "down"), ("down", "down", "down", "right", "right"))):
            await play.show(choosing())
            await play.press(*keys, "enter")
            await play.show(CLOSED)
            assert play.app.wishes.pop() == Answer(TRAITS[4 * row])
        assert play.app.wishes == []


async def test_the_mouse_answers() -> None:
    async with playing(CLOSED) as play:
        for trait in ("red", "diamond", "striped"):
            lines = (await play.show(choosing())).splitlines()
            y = next(y for y, line in enumerate(lines) if f" {trait} " in line and "│" in line)
            await play.pilot.click(offset=(lines[y].index(trait), y))
            await play.show(CLOSED)
            assert play.app.wishes.pop() == Answer(trait)
        assert play.app.wishes == []


async def test_only_the_first_answer_counts() -> None:
    async with playing(choosing()) as play:
        await play.press("1", "2", "o", "enter")
        assert play.app.wishes == [Answer("red")]


async def test_an_enabled_type_has_its_own_digits() -> None:
    async with playing(choosing(settings(color=False, shape=False))) as play:
        await play.press("4", "r", "1")
        assert play.app.wishes == [Answer("solid")]


async def test_space_never_answers_and_a_held_enter_neither() -> None:
    async with playing(scene()) as play:
        assert "Space Claim" in await play.press("tab")
        await play.press("enter")
        await play.show(choosing())
        await play.press("space", "enter", "enter", after=40)
        assert play.app.wishes == [Claim(76)]
        await play.press("enter", after=300)
        assert play.app.wishes == [Claim(76), Answer("red")]


async def test_a_refused_answer_can_be_given_again() -> None:
    async with playing(choosing()) as play:
        await play.press("1")
        await play.show(pending(choosing(), Answer("red")))
        await play.show(replace(choosing(), notice="Not now."))
        await play.press("2")
        assert play.app.wishes == [Answer("red"), Answer("green")]


async def test_the_answers_come_and_go_and_focus_returns() -> None:
    async with playing(scene(), (120, 40)) as play:
        await play.press("t")
        chat = play.app.focused
        await play.show(choosing())
        assert isinstance(play.app.focused, Choice)
        text = await play.show(scene(view={"open": False, "result": result(seat=0)}, mine=NO_CLAIM))
        assert play.app.focused is chat
        assert "Which trait" not in text
        assert "You:     green correct (+1)" in text


async def test_esc_leads_back_to_the_answers() -> None:
    async with playing(choosing(), (120, 40)) as play:
        await play.pilot.click(Input)
        await play.press("1")
        assert play.app.wishes == []
        await play.press("escape", "2")
        assert play.app.wishes == [Answer("green")]


@pytest.mark.parametrize("choose", [2000, 3000, 5000])
async def test_the_bar_is_half_gone_after_half_of_the_rooms_time_and_empty_only_at_its_end(choose: int) -> None:
    scene = choosing(settings(choose=choose))
    claimed = scene.update.time - 1000 if scene.update else 0
    async with playing(scene) as play:

        async def cells(after: float) -> int:
            play.app.time = claimed + after
            line = next(line for line in (await play.settle()).splitlines() if " s ┘" in line)
            assert f" {(choose - after) / 1000:.1f} s ┘" in line
            return line.count("█")

        full = await cells(0)
        assert await cells(choose / 2) == pytest.approx(full / 2, abs=1)
        assert await cells(choose * 0.9) > 0
        assert await cells(choose) == 0


async def test_the_bar_drains_with_the_time() -> None:
    async with playing(choosing()) as play:
        lengths = []
        for _ in range(4):
            line = next(line for line in play.text().splitlines() if " s ┘" in line)
            lengths.append(line.count("█"))
            play.app.time += 500
            play.app.table.table.tick()
            await play.settle()
        assert lengths == sorted(lengths, reverse=True)
        assert lengths[0] > lengths[-1] > 0
        play.app.time += 60_000
        play.app.table.table.tick()
        line = next(line for line in (await play.settle()).splitlines() if "0.0 s ┘" in line)
        assert "█" not in line


async def test_a_late_letter_does_not_ask_about_resigning() -> None:
    async with playing(choosing()) as play:
        await play.show(CLOSED)
        await play.press("r", after=500)
        assert len(play.app.screen_stack) == 2
        await play.press("r", after=500)
        assert len(play.app.screen_stack) == 3


async def test_votes_by_key() -> None:
    async with playing(CLOSED) as play:
        for key, choice in (("minus", "slower"), ("plus", "faster"), ("equals_sign", "faster")):
            await play.show(scene())
            await play.press(key)
            await play.show(CLOSED)
            assert [vote.choice for vote in play.app.wishes if isinstance(vote, Vote)] == [choice]
            play.app.wishes.clear()


async def test_the_highlighted_box_cannot_be_selected_again() -> None:
    async with playing(scene()) as play:
        await play.press("0")
        assert play.app.wishes == []
        await play.press("plus", "plus")
        assert play.app.wishes == [Vote("faster")]
    voted = scene(mine={"vote": "faster", "legal": Legal(76, votes=("none", "slower"), resign=True)})
    async with playing(voted) as play:
        await play.press("plus", "0")
        assert play.app.wishes == [Vote("none")]


async def test_exactly_one_box_is_highlighted() -> None:
    async with playing(CLOSED) as play:
        for now in (scene(), scene(watching=True), scene(mine={"vote": "slower"}), CLOSED):
            await play.show(now)
            assert sum(box.content.chosen for box in play.app.table.query(Box)) == 1
            assert play.text().count("╔") == 1
            await play.press("plus")
            assert sum(box.content.chosen for box in play.app.table.query(Box)) == 1


async def test_boxes_by_focus_and_by_mouse() -> None:
    async with playing(scene()) as play:
        await play.press("tab", "tab", "tab", "space", "tab", "space")
        assert play.app.wishes == [Vote("slower")]
        await play.pilot.click("#box-faster")
        await play.settle()
        assert play.app.wishes == [Vote("slower"), Vote("faster")]
        await play.show(scene(mine={"vote": "faster", "legal": Legal(76, votes=("none", "slower"), resign=True)}))
        await play.pilot.click("#box-none")
        await play.settle()
        assert play.app.wishes[2:] == [Vote("none")]
        keys = play.app.screen.active_bindings
        assert keys["enter"].binding.action == "press"
        assert keys["enter"].enabled, "nothing is on its way, so slower can be chosen"
        await play.show(scene(mine={"vote": "slower", "legal": Legal(76, votes=("none", "faster"), resign=True)}))
        assert not play.app.screen.active_bindings["enter"].enabled, "the highlighted box cannot be chosen again"


async def test_votes_while_locked_out_do_nothing() -> None:
    locked = scene(
        view={"players": (PlayerRow(0, 0, 2, False, None),)}, mine={"legal": Legal(resign=True)}, bot=False, players=1
    )
    async with playing(locked) as play:
        assert "locked out: 2" in play.text()
        await play.press("minus", "plus", "space")
        await play.pilot.click("#box-faster")
        assert play.app.wishes == []


async def test_resigning_asks_first() -> None:
    async with playing(scene()) as play:
        await play.press("r", "escape")
        assert play.app.wishes == []
        await play.press("r", "y")
        assert play.app.wishes == [Resign()]
        await play.press("r", "e")
        assert play.app.departures == [Resign()]


async def test_who_resigned_leaves_without_a_question() -> None:
    gone = scene(view={"players": (PlayerRow(0, 0, 0, True, None),)}, mine={"legal": Legal()}, players=1, bot=False)
    async with playing(gone) as play:
        text = await play.press("q")
        assert play.app.departures == [None]
        assert "resigned" in text


async def test_the_clock_runs_between_scenes_by_the_servers_time() -> None:
    now = replace(scene(), offset=7_000.0)
    async with playing(now) as play:
        play.app.time = NOW + 7_000.0
        play.app.table.table.tick()
        assert "0:42 elapsed" in await play.settle()
        play.app.time += 1000
        play.app.table.table.tick()
        text = await play.settle()
        assert "0:43 elapsed" in text
        assert "2:17 left" in text


async def test_a_claim_of_another_is_told_with_its_bar() -> None:
    claim = {"claim": Pending(1, NOW, NOW + 3000), "open": False, "next_card": None}
    async with playing(scene(view=claim, mine=NO_CLAIM)) as play:
        first = play.text()
        assert "Bo claims and has to answer" in first
        assert "3.0 s" in first
        play.app.time += 2000
        play.app.table.table.tick()
        assert "1.0 s" in await play.settle()


async def test_a_long_report_scrolls() -> None:
    async with playing(ended(8), (80, 20)) as play:
        assert "Game complete" in play.text()
        assert "Percent of" not in play.text()
        assert "Percent of" in await play.press("pagedown")
        assert "Game complete" in await play.press("pageup")
        top = play.text()
        assert await play.press("down") != top
        play.app.table.query_one(FinalBoard).move(-1)
        assert await play.settle() == top


async def test_footer_keys_are_true() -> None:
    async with playing(scene()) as play:
        assert play.text().splitlines()[-1].startswith(" Space Claim  r Resign  t Chat")
        assert play.text().count("New room") == 0
        assert "n New room" in await play.show(ended())
        assert "Space" not in play.text().splitlines()[-1]
        assert "Answer" in (await play.show(choosing())).splitlines()[-1]
        watching = (await play.show(scene(watching=True))).splitlines()[-1]
        assert "Claim" not in watching
        assert "q Exit" in watching


async def test_a_claim_that_is_not_possible_is_dim_in_the_last_line_and_among_all_commands() -> None:
    async with playing(scene()) as play:
        for now, live in ((scene(), True), (CLOSED, False), (scene(), True)):
            await play.show(now)
            hints = play.app.table.query_one(Hints)
            line = hints.render_lines(Region(0, 0, 80, 1))[0]
            (ink,) = {part.style for part in line if part.text == " Claim "}
            assert ink == hints._styled()[1 if live else 2]
            assert {one.live for one in commands(play.app.table) if one.words == "Claim"} == {live}
        await play.show(CLOSED)
        await play.press("ctrl+p")
        assert "Claim  Space, c  not now" in await play.settle()
        await play.press(*"claim", "enter")
        assert play.app.wishes == []


async def test_hints_that_belong_together_are_shown_together() -> None:
    """With the cursor on a trait, too, whose own keys come first."""
    async with playing(scene(view={"result": result()})) as play:
        for key in ("escape", "v"):
            await play.press(key)
            hints, active = play.app.table.query_one(Hints), play.app.table.active_bindings.values()
            lines = [{hint.words for hint in hints._fitted(active, width)} for width in range(60, 200)]
            assert {line & {"Slower", "Faster"} == set() for line in lines} == {True, False}
            assert all(("Slower" in line) is ("Faster" in line) for line in lines)


async def test_a_scene_before_the_first_news_of_the_game() -> None:
    bare = replace(scene(), update=None)
    async with playing(bare) as play:
        assert "Waiting for the server" in play.text()
        await play.press("space", "plus", "1")
        assert play.app.wishes == []
        assert "CLAIM" in await play.show(scene())


async def test_a_claim_that_another_won_ends_at_once() -> None:
    lost = scene(view={"revision": 80, "open": False, "claim": Pending(1, NOW, NOW + 3000)}, mine=NO_CLAIM)
    async with playing(scene()) as play:
        await play.press("space")
        text = await play.show(replace(lost, notice="Bo was first by 3 ms."))
        assert "Claiming" not in text
        assert "Bo was first by 3 ms." in text


async def test_relief_is_told_beside_the_claim_and_in_the_info_box() -> None:
    now = scene(view={"relieved": (2, 12), "result": result("timeout", None, 0)})
    async with playing(now, (120, 40)) as play:
        assert "2 rounds taken off every lockout" in play.text()
        assert "Round 12: 2 rounds off" in play.text()
    assert now.update is not None
    later = replace(now, update=altered(now.update, shared=altered(now.update.shared, round=14)))
    async with playing(later) as play:
        assert "taken off" not in play.text()
        helped = altered(now.update.shared, testing=model.Testing((), False, BotNumbers(750, 85, 4)))
        await play.show(replace(now, update=altered(now.update, shared=helped)))
        # The panel is lower there, but it tells this.
        told = await play.press("p")
        assert "│ Round 12: 2 rounds " in told
        assert "│ off every lockout. " in told


async def test_while_one_answers_letters_are_answers_and_every_list_of_keys_says_so() -> None:
    async with playing(choosing()) as play:
        named = {command.words: command.keys for command in commands(play.app.screen)}
        assert (named["Answer red"], named["Answer open"], named["Resign"]) == (("1", "r"), ("9", "p"), ("q",))
        assert not {"Chat", "Panel", "Table"} & set(named)
        rules = await play.press("f1")
        assert "choose the trait, by its digit" in rules
        assert "has 3 seconds" in rules
        page = await play.press("pagedown", "pagedown")
        assert "1-9 or letter  Answer" in page
        assert "r, q" not in page
    some = settings(shape=False, shading=False, counting="non_matching")
    async with playing(choosing(some)) as play:
        named = {command.words: command.keys for command in commands(play.app.screen)}
        assert named["Answer not green"] == ("2", "g")
        await play.press("t", "p")
        assert play.app.screen is play.app.table
        assert not play.app.table.has_class("-panel")
        await play.press("g")
        assert play.app.wishes == [Answer("green")]


async def test_the_last_line_names_only_what_works_and_the_way_out_in_every_state() -> None:
    gone = (PlayerRow(1, 9, 0, False, None), PlayerRow(0, 7, 0, True, None))
    after = ended(3)
    states = {
        "q Resign": choosing(),
        "r Resign": scene(view={"result": result(), "open": False}),
        "q Exit": scene(view={"players": gone}, mine={"legal": Legal()}, bot=False),
        "v Replay  n New room  q Exit": replace(after, room=altered(after.room, game="abc", successor="def")),
    }
    async with playing(scene()) as play:
        for words, now in states.items():
            line = (await play.show(now)).splitlines()[-1]
            assert f" {words} " in line
            assert line.endswith("  F1 Help")
            assert ("Claim" in line) is (words == "r Resign")
            assert ("i Room info" in line) is (words != "q Resign")
            assert not any(vote in line for vote in ("Slower", "Faster", "Neither"))
        # Whoever presses Esc or Enter once too often stays.
        await play.press("escape", "escape", "enter")
        assert play.app.departures == []
        await play.press("q")
        assert play.app.departures == [None]
