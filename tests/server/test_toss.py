"""A kind that the server has never heard of goes through lobby, room, game, bots and store; and what its faults do."""

from typing import Any

import msgspec
import pytest
import structlog
import trio

from protocol import messages as m
from server.accounts import Denied
from server.deed import Terms
from server.people import Person
from server.room import Room
from server.store.errors import StoreBusy, StoreUnavailable
from server.store.records import FinishedGame, Rate
from server.store.store import Store
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, PASSWORD, Client, Stand
from tests.server.toss import PATIENCE, TOSS, Break, Call, Explode, Record, Settings

pytestmark = ON_MOCK_CLOCK


async def raw_client(stand: Stand, name: str, *, guest: bool = False) -> Client:
    """Somebody whose client knows no toss: it unpacks what it gets and reads no types into it."""
    client = stand.client(raw=True)
    with stand.hub.batch():
        people, accounts = stand.house.people, stand.house.accounts
        client.bytes(m_frame(m.Hello(m.PROTOCOL)))
        person = people.guest(name) if guest else people.of_account(await accounts.sign_in(name, PASSWORD))
        client.session._become(person)
    return client


def m_frame(message: m.ClientMessage) -> bytes:
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body


async def tossing(stand: Stand, *names: str, settings: Settings = Settings()) -> tuple[Room, list[Client]]:  # noqa: B008
    """A room in which these accounts toss."""
    clients = [await raw_client(stand, name) for name in names]
    people = [stand.person(client) for client in clients]
    with stand.hub.batch():
        room = stand.lobby.create(people[0], settings)  # type: ignore[arg-type]  # no message knows these settings
        for person in people[1:]:
            stand.lobby.join(person, room)
        for person in people:
            room.ready(person, True)
        room.start(people[0])
    return room, clients


def call(stand: Stand, room: Room, client: Client, command: Any) -> None:
    with stand.hub.batch():
        room.act(stand.person(client), command, trio.current_time())


def phase(room: Room) -> str:
    return room.phase


def updates(client: Client) -> list[Any]:
    return [one for one in client.received if one["type"] == "update"]


async def stored_games(stand: Stand, person: Person) -> list[FinishedGame]:
    assert person.account is not None
    games = [await stand.store.game(played.id) for played in await stand.store.history(person.account.id, 10)]
    return [game for game in games if game is not None]


async def test_a_toss_is_played_rated_and_stored(open_house: OpenHouse) -> None:
    async with open_house(TOSS) as stand:
        room, (ann, bo) = await tossing(stand, "Ann", "Bo")
        await trio.sleep(1.25)
        call(stand, room, ann, Call("heads"))
        with pytest.raises(Denied, match="called") as refusal:
            call(stand, room, ann, Call("tails"))
        assert refusal.value.text == "Too late."
        await trio.sleep(0.5)
        call(stand, room, bo, Call("tails"))
        await trio.sleep(0.1)
        assert phase(room) == "over"
        (game,) = await stored_games(stand, stand.person(ann))
        record = msgspec.msgpack.decode(game.record, type=Record)
        assert record.calls == ("heads", "tails")
        assert (game.kind, game.rules, game.how, game.rated) == ("toss", 3, "called", True)
        assert [(one.time, one.seat) for one in game.commands] == [(1250, 0), (1750, 1)]
        assert [seat.name for seat in game.seats] == ["Ann", "Bo"]
        after = {seat.name: seat.rating_after for seat in game.seats}
        assert after == ({"Ann": 1510.0, "Bo": 1500.0} if record.coin == "heads" else {"Ann": 1500.0, "Bo": 1510.0})
        account = stand.person(ann).account
        assert account is not None
        assert account.rating == after["Ann"]
        assert [one["rating"] for one in ann.received if one["type"] == "signed"] == [1500.0, after["Ann"]]


async def test_a_secret_call_reaches_nobody_before_the_end(open_house: OpenHouse) -> None:
    async with open_house(TOSS) as stand:
        room, (ann, bo) = await tossing(stand, "Ann", "Bo")
        watcher = await raw_client(stand, "Wim", guest=True)
        with stand.hub.batch():
            stand.lobby.watch(stand.person(watcher), room)
        call(stand, room, ann, Call("heads"))
        for client in (bo, watcher):
            assert updates(client)
            assert all(b"heads" not in frame for frame in client.frames if b"toss.own" not in frame)
        assert updates(bo)[-1]["events"] == [{"type": "toss.called", "seat": 0, "side": None}]
        assert updates(bo)[-1]["own"]["side"] is None
        assert updates(watcher)[-1]["own"] is None
        assert updates(watcher)[-1]["shared"]["coin"] is None


async def test_a_bot_plays_through_the_same_judge_at_its_own_time(open_house: OpenHouse) -> None:
    async with open_house(TOSS) as stand:
        room, (ann,) = await tossing(stand, "Ann", settings=Settings(bot=True))
        await trio.sleep(2)
        call(stand, room, ann, Call("tails"))
        await trio.sleep(0.1)
        (game,) = await stored_games(stand, stand.person(ann))
        assert [(one.time, one.seat) for one in game.commands] == [(1000, 1), (2000, 0)]
        assert [(seat.name, seat.bot, seat.account is None) for seat in game.seats] == [
            ("Ann", False, False),
            ("Coin bot", True, True),
        ]


async def test_a_guest_may_ask_and_join_where_the_kind_admits_guests(open_house: OpenHouse) -> None:
    async with open_house(TOSS) as stand:
        ann, gil = await raw_client(stand, "Ann"), await raw_client(stand, "Gil", guest=True)
        with stand.hub.batch():
            terms = Terms("approval")
            room = stand.lobby.create(stand.person(ann), Settings(), terms)  # type: ignore[arg-type]
            assert room.row().guests
            assert not stand.lobby.join(stand.person(gil), room)
            (asker,) = room.door.askers
            assert (asker.name, asker.account, asker.rating) == ("Gil", "guest", None)
            stand.lobby.decide(stand.person(ann), room, asker.asker, accept=True)
        assert [one.name for one in room.members.players] == ["Ann", "Gil"]


