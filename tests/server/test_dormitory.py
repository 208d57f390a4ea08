"""Games of days sleep on disk while nobody is there, and wake for who is back, who asks, and for what is due."""

import gc
import time
import weakref
from typing import Any, ClassVar, Literal

import msgspec
import pytest
import structlog
import trio
from sqlalchemy import select, update

import server.entries
from engines.contract import System
from protocol import messages as m
from server.accounts import Denied
from server.drain import Drain
from server.people import Person
from server.room import Room
from server.store.tables import rooms
from tests.server.conftest import OpenHouse
from tests.server.letters import LETTERS, TURN, Break, Letters, Settings, Write
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand, by_the_mock_clock
from tests.server.test_toss import call, m_frame, raw_client

pytestmark = ON_MOCK_CLOCK
HOUR = 3600.0
DAYS = 72 * HOUR


@pytest.fixture(autouse=True)
def spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal knows the toy's commands, as it knows those of every real kind."""
    monkeypatch.setattr(server.entries, "_COMMAND", msgspec.msgpack.Decoder(m.Command | System | Write | Break))


def writing(stand: Stand, *clients: Client, turns: int = 5) -> str:
    """A room in which these write letters; its number."""
    people = [stand.person(client) for client in clients]
    with stand.hub.batch():
        room = stand.lobby.create(people[0], Settings(turns))  # type: ignore[arg-type]  # no message knows these settings
        stand.lobby.join(people[1], room)
        for person in people:
            room.ready(person, True)
        room.start(people[0])
    return room.id


async def two(stand: Stand) -> tuple[Client, Client]:
    return await raw_client(stand, "Ann"), await raw_client(stand, "Bo")


async def returned(stand: Stand, client: Client) -> Client:
    """The same person with a new connection, by the token, and time for what that leads to."""
    again = stand.client(raw=True)
    token = next(one["token"] for one in reversed(client.received) if one["type"] == "signed")
    again.bytes(m_frame(m.Hello(m.PROTOCOL, "test", token)))
    await trio.testing.wait_all_tasks_blocked()
    return again


async def asleep(stand: Stand, *clients: Client) -> None:
    """Everybody goes, and the rooms fall asleep."""
    for client in clients:
        if not client.closed:
            client.hang_up()
    await trio.sleep(stand.house.config.limits.sleep_seconds)
    stand.sweep()
    await trio.testing.wait_all_tasks_blocked()


async def one_of_each(stand: Stand) -> tuple[Client, str, Client, str]:
    """A player who is gone and whose room sleeps, and one who plays in another."""
    ann, bo = await two(stand)
    sleeping = writing(stand, ann, bo)
    await asleep(stand, ann, bo)
    cy, dee = await raw_client(stand, "Cy"), await raw_client(stand, "Dee")
    return ann, sleeping, cy, writing(stand, cy, dee)


def awake(stand: Stand) -> set[str]:
    return {room.id for room in stand.lobby}


def letters(client: Client, room: str) -> list[tuple[int, int, bool]]:
    """Who wrote, or missed a letter, and when, as a client sees the table of a room."""
    view = next(one for one in reversed(client.received) if one["type"] == "update" and one["room"] == room)
    return [(one["seat"], one["at"], one["missed"]) for one in view["shared"]["posted"]]


async def listed(stand: Stand, client: Client) -> list[str]:
    """The numbers of the rooms in the list that a client gets."""
    client.bytes(m_frame(m.Browse(900 + len(client.received), on=True)))
    return [row["room"] for one in client.received if one["type"] == "rooms" for row in one["rows"]]


