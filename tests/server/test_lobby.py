"""The list of rooms, and who may make, join and watch which."""

import gc
import weakref

import msgspec
import trio

from engines.five_of_a_kind.model import Answer, BotNumbers, Claim, Own, Resign, Settings, Shared, Vote
from protocol import messages as m
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client

pytestmark = ON_MOCK_CLOCK


async def finish(room: str, *clients: Client) -> None:
    """Everybody resigns."""
    for client in clients:
        client.do(m.Act, room=room, command=Resign())
    await trio.sleep(0.1)


async def test_the_list_is_whole_first_and_then_tells_changes_a_few_times_a_second(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo", settings=Settings(bot=True))
        gil = await stand.guest("Gil")
        gil.do(m.Browse, on=True)
        (row,) = gil.last(m.Rooms).rows
        assert (row.room, row.kind, row.host, row.players) == (room, "five_of_a_kind", "Ann", ("Ann", "Bo"))
        assert (row.bots, row.seats, row.watchers, row.phase, row.joinable) == (1, 8, 0, "waiting", True)
        assert 0 < len(row.summary) <= 52
        await trio.sleep(1)
        assert not gil.all(m.RoomRow)
        for _ in range(10):
            gil.do(m.Watch, room=room)
            gil.do(m.Leave, room=room)
        gil.do(m.Watch, room=room)
        ann.do(m.Start, room=room)
        await trio.sleep(1)
        (row,) = gil.all(m.RoomRow)
        assert (row.watchers, row.phase, row.joinable) == (1, "playing", False)
        gil.do(m.Browse, on=False)
        await finish(room, ann, bo)
        await trio.sleep(1)
        assert len(gil.all(m.RoomRow)) == 1
        # Whose game it was is known when nobody who played is there any more.
        for client in (ann, bo):
            client.do(m.Leave, room=room)
        gil.do(m.Browse, on=True)
        (row,) = gil.last(m.Rooms).rows
        assert (row.phase, row.host) == ("over", "Ann")


async def test_a_room_that_is_gone_leaves_the_list(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann,) = await stand.seated("Ann")
        gil = await stand.guest("Gil")
        gil.do(m.Browse, on=True)
        ann.do(m.Leave, room=room)
        await trio.sleep(1)
        assert gil.last(m.RoomGone).room == room
        gil.do(m.Browse, on=True)
        assert gil.last(m.Rooms).rows == ()


async def test_a_closed_room_is_gone_from_memory_without_a_collector(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gone: list[weakref.ref[object]] = []
        gc.disable()
        try:
            for number in range(3):
                room, clients = await stand.playing("Ann", "Bo") if number else await stand.seated("Ann", "Bo")
                inside = stand.room(room)
                play = inside.play
                gone += [weakref.ref(one) for one in (inside, inside.mail, inside.door, inside.log)]
                gone += [weakref.ref(one) for one in (play, play.match)] if play else []
                if number == 1:
                    for client in clients:
                        client.do(m.Act, room=room, command=Resign())
                    await trio.sleep(1)
                for client in clients:
                    client.do(m.Leave, room=room)
                await trio.sleep(1)
                stand.sweep()
                del inside, play
            await trio.sleep(1)
            assert [one() for one in gone if one() is not None] == []
        finally:
            gc.enable()


async def test_a_guests_room_is_unrated_and_joined_by_nobody_but_watched_by_all(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil, hal, ann = await stand.guest("Gil"), await stand.guest("Hal"), await stand.account("Ann")
        room = gil.do(m.Create, settings=Settings(bot=True))
        assert not gil.last(m.Room).rated
        assert not stand.room(room).row().joinable
        for client in (hal, ann):
            assert client.refused(m.Join, room=room) == "not_open"
            client.do(m.Watch, room=room)
        gil.do(m.Ready, room=room, ready=True)
        gil.do(m.Start, room=room)
        await finish(room, gil)
        assert gil.last(m.Room).phase == "over"
        assert gil.last(m.Room).ratings == ()


async def test_guests_watch_the_rooms_of_accounts_and_join_none(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, _ = await stand.seated("Ann")
        gil = await stand.guest("Gil")
        assert gil.refused(m.Join, room=room) == "not_open"
        gil.do(m.Watch, room=room)
        assert gil.refused(m.Join, room=room) == "not_open"


async def test_an_account_plays_one_game_at_a_time(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        other, _ = await stand.seated("Cy")
        assert ann.refused(m.Create, settings=Settings()) == "playing"
        assert ann.refused(m.Join, room=other) == "playing"
        ann.do(m.Watch, room=other)
        assert len(list(stand.lobby)) == 2
        await finish(room, ann, bo)
        ann.do(m.Join, room=other)


async def test_joining_another_room_gives_up_the_place_in_one_that_waits(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo")
        other, _ = await stand.seated("Cy")
        ann.do(m.Join, room=other)
        assert ann.last(m.Left).room == room
        assert [one.name for one in bo.last(m.Room).members] == ["Bo"]
        # A refused attempt costs nothing.
        gil = await stand.guest("Gil")
        mine = gil.do(m.Create, settings=Settings())
        assert gil.refused(m.Join, room=other) == "not_open"
        assert stand.room(mine).row().players == ("Gil",)


async def test_two_wishes_for_a_room_in_one_breath_leave_one_room(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        ann.do(m.Create, settings=Settings())
        ann.do(m.Create, settings=Settings())
        stand.sweep()
        assert len(list(stand.lobby)) == 1


async def test_rooms_have_their_limits(open_house: OpenHouse) -> None:
    async with open_house(rooms=2) as stand:
        await stand.seated("Ann")
        await stand.seated("Bo")
        cy = await stand.account("Cy")
        assert cy.refused(m.Create, settings=Settings()) == "full"


async def test_nobody_is_in_more_rooms_than_a_few(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        most = stand.house.config.limits.rooms_per_person
        for number in range(most + 1):
            guest = await stand.guest(f"Guest {number}")
            room = guest.do(m.Create, settings=Settings())
            if number < most:
                gil.do(m.Watch, room=room)
        assert gil.refused(m.Watch, room=room) == "too_many_rooms"


async def test_an_operators_bounds_are_the_servers_to_set(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        ann.do(m.Create, settings=Settings(floor=5, ceiling=6))
        assert ann.last(m.Room).settings == Settings()
        bounds = {"five_of_a_kind": {"floor": 700}, "another": {"floor": 1}}
        stand.house.config = msgspec.structs.replace(stand.house.config, bounds=bounds)
        ann.do(m.Create, settings=Settings(floor=5))
        assert ann.last(m.Room).settings == Settings(floor=700)


async def test_settings_that_do_not_fit_together_are_refused(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        assert ann.refused(m.Create, settings=Settings(counting="anything")) == "settings"
        assert list(stand.lobby) == []


async def test_all_who_ask_for_another_game_meet_in_one_room(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        settings = Settings(interval=2000)
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=settings)
        gil = await stand.guest("Gil")
        dee = await stand.account("Dee")
        for watcher in (gil, dee):
            watcher.do(m.Watch, room=room)
        assert bo.refused(m.Again, room=room) == "not_over"
        await finish(room, ann, bo)
        assert gil.refused(m.Again, room=room) == "cannot_open"
        assert dee.refused(m.Again, room=room) == "cannot_open"
        following = bo.do(m.Again, room=room)
        assert ann.last(m.Room).successor == following
        assert ann.do(m.Again, room=room) == following
        assert ann.do(m.Again, room=room) == following
        assert gil.do(m.Again, room=room) == dee.do(m.Again, room=room) == following
        seen = gil.last(m.Room)
        assert [(one.name, one.role) for one in seen.members] == [
            ("Bo", "player"),
            ("Ann", "player"),
            ("Gil", "watcher"),
            ("Dee", "watcher"),  # who watched goes on watching, and may take a place by a wish of its own
        ]
        assert dee.last(m.Room).joinable
        assert (seen.settings, seen.phase) == (settings, "waiting")
        cy = await stand.account("Cy")
        assert cy.refused(m.Again, room=room) == "not_member"
        for client in (ann, bo):
            client.do(m.Ready, room=following, ready=True)
        bo.do(m.Start, room=following)
        await finish(following, ann, bo)
        # The next one after that is a third room, from whichever of the two one asks.
        third = ann.do(m.Again, room=room)
        assert third not in {room, following}


async def test_the_next_room_has_the_starting_interval_and_a_bot_that_has_learnt_nothing(open_house: OpenHouse) -> None:
    async with open_house(testing=True) as stand:
        room, (ann,) = await stand.playing("Ann", settings=Settings(interval=2000, bot=True))
        ann.do(m.Act, room=room, command=Vote("slower"))
        await trio.sleep(2.1)
        mine = ann.last(m.Update).own
        assert isinstance(mine, Own)
        assert mine.legal.claim is not None
        ann.do(m.Act, room=room, command=Claim(mine.legal.claim))
        ann.do(m.Act, room=room, command=Answer("red"))
        interval, bot = shown(ann)
        assert interval == 2200
        assert bot.reaction != 750
        await finish(room, ann)
        following = ann.do(m.Again, room=room)
        ann.do(m.Ready, room=following, ready=True)
        ann.do(m.Start, room=following)
        assert shown(ann) == (2000, BotNumbers(750, 85, 4))


def shown(client: Client) -> tuple[int, BotNumbers]:
    """The card interval and the bot's numbers, as a server under test shows them."""
    seen = client.last(m.Update).shared
    assert isinstance(seen, Shared)
    assert seen.testing is not None
    assert seen.testing.bot is not None
    return seen.interval, seen.testing.bot


async def test_a_guest_plays_again_alone_and_watchers_watch(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil, ann = await stand.guest("Gil"), await stand.account("Ann")
        room = gil.do(m.Create, settings=Settings())
        ann.do(m.Watch, room=room)
        gil.do(m.Ready, room=room, ready=True)
        gil.do(m.Start, room=room)
        await finish(room, gil)
        assert ann.refused(m.Again, room=room) == "cannot_open"
        following = gil.do(m.Again, room=room)
        assert ann.do(m.Again, room=room) == following
        assert [(one.name, one.role) for one in ann.last(m.Room).members] == [("Gil", "player"), ("Ann", "watcher")]