@pytest.mark.parametrize("command", [Break(), Explode()])
async def test_a_fault_in_a_game_ends_that_room_alone(open_house: OpenHouse, command: Any) -> None:
    async with open_house(TOSS) as stand:
        room, (ann, bo) = await tossing(stand, "Ann", "Bo")
        other, (cy, dee) = await tossing(stand, "Cy", "Dee")
        with structlog.testing.capture_logs() as logs:
            if isinstance(command, Break):
                with pytest.raises(Denied) as refusal:
                    call(stand, room, ann, command)
                assert refusal.value.code == "fault"
            else:
                call(stand, room, ann, command)
                await trio.sleep(1.5)
        failed = [log for log in logs if log["log_level"] == "error"]
        assert [(log["event"], log["room"]) for log in failed] == [("a room failed", room.id)]
        assert isinstance(failed[0]["exc_info"], ZeroDivisionError)
        for client in (ann, bo):
            assert [one["code"] for one in client.received if one["type"] == "left"] == ["fault"]
            assert stand.person(client).rooms == {}
        # Nobody else noticed, and those who were thrown out can play on.
        call(stand, other, cy, Call("heads"))
        call(stand, other, dee, Call("heads"))
        await trio.sleep(0.1)
        assert phase(other) == "over"
        stand.sweep()
        assert [one.id for one in stand.lobby] == [other.id]
        again, _ = await tossing(stand, "Ann", "Bo")
        assert phase(again) == "playing"


async def test_a_fault_at_the_clock_of_one_room_reaches_the_list_as_its_end(open_house: OpenHouse) -> None:
    async with open_house(TOSS) as stand:
        reader = await stand.guest("Gil")
        room, (ann, _) = await tossing(stand, "Ann", "Bo")
        reader.do(m.Browse, on=True)
        assert [row.room for row in reader.last(m.Rooms).rows] == [room.id]
        with structlog.testing.capture_logs():
            call(stand, room, ann, Explode())
            await trio.sleep(2)
        assert reader.last(m.RoomGone).room == room.id


class Reluctant:
    """The real store, which somebody else holds for the first tries."""

    def __init__(self, store: Store, *refusals: Exception) -> None:
        self._store, self._refusals, self.tries = store, list(refusals), 0
        self.book, self.in_pot = store.book, store.in_pot

    async def finish(self, game: FinishedGame, rate: Rate) -> FinishedGame:
        self.tries += 1
        await trio.sleep(1)
        if self._refusals:
            raise self._refusals.pop(0)
        return await self._store.finish(game, rate)


async def test_an_end_is_told_only_when_it_is_stored_and_the_players_read_why_it_takes_time(
    open_house: OpenHouse,
) -> None:
    async with open_house(TOSS) as stand:
        held = StoreBusy("The database is locked by another program.")
        full = StoreUnavailable("The database cannot be used: the disk is full.")
        stand.house.store = reluctant = Reluctant(stand.store, held, full)
        room, (ann, bo) = await tossing(stand, "Ann", "Bo")
        call(stand, room, ann, Call("heads"))
        call(stand, room, bo, Call("heads"))
        await trio.sleep(2.1)
        assert phase(room) == "playing"
        assert stand.house.unstored == 1
        assert updates(bo)[-1]["shared"]["coin"] is None
        chats = [one for one in bo.received if one["type"] == "chat"]
        assert "waits until the server can write it" in chats[-1]["lines"][-1]["text"]
        # Coming and going meanwhile does not disturb the end.
        bo.hang_up()
        await trio.sleep(5)
        assert phase(room) == "over"
        assert (reluctant.tries, stand.house.unstored) == (3, 0)
        assert updates(ann)[-1]["shared"]["coin"] is not None
        assert updates(ann)[-1]["events"] == [{"type": "toss.called", "seat": 1, "side": None}]
        (game,) = await stored_games(stand, stand.person(ann))
        assert [seat.rating_after for seat in game.seats].count(1500.0) in {0, 2}


async def test_a_game_that_nobody_finishes_ends_by_its_own_clock_while_all_are_away(open_house: OpenHouse) -> None:
    async with open_house(TOSS) as stand:
        room, (ann, bo) = await tossing(stand, "Ann", "Bo")
        person = stand.person(ann)
        ann.hang_up()
        assert updates(bo)[-1]["shared"]["away"] == [0]
        bo.hang_up()
        await trio.sleep(PATIENCE / 1000 + 0.1)
        assert phase(room) == "over"
        (game,) = await stored_games(stand, person)
        assert [one.seat for one in game.commands] == [None, None]
        assert len(stand.house.people) == 2
        await trio.sleep(61)
        stand.sweep()
        assert list(stand.lobby) == []
        assert len(stand.house.people) == 0


async def test_leaving_in_the_game_is_told_to_the_game_and_the_name_stays(open_house: OpenHouse) -> None:
    async with open_house(TOSS) as stand:
        room, (ann, bo) = await tossing(stand, "Ann", "Bo")
        with stand.hub.batch():
            room.leave(stand.person(bo))
        await trio.sleep(0.1)
        assert phase(room) == "over"
        members = [one for one in ann.received if one["type"] == "room"][-1]["members"]
        assert [(one["name"], one["seat"], one["away"] is None) for one in members] == [
            ("Ann", 0, True),
            ("Bo", 1, False),
        ]
        assert [one["code"] for one in bo.received if one["type"] == "left"] == ["left"]