async def test_a_room_sleeps_after_a_while_and_leaves_nothing_but_its_row(open_house: OpenHouse) -> None:
    async with open_house(LETTERS, sleep_seconds=300.0) as stand:
        ann, bo = await two(stand)
        number = writing(stand, ann, bo)
        play = stand.room(number).play
        assert play is not None
        tasks = trio.lowlevel.current_statistics().tasks_living
        gone = [weakref.ref(one) for one in (stand.room(number), play, play.match, stand.room(number).mail)]
        ann.hang_up()
        await trio.sleep(400)
        stand.sweep()
        await trio.testing.wait_all_tasks_blocked()
        assert awake(stand) == {number}, "somebody is there"
        bo.hang_up()
        await trio.sleep(299)
        stand.sweep()
        await trio.testing.wait_all_tasks_blocked()
        assert awake(stand) == {number}, "not for long enough"
        await trio.sleep(1)
        gc.disable()
        try:
            del play
            stand.sweep()
            await trio.testing.wait_all_tasks_blocked()
            assert awake(stand) == set()
            assert [one() for one in gone] == [None] * 4, "and no collector had to come for it"
        finally:
            gc.enable()
        assert trio.lowlevel.current_statistics().tasks_living == tasks - 1
        reader = await raw_client(stand, "Cy")
        assert await listed(stand, reader) == [number]
        assert not [one for one in reader.received if one["type"] == "room_gone"]


async def test_who_is_back_finds_the_game_and_whoever_asks_wakes_it_too(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0) as stand:
        by_the_mock_clock(monkeypatch)
        ann, bo = await two(stand)
        number = writing(stand, ann, bo)
        call(stand, stand.room(number), ann, Write())
        with stand.hub.batch():
            stand.room(number).say(stand.person(bo), "I shall write")
        await asleep(stand, ann, bo)
        assert awake(stand) == set()
        bo = await returned(stand, bo)
        assert awake(stand) == {number}
        assert [one["type"] for one in bo.received][:5] == ["welcome", "signed", "room", "chat", "update"]
        assert letters(bo, number) == [(0, 0, False)]
        (chat,) = [one for one in bo.received if one["type"] == "chat"]
        assert [line["text"] for line in chat["lines"]] == ["I shall write"], "nobody needs to be told that it slept"
        call(stand, stand.room(number), bo, Write())
        await asleep(stand, bo)
        # A stranger to the room watches it: a request that names a sleeping room waits until it is there.
        reader = await raw_client(stand, "Cy")
        reader.bytes(m_frame(m.Watch(1, number)))
        assert not [one for one in reader.received if one["type"] == "accepted"]
        await trio.testing.wait_all_tasks_blocked()
        assert [one["room"] for one in reader.received if one["type"] == "accepted"] == [number]
        assert len(letters(reader, number)) == 2
        # What the room refuses is refused after it woke as before.
        await asleep(stand, reader)
        other = await raw_client(stand, "Dee")
        other.bytes(m_frame(m.Say(1, number, "hello")))
        await trio.testing.wait_all_tasks_blocked()
        assert [one["code"] for one in other.received if one["type"] == "refused"] == ["not_member"]


async def test_a_request_that_is_sent_again_while_its_room_wakes_is_carried_out_once(open_house: OpenHouse) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0) as stand:
        ann, bo = await two(stand)
        number = writing(stand, ann, bo)
        await asleep(stand, ann, bo)
        token = ann.received[1]["token"]
        for _ in range(2):
            ann = stand.client(raw=True)
            ann.bytes(m_frame(m.Hello(m.PROTOCOL, "test", token)))
            ann.bytes(m_frame(m.Say(7, number, "only once")))
        await trio.testing.wait_all_tasks_blocked()
        assert [one["ref"] for one in ann.received if one["type"] == "accepted"] == [7]
        bo = await returned(stand, bo)
        (chat,) = [one for one in bo.received if one["type"] == "chat"]
        assert [line["text"] for line in chat["lines"]] == ["only once"]


