"""Many who act in one instant, or one who acts many times in it."""

from contextlib import nullcontext

import pytest
import trio

from engines.contract import Illegal, SeatInfo
from engines.five_of_a_kind.board import answers, board_of
from engines.five_of_a_kind.model import Answer, Claim, Command, Resolved, Settings, Vote
from protocol import messages as m
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK
from tests.server.test_match import Table


@ON_MOCK_CLOCK
async def test_three_requests_in_one_segment_are_judged_one_after_another(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings(end="rounds", rounds=10, lockout=2))
        start = trio.current_time()
        await trio.sleep(1.5)
        own = ann.own()
        assert own is not None
        assert own.legal.claim is not None
        commands: tuple[Command, ...] = (Claim(own.legal.claim), Answer("red"), Answer("oval"), Claim(own.legal.claim))
        refs = [ann.ref() for _ in commands]
        segment = b"".join(
            ann._connection.send(m.Act(ref, room, command)) for ref, command in zip(refs, commands, strict=True)
        )
        stand.hub.post(ann, segment, start + 1.4)
        stand.hub.collect()
        assert [isinstance(ann.answer(ref), m.Accepted) for ref in refs] == [True, True, False, False]
        results = [event for update in bo.all(m.Update) for event in update.events if isinstance(event, Resolved)]
        # Two cards have come at most, so the answer was wrong; its lockout held when the next request was read.
        assert len(results) == 1
        assert [row.points for row in bo.shared().players] == [0, 0]
        assert bo.shared().players[0].lockout > 0


def test_of_eight_who_claim_each_right_board_at_once_exactly_one_scores() -> None:
    settings = Settings(color=False, shape=False, shading=False, counting="anything", minutes=10, lockout=0)
    won, points = 0, 0
    for number in range(20):
        table = Table(settings, *(SeatInfo(),) * 8, key=number.to_bytes(32, "big"))
        before = won
        for card in range(1, 600):
            table.match.advance(card * 1_000 + 1)
            if table.shared.open and answers(board_of(table.shared.slots), settings):
                claim = table.claim(0)
                for turn in range(8):
                    with nullcontext() if turn == 0 else pytest.raises(Illegal):
                        table.match.act((card + turn) % 8, claim, table.match.now)
                won += 1
        points += sum(row.points for row in table.shared.players)
        results = [event for _, event in table.events if isinstance(event, Resolved)]
        assert [one.outcome for one in results] == ["correct"] * (won - before)
        if won >= 200:
            break
    assert points == won >= 200


@ON_MOCK_CLOCK
async def test_people_behind_one_address_have_a_vote_each(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, people = await stand.playing("Ann", "Bo", "Cy")
        await trio.sleep(1.5)
        for one in (*people[:2], people[0]):
            one.ask(m.Act, room=room, command=Vote("faster"))
        assert (people[2].shared().faster, people[2].shared().eligible) == (2, 3)
