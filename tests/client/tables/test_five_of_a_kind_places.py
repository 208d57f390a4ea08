"""What stands where at the table, whatever happens there, and what is the same wherever it stands."""

from typing import Any

import pytest
from rich.segment import Segment

from client.art.palette import MONO, SAFE, Look
from client.tables.five_of_a_kind.traits import Traits
from client.tables.five_of_a_kind.verdict import Verdict, verdict_face
from engines.five_of_a_kind import model
from engines.five_of_a_kind.model import BotNumbers, Legal, Pending, PlayerRow
from protocol.messages import Accepted, Leave
from tests.client.peer import Peer
from tests.client.play import inside
from tests.client.play import playing as visiting
from tests.client.tables.scenes import NOW, TRAITS, choosing, ended, result, scene, settings
from tests.client.tables.stage import playing

TESTING = model.Testing((), False, BotNumbers(882.5, 84.5, 4.49))
HELPED = settings(bot=True, hint="availability")


def cells(segments: Any) -> list[tuple[str, str]]:
    """Each letter with its colours."""
    return [(letter, str(segment.style)) for segment in segments for letter in segment.text]


def holds(line: list[tuple[str, str]], part: list[tuple[str, str]]) -> bool:
    """Whether a line holds a part, letter by letter and colour by colour."""
    return any(line[at : at + len(part)] == part for at in range(len(line) - len(part) + 1))