async def test_ten_thousand_hours_go_by_in_a_moment_and_every_turn_ends_on_time(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(LETTERS, sleep_seconds=1.0, grace_minutes=0.0) as stand:
        by_the_mock_clock(monkeypatch)
        clock: Any = trio.lowlevel.current_clock()
        ann, bo = await two(stand)
        turns = int(10_000 * HOUR // DAYS)
        number = writing(stand, ann, bo, turns=turns + 1)
        started = trio.current_time()
        await asleep(stand, ann, bo)
        for turn in range(1, turns + 1):
            clock.jump(started + turn * DAYS - trio.current_time())
            await trio.testing.wait_all_tasks_blocked()
            assert awake(stand) == {number}
            if turn % 6 == 0:  # in between it sits up and waits: that is cheaper than so many commits
                await trio.sleep(1)
                await asleep(stand)
                assert awake(stand) == set()
        assert trio.current_time() - started > 9_900 * HOUR
        ann = await returned(stand, ann)
        assert letters(ann, number) == [(turn % 2, (turn + 1) * TURN, True) for turn in range(turns)]
        call(stand, stand.room(number), ann, Write())
        await trio.testing.wait_all_tasks_blocked()
        assert stand.room(number).phase == "over"


async def test_rooms_sleep_through_a_restart_and_what_fell_due_meanwhile_happens_then(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0, grace_minutes=0.0) as stand:
        by_the_mock_clock(monkeypatch)
        ann, bo = await two(stand)
        early = writing(stand, ann, bo)
        await trio.sleep(50)
        late = writing(stand, bo, ann)
        await asleep(stand, ann, bo)
        stand = await stand.killed(down=10.0)
        await trio.testing.wait_all_tasks_blocked()
        assert awake(stand) == set()
        reader = await raw_client(stand, "Cy")
        assert sorted(await listed(stand, reader)) == sorted([early, late])
        # A day later, with nobody there, it is killed again, and the first turn runs out before it is back.
        stand = await stand.killed(down=DAYS - 65)
        await trio.testing.wait_all_tasks_blocked()
        assert awake(stand) == {early}
        bo = await returned(stand, bo)
        assert awake(stand) == {early, late}
        assert (letters(bo, early), letters(bo, late)) == ([(0, TURN, True)], [])
        assert bo.received[1]["name"] == "Bo", "the token still lets in who has only rooms that sleep"


async def test_after_a_restart_nobodys_turn_runs_out_for_ten_minutes_and_a_letter_in_them_counts(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0) as stand:
        by_the_mock_clock(monkeypatch)
        ann, bo = await two(stand)
        mine, other = writing(stand, ann, bo), writing(stand, ann, bo)
        await asleep(stand, ann, bo)
        stand = await stand.killed(down=DAYS + HOUR)
        await trio.sleep(300)
        assert awake(stand) == set()
        ann = await returned(stand, ann)
        assert letters(ann, mine) == letters(ann, other) == []
        call(stand, stand.room(mine), ann, Write())
        await trio.sleep(301)
        assert letters(ann, mine) == [(0, TURN - 1, False)]
        assert letters(ann, other) == [(0, TURN, True)]


@pytest.mark.parametrize("counted", [True, False], ids=["stopped", "asleep"])
async def test_a_suspended_server_notices_the_time_of_day_and_spares_everybody_at_first(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch, counted: bool
) -> None:
    """Trio's clock goes on while a process is stopped, and stands while the machine sleeps."""
    async with open_house(LETTERS, sleep_seconds=10.0) as stand:
        by_the_mock_clock(monkeypatch)
        ann, sleeping, cy, running = await one_of_each(stand)
        if counted:
            clock: Any = trio.lowlevel.current_clock()
            clock.jump(DAYS + 1)
        else:
            before = time.time_ns
            monkeypatch.setattr(time, "time_ns", lambda: before() + round((DAYS + 1) * 1e9))
        await trio.sleep(590)
        assert (awake(stand), letters(cy, running)) == ({running}, [])
        await trio.sleep(80)  # the grace, and the longest time without a look at the time of day
        assert letters(cy, running) == [(0, TURN, True)]
        assert awake(stand) == {running, sleeping}
        ann = await returned(stand, ann)
        assert letters(ann, sleeping) == [(0, TURN, True)]


async def test_killed_at_any_moment_of_falling_asleep_and_waking_nothing_is_lost(open_house: OpenHouse) -> None:
    async with open_house(LETTERS, sleep_seconds=1.0) as stand:
        ann, bo = await two(stand)
        number = writing(stand, ann, bo, turns=99)
        for told, moment in enumerate((0.0, 0.01, 0.02, 0.1), 1):
            call(stand, stand.room(number), (bo, ann)[told % 2], Write())
            for client in (ann, bo):
                client.hang_up()
            await trio.sleep(1.1)
            stand.sweep()
            stand = await stand.killed(after=moment)
            ann, bo = await returned(stand, ann), await returned(stand, bo)
            assert len(letters(ann, number)) == told
            stand = await stand.killed(after=moment)
            ann, bo = await returned(stand, ann), await returned(stand, bo)
            assert len(letters(bo, number)) == told


async def test_a_room_in_which_something_happens_while_it_lies_down_stays_awake(open_house: OpenHouse) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0) as stand:
        ann, bo = await two(stand)
        number = writing(stand, ann, bo)
        for client in (ann, bo):
            client.hang_up()
        await trio.sleep(10)
        stand.sweep()
        again = stand.client(raw=True)
        again.bytes(m_frame(m.Hello(m.PROTOCOL, "test", ann.received[1]["token"])))
        await trio.sleep(1)
        assert awake(stand) == {number}
        (row,) = await stand.store._writer.read(lambda c: c.execute(select(rooms.c.rest, rooms.c.wakes)).all())
        assert row == (None, None), "the disk does not believe that it sleeps"


async def test_one_account_is_in_many_such_rooms_and_in_a_game_that_needs_it(open_house: OpenHouse) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0, long_rooms_per_person=25, rooms_per_person=1) as stand:
        ann, bo = await two(stand)
        numbers = {writing(stand, ann, bo) for _ in range(25)}
        with pytest.raises(Denied) as denied, stand.hub.batch():
            stand.lobby.create(stand.person(ann), Settings())  # type: ignore[arg-type]
        assert denied.value.code == "too_many_rooms"
        await asleep(stand, ann, bo)
        assert (awake(stand), len(stand.lobby.dormitory)) == (set(), 25)
        assert len(stand.house.people) == 2
        # Who has lost the token comes back with the password, and stays one person.
        again = await raw_client(stand, "Ann")
        await trio.testing.wait_all_tasks_blocked()
        assert awake(stand) == numbers == set(stand.person(again).rooms)
        assert len(stand.house.people) == 2
        assert len([one for one in again.received if one["type"] == "update"]) == 25
        # The newer token is written down with every room, so that the next restart knows it.
        await asleep(stand, again)
        stand = await stand.killed()
        assert awake(stand) == set()
        again = await returned(stand, again)
        assert again.received[1]["type"] == "signed"
        assert awake(stand) == numbers


