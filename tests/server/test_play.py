"""A running game in its room: who was first, what time does, and how it ends."""

import msgspec
import pytest
import trio
from trio.testing import MockClock

from engines.contract import System
from engines.five_of_a_kind.kind import FiveOfAKind
from engines.five_of_a_kind.model import Answer, Claim, Command, Dealt, Record, Resign, Resolved, Settings
from protocol import messages as m
from server.entries import Deal
from server.store.records import FinishedGame
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand

pytestmark = ON_MOCK_CLOCK

ROUNDS = Settings(end="rounds", rounds=10, lockout=0)


def claim(client: Client) -> Claim:
    """The claim that the client would send now."""
    own = client.own()
    assert own is not None
    assert own.legal.claim is not None
    return Claim(own.legal.claim)


def verdict(client: Client, ref: int) -> str:
    """How a request was answered: nothing if accepted, else why not."""
    answer = client.answer(ref)
    return answer.text if isinstance(answer, m.Refused) else ""


def dealt(client: Client) -> int:
    """How many cards the client saw dealt."""
    return sum(isinstance(event, Dealt) for update in client.all(m.Update) for event in update.events)


def post_claim(client: Client, room: str, at: float, what: Claim | None = None) -> int:
    """A claim that reaches the server's machine at a moment, and lies there until somebody reads."""
    ref = client.ref()
    client.post(m.Act(ref, room, what or claim(client)), at)
    return ref


def the_deal(stand: Stand, room: str) -> Deal:
    """What a room's game was begun with."""
    play = stand.room(room).play
    assert play is not None
    return play.deal


async def the_game(stand: Stand, client: Client) -> FinishedGame:
    """The only game that the client's account has finished."""
    account = stand.person(client).account
    assert account is not None
    (played,) = await stand.store.history(account.id, 5)
    game = await stand.store.game(played.id)
    assert game is not None
    return game