@pytest.mark.parametrize("previous", ["keep", "mask"])
@pytest.mark.parametrize("counting", ["matching", "non_matching"])
@pytest.mark.parametrize("look", [Look(), Look(SAFE), Look(MONO, "ascii")], ids=["full", "safe", "ascii"])
def test_the_message_shows_the_chosen_trait_with_the_very_chip_of_the_list(
    previous: Any, counting: Any, look: Look
) -> None:
    rules = settings(previous=previous, counting=counting)
    for trait in TRAITS:
        settled = scene(rules, view={"result": result("incorrect", trait, rules=rules)})
        message = Verdict(look, verdict_face(settled, NOW)).paint(70, 3)[0]
        listed = Traits(look)
        listed.offer((trait,), negative=counting == "non_matching")
        for height in (1, 3):
            chip: list[Segment] = list(listed.paint(70, height)[height // 2])
            letters = cells(chip)
            said = ("not " if counting == "non_matching" else "") + trait
            end = next(at for at in range(len(letters), 0, -1) if letters[at - 1][0] == trait[-1])
            begin = 2  # behind the place of the cursor, and the frame
            part = letters[begin:end]
            assert "".join(letter for letter, _ in part).split()[-1] == trait
            assert said.split()[0] in "".join(letter for letter, _ in part)
            assert holds(cells(message), part), (trait, height)


def test_several_answers_beside_claim_keep_the_chip_of_the_message() -> None:
    rules = settings(counting="non_matching", slots=5)
    settled = scene(rules, view={"result": result("incorrect", "blue", rules=rules)})
    message = Verdict(Look(), verdict_face(settled, NOW)).paint(43, 2)[0]
    listed = Traits(Look())
    listed.offer(("red", "blue", "diamond"), negative=True)
    letters = cells(listed.paint(42, 1)[0])
    text = "".join(letter for letter, _ in letters)
    assert text.split() == ["!", "red", "!", "blue", "!<", ">", "diamond"]
    begin = text.index("blue") - len("    ")
    assert holds(cells(message), letters[begin : begin + len("    blue")])


def aligned(lines: list[str], players: int) -> None:
    """Every name begins, and every score ends, under its heading."""
    head = next(line for line in lines if "Player" in line and "Score" in line)
    begin, end = head.index("Player"), head.index("Score") + len("Score")
    for name, points in (("Ann", 12), ("Bo", 9), ("dee", 2))[: players if players < 3 else None]:
        line = next(line for line in lines[lines.index(head) :] if line[begin:].startswith(f"{name} "))
        assert line[begin:end].rstrip() == line[begin:end], line
        assert line[begin:end].split()[-1] == str(points), line


@pytest.mark.asyncio
async def test_slots_stand_in_the_middle_the_scoreboard_at_the_left_and_claim_at_the_top_right() -> None:
    async with playing(scene()) as play:
        for size in ((60, 20), (80, 24), (120, 40)):
            await play.resize(*size)
            for slots in (3, 4, 5):
                for players in (1, 8):
                    seen = await play.show(scene(settings(slots=slots), players=players))
                    aligned(seen.splitlines(), players)
                    table = play.app.table.table
                    scores, board, claim = table._scores.region, table._board.region, table._control.region
                    assert scores.x <= 1, (size, slots)
                    assert scores.right <= board.x, (size, slots)
                    # The playing surface is what the scoreboard and the panel leave.
                    edge = table.region.right
                    before, behind = board.x - scores.right, edge - board.right
                    assert abs(before - behind) <= 1, (size, slots, players)
                    assert claim.right >= edge - 1, (size, slots)
                    assert claim.y <= 2, (size, slots)
                    assert claim.bottom <= board.y + 1, (size, slots)


@pytest.mark.asyncio
async def test_both_panels_stand_throughout_active_gameplay_while_their_messages_come_and_go() -> None:
    told = {"testing": TESTING, "hint": False}
    first = {"slots": ("",) * 4, "round": 0, "open": False, "pointer": 0}
    other = {"claim": Pending(1, NOW, NOW + 3000), "next_card": None, "open": False}
    out = (PlayerRow(0, 0, 2, resigned=False, away=None), PlayerRow(1, 3, 0, resigned=True, away=None))
    chosen = choosing(HELPED).update
    assert chosen is not None
    mine = {name: getattr(chosen.shared, name) for name in ("open", "slots", "next_card", "claim")}
    scenes = {
        "before the first card": scene(HELPED, view={**told, **first}),
        "no answer": scene(HELPED, view=told),
        "an answer": scene(HELPED, view={"testing": model.Testing(("red",), False, TESTING.bot), "hint": True}),
        "another claims": scene(HELPED, view={**told, **other}),
        "one's own claim": scene(HELPED, view={**told, **mine}, mine={"legal": Legal(answers=TRAITS)}),
        "settled": scene(HELPED, view={**told, "result": result("incorrect", "red"), "open": False}),
        "locked out": scene(HELPED, view={**told, "players": out}),
        "watching": scene(HELPED, view=told, watching=True),
    }
    async with playing(scene(HELPED, view=told), (120, 40)) as play:
        for size in ((120, 40), (80, 24)):
            await play.resize(*size)
            for name, one in scenes.items():
                seen = await play.show(one)
                for panel in ("Hint", "Exactly five", "Bot settings"):
                    assert panel in seen, (name, size)
                assert seen.index("Exactly five") < seen.index("Bot settings"), (name, size)
                assert ("There's a trait!" in seen) is (name == "an answer"), (name, size)
        over = await play.show(ended(rules=HELPED))
        assert not any(panel in over for panel in ("Hint", "Exactly five", "Bot settings"))


@pytest.mark.asyncio
async def test_who_leaves_a_table_under_test_sees_nothing_of_it_any_more() -> None:
    now = scene(HELPED, view={"testing": TESTING, "hint": True}, watching=True)
    assert now.update is not None

    async def then(peer: Peer) -> None:
        leave = await peer.expect(Leave)
        peer.send(Accepted(leave.ref))

    async with visiting(inside(now.room, now.update, then=then)) as play:
        await play.until("Bot settings", "Exactly five", "There's a trait!")
        await play.press("q")
        seen = await play.until("Play now")
        assert not any(panel in seen for panel in ("Bot settings", "Exactly five", "There's a trait!"))
        assert play.app.talk.state.scenes == {}