async def test_an_announced_end_waits_for_no_game_of_days_and_rooms_sleep_on_through_it(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0) as stand:
        by_the_mock_clock(monkeypatch)
        ann, sleeping, cy, running = await one_of_each(stand)
        drain, start = Drain(stand.house, stand.lobby), trio.current_time()
        await drain.announce(10)
        assert trio.current_time() == start
        drain.stand_still()
        # Nothing is woken any more, and nothing is played.
        again = await returned(stand, ann)
        again.bytes(m_frame(m.Watch(1, sleeping)))
        await trio.testing.wait_all_tasks_blocked()
        assert [one["code"] for one in again.received if one["type"] == "refused"] == ["ending"]
        with pytest.raises(Denied, match="paused"):
            call(stand, stand.room(running), cy, Write())
        await drain.write()
        stand = await stand.killed(down=HOUR)
        assert awake(stand) == {running}
        cy = await returned(stand, cy)
        call(stand, stand.room(running), cy, Write())
        assert letters(cy, running)[0][1] > HOUR * 1000


async def test_an_account_with_a_seat_in_a_sleeping_game_is_not_deleted(open_house: OpenHouse) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0) as stand:
        ann, bo = await two(stand)
        number = writing(stand, ann, bo)
        person: Person = stand.person(ann)
        await asleep(stand, ann, bo)
        assert person.account is not None
        with pytest.raises(Denied, match="unfinished") as denied:
            stand.lobby.demand_settled(person.account)
        assert number in denied.value.text