async def test_the_earlier_arrival_wins_in_whatever_order_the_sockets_are_read(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await stand.playing("Ann", "Bo", "Cy")
        start = trio.current_time()
        await trio.sleep(1.5)
        refs = [
            post_claim(ann, room, start + 1.2074),
            post_claim(bo, room, start + 1.2),
            post_claim(cy, room, start + 1.2003),
        ]
        stand.hub.collect()
        assert [verdict(client, ref) for client, ref in zip((ann, bo, cy), refs, strict=True)] == [
            "Bo was first, by 7 ms.",
            "",
            "Bo claimed first, at the same moment.",
        ]
        claimed = bo.shared().claim
        assert claimed is not None
        assert (claimed.seat, claimed.at) == (1, 1200)


async def test_a_frame_that_came_before_the_card_is_judged_before_it(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        start = trio.current_time()
        await trio.sleep(1.5)
        late = claim(bo)
        early_ref = post_claim(ann, room, start + 1.9995)
        late_ref = post_claim(bo, room, start + 2.0, late)
        await trio.sleep(1)
        assert verdict(ann, early_ref) == ""
        assert verdict(bo, late_ref) == "Ann was first, by 1 ms."
        assert dealt(bo) == 1


async def test_a_claim_that_came_with_the_card_is_too_late_at_no_cost(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        start = trio.current_time()
        await trio.sleep(1.5)
        ref = post_claim(ann, room, start + 2.0)
        await trio.sleep(1)
        assert verdict(ann, ref) == "A new card came first."
        assert all(row.lockout == 0 for row in ann.shared().players)


async def test_no_arrival_is_dated_before_what_has_been_shown(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        start = trio.current_time()
        await trio.sleep(1.5)
        with stand.hub.batch():
            ann.session.take(ann._connection.send(m.Act(50, room, claim(ann))), start - 100)
        claimed = bo.shared().claim
        assert claimed is not None
        assert claimed.at == 1000


async def test_a_suspended_server_deals_no_burst_of_cards(open_house: OpenHouse) -> None:
    clock = trio.lowlevel.current_clock()
    assert isinstance(clock, MockClock)
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        await trio.sleep(3.7)
        assert dealt(ann) == 3
        ref = post_claim(ann, room, trio.current_time() + 3000)
        clock.jump(7200)
        await trio.sleep(0.2)
        # The claim lay in the socket while nothing ran: it counts as of the moment at which the process fell asleep.
        assert verdict(ann, ref) == ""
        assert dealt(ann) == 3
        assert ann.last(m.Update).time <= 4000
        ann.do(m.Act, room=room, command=Answer("red"))
        await trio.sleep(5)
        assert dealt(ann) == 8


async def test_a_game_with_a_bot_runs_from_the_first_card_to_the_rated_end(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        settings = Settings(end="rounds", rounds=10, bot=True, difficulty="expert", lockout=0)
        _, (ann,) = await stand.playing("Ann", settings=settings)
        # Nobody acts but the bot; people may be silent for ten minutes.
        while ann.last(m.Room).phase == "playing":
            await trio.sleep(5)
        final = ann.shared().final
        assert final is not None
        assert final.how == "rounds"
        game = await the_game(stand, ann)
        record = msgspec.msgpack.decode(game.record, type=Record)
        assert record.claims == final.claims
        assert len(record.claims) == 10
        assert {one.seat for one in record.claims} == {1}
        assert record.dealt == dealt(ann)
        assert {one.seat for one in game.commands} == {1}
        resolved = [event for update in ann.all(m.Update) for event in update.events if isinstance(event, Resolved)]
        assert [event.outcome for event in resolved] == [one.outcome for one in record.claims]
        # One human against the bot: whatever the bot wins or loses is shared back, so nothing changes.
        assert ann.last(m.Room).ratings == (m.RatingChange(0, 1500.0, 1500.0),)


async def test_a_finished_game_changes_the_ratings_by_the_formula_once(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=ROUNDS)
        await trio.sleep(0.5)
        # Ann claims each card and says red: often wrong, sometimes right, and never locked out in this room.
        while ann.last(m.Room).phase == "playing":
            await trio.sleep(1)
            own = ann.own()
            if own is not None and own.legal.claim is not None:
                ann.do(m.Act, room=room, command=claim(ann))
                ann.do(m.Act, room=room, command=Answer("red"))
                await trio.sleep(0.01)
        points = {row.seat: row.points for row in bo.shared().players}
        seen = bo.last(m.Room).ratings
        expected = FiveOfAKind().rate(
            stand.room(room).play.match.outcome,  # type: ignore[union-attr, arg-type]
            (stand.room(room).members.at_seat(0).seat_info, stand.room(room).members.at_seat(1).seat_info),  # type: ignore[union-attr]
            {0: 1500.0, 1: 1500.0},
        )
        assert {one.seat: one.after for one in seen} == dict(expected)
        assert points[1] == 0
        assert (expected[0] > 1500) is (points[0] > 0)
        assert ann.last(m.Signed).rating == expected[0]
        account = await stand.store.account("ann")
        assert account is not None
        assert account.rating == expected[0]
        again = await stand.account("Bo")
        assert again.last(m.Signed).rating == expected[1]


async def test_a_room_of_guests_is_stored_without_ratings(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        room = gil.do(m.Create, settings=Settings())
        gil.do(m.Ready, room=room, ready=True)
        gil.do(m.Start, room=room)
        game_id = the_deal(stand, room).id
        gil.do(m.Act, room=room, command=Resign())
        await trio.sleep(0.1)
        game = await stand.store.game(game_id)
        assert game is not None
        assert (game.rated, game.how) == (False, "abandoned")
        assert [(seat.name, seat.account, seat.rating_after) for seat in game.seats] == [("Gil", None, None)]


async def test_the_stored_game_is_the_game_that_was_played(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=ROUNDS)
        for number in range(40):
            await trio.sleep(0.9)
            player = (ann, bo)[number % 2]
            own = player.own()
            if own is not None and own.legal.claim is not None:
                player.do(m.Act, room=room, command=claim(player))
        bo.do(m.Leave, room=room)
        ann.do(m.Act, room=room, command=Resign())
        await trio.sleep(0.1)
        final = ann.shared()
        game = await the_game(stand, ann)
        settings = msgspec.msgpack.decode(game.settings, type=Settings)
        again = FiveOfAKind().new(settings, stand.room(room).play.match.seats, game.key)  # type: ignore[union-attr]
        for one in game.commands:
            while again.deadline is not None and again.deadline <= one.time:
                again = again.expire(again.deadline).game  # type: ignore[assignment]
            command = msgspec.msgpack.decode(one.command, type=Command | System)
            again = again.apply(one.seat, command, one.time).game  # type: ignore[assignment]
        assert again.shared("table") == final


@pytest.mark.parametrize("testing", [False, True])
async def test_testers_helpers_are_shown_by_a_server_under_test_alone(open_house: OpenHouse, testing: bool) -> None:
    async with open_house(testing=testing) as stand:
        room, (ann,) = await stand.playing("Ann", settings=Settings(bot=True))
        gil = await stand.guest("Gil")
        gil.do(m.Watch, room=room)
        await trio.sleep(2.5)
        for client in (ann, gil):
            assert (client.shared().testing is not None) is testing


async def test_the_server_resigns_players_who_are_all_away_for_two_minutes(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings(minutes=10))
        gil = await stand.guest("Gil")
        gil.do(m.Watch, room=room)
        ann.hang_up()
        bo.hang_up()
        await trio.sleep(119)
        assert gil.last(m.Room).phase == "playing"
        await trio.sleep(2)
        final = gil.shared().final
        assert final is not None
        assert final.how == "abandoned"
        assert gil.last(m.Room).phase == "over"