class Lent(Letters):
    """Letters that are written from the host's book."""

    book: ClassVar[Literal["none", "host", "bankroll"]] = "host"
    opening: ClassVar[int] = 100


async def test_an_account_from_whose_book_a_sleeping_room_plays_is_not_deleted(open_house: OpenHouse) -> None:
    async with open_house({"letters": Lent()}, sleep_seconds=10.0) as stand:
        lender, (ann, bo) = await raw_client(stand, "Cy"), await two(stand)
        person: Person = stand.person(lender)
        with stand.hub.batch():
            room = stand.lobby.create(person, Settings())  # type: ignore[arg-type]  # no message knows these settings
            stand.lobby.join(stand.person(ann), room)
            room.leave(person)
            stand.lobby.join(stand.person(bo), room)
        number = room.id
        await trio.testing.wait_all_tasks_blocked()
        with stand.hub.batch():
            for one in (ann, bo):
                room.ready(stand.person(one), True)
            room.start(stand.person(ann))
        assert person.account is not None
        with pytest.raises(Denied, match="unfinished") as awake:
            stand.lobby.demand_settled(person.account)
        await asleep(stand, ann, bo)
        for _ in range(2):
            assert number in stand.lobby.dormitory
            with pytest.raises(Denied, match="unfinished") as denied:
                stand.lobby.demand_settled(person.account)
            assert denied.value.text == awake.value.text
            stand = await stand.killed(down=HOUR)


async def test_a_room_that_cannot_be_woken_is_set_aside_and_holds_up_no_other(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(LETTERS, sleep_seconds=10.0, grace_minutes=0.0) as stand:
        by_the_mock_clock(monkeypatch)
        ann, bo = await two(stand)
        broken, whole, failing = (writing(stand, ann, bo) for _ in range(3))
        call(stand, stand.room(failing), ann, Break())
        await asleep(stand, ann, bo)
        assert len(stand.lobby.dormitory) == 3

        def spoil(connection: Any) -> None:
            connection.execute(update(rooms).where(rooms.c.id == broken).values(checkpoint=b"\xc1"))

        await stand.store._writer.write(spoil)
        with structlog.testing.capture_logs() as logs:
            await trio.sleep(0)
            clock: Any = trio.lowlevel.current_clock()
            clock.jump(DAYS)
            await trio.sleep(3)
        assert [log["room"] for log in logs if log["event"] == "a room cannot be opened again"] == [broken]
        assert [log["room"] for log in logs if log["event"] == "a room failed"] == [failing]
        assert len(stand.lobby.dormitory) == 0
        ann = await returned(stand, ann)
        assert letters(ann, whole) == [(0, TURN, True)]
        with pytest.raises(Denied, match="no_room"):
            stand.room(broken)


async def test_a_disk_in_trouble_lets_no_room_sleep_and_wakes_it_later(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.store.errors import StoreBusy

    def busy(*_: object) -> Any:
        raise StoreBusy("held")

    async with open_house(LETTERS, sleep_seconds=10.0) as stand:
        ann, bo = await two(stand)
        number = writing(stand, ann, bo)
        await trio.sleep(1)
        with monkeypatch.context() as trouble:
            trouble.setattr(stand.store, "keep", busy)
            await asleep(stand, ann, bo)
            assert awake(stand) == {number}
        await trio.sleep(10)
        stand.sweep()
        await trio.sleep(10)
        await asleep(stand)
        assert awake(stand) == set()
        with monkeypatch.context() as trouble:
            trouble.setattr(stand.store, "room", busy)
            reader = await raw_client(stand, "Cy")
            reader.bytes(m_frame(m.Watch(1, number)))
            ann = await returned(stand, ann)
            assert [one["code"] for one in reader.received if one["type"] == "refused"] == ["store"]
        await trio.sleep(2)
        assert isinstance(stand.room(number), Room)
        assert letters(ann, number) == []
