"""Books through lobby, room, journal and store: who has how much, whoever comes, goes, is put out or resets it."""

from typing import Any

import msgspec
import pytest
import structlog
import trio
from sqlalchemy import select

from engines.contract import Illegal
from server.accounts import Denied
from server.deed import Terms
from server.room import Room
from server.store import books
from server.store.errors import StoreBusy
from server.store.tables import book_balances, book_entries, book_resets
from tests.server.conftest import OpenHouse
from tests.server.stakes import FINE, OPENING, ROUND, STAKE, STAKES, Lie, Settings
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand
from tests.server.test_toss import call, raw_client
from tests.server.toss import Call

pytestmark = ON_MOCK_CLOCK


async def opened_room(stand: Stand, host: Client, settings: Settings = Settings(), **terms: Any) -> Room:  # noqa: B008
    """A room of this host, whose book has been read."""
    with stand.hub.batch():
        room = stand.lobby.create(stand.person(host), settings, Terms(**terms))  # type: ignore[arg-type]
    await trio.testing.wait_all_tasks_blocked()
    return room


def begin(stand: Stand, room: Room, *clients: Client) -> None:
    """These join the host, and the game begins."""
    with stand.hub.batch():
        for client in clients:
            stand.lobby.join(stand.person(client), room)
        for client in clients:
            room.ready(stand.person(client), True)
        room.start(stand.person(clients[0]))


async def playing(stand: Stand, *names: str, rounds: int = 3) -> tuple[Room, list[Client]]:
    clients = [await raw_client(stand, name) for name in names]
    room = await opened_room(stand, clients[0], Settings(rounds))
    begin(stand, room, *clients)
    return room, clients


def join(stand: Stand, room: Room, client: Client, passcode: str | None = None) -> bool:
    with stand.hub.batch():
        return stand.lobby.join(stand.person(client), room, passcode)


def leave(stand: Stand, room: Room, client: Client) -> None:
    with stand.hub.batch():
        room.leave(stand.person(client))


def reset(stand: Stand, room: Room, client: Client) -> None:
    with stand.hub.batch():
        room.seats.reset_book(stand.person(client))


def refused(do: Any, *arguments: Any) -> str:
    with pytest.raises(Denied) as denied:
        do(*arguments)
    return denied.value.code


def last(client: Client, kind: str) -> Any:
    return next(one for one in reversed(client.received) if one["type"] == kind)


def balances(client: Client) -> dict[str, int | None]:
    """What the newest picture of the room says that everybody has."""
    return {one["name"]: one["balance"] for one in last(client, "room")["members"]}


async def written(stand: Stand) -> dict[str, int]:
    """All balances on disk. Together they are nothing, and each is the sum of its entries."""
    await trio.sleep(0.1)
    held = await stand.store._writer.read(lambda c: c.execute(select(book_balances)).all())
    entries = await stand.store._writer.read(lambda c: c.execute(select(book_entries)).all())
    sums: dict[tuple[str, str], int] = {}
    for one in entries:
        sums[one.book, one.giver] = sums.get((one.book, one.giver), 0) - one.amount
        sums[one.book, one.taker] = sums.get((one.book, one.taker), 0) + one.amount
    assert {(one.book, one.holder): one.balance for one in held} == sums
    assert sum(sums.values()) == 0
    assert all(balance >= 0 for (_, holder), balance in sums.items() if holder != books.MINT)
    return {one.holder: one.balance for one in held}


def account(stand: Stand, client: Client) -> str:
    person = stand.person(client)
    assert person.account is not None
    return books.of_account(person.account.id)


async def test_a_game_that_somebody_left_before_playing_is_none_of_theirs(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo, cy) = await playing(stand, "Ann", "Bo", "Cy", rounds=1)
        leave(stand, room, cy)
        call(stand, room, ann, Call("heads"))
        call(stand, room, bo, Call("tails"))
        await trio.sleep(0.1)
        assert room.phase == "over"
        accounts = [person.account.id for one in (ann, bo, cy) if (person := stand.person(one)).account]
        tallies = [await stand.store.tallies(number) for number in accounts]
        assert [[tally.games for tally in one] for one in tallies] == [[1], [1], []]


async def test_what_is_won_stays_in_the_hosts_book_for_the_next_game(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo", rounds=1)
        assert balances(ann) == {"Ann": OPENING, "Bo": OPENING}
        call(stand, room, ann, Call("heads"))
        assert (await written(stand))[account(stand, ann)] == OPENING - STAKE
        call(stand, room, bo, Call("tails"))
        await trio.sleep(0.1)
        assert room.phase == "over"
        after = balances(ann)
        assert sorted(after.values(), key=str) == [OPENING + STAKE, OPENING - STAKE]
        held = await written(stand)
        assert {name: held[account(stand, one)] for name, one in (("Ann", ann), ("Bo", bo))} == after
        for client in (ann, bo):
            leave(stand, room, client)
        # The next room of the same account opens the same book, also after it was closed and read anew.
        room, (ann, bo) = await playing(stand, "Ann", "Bo", rounds=1)
        assert [chair["coins"] for chair in msgspec.to_builtins(room.play.shown)["chairs"]] == [*after.values()]  # type: ignore[union-attr]
        # Somebody else's room has another one.
        leave(stand, room, bo)
        other = await opened_room(stand, bo)
        begin(stand, other, bo)
        assert balances(bo) == {"Bo": OPENING}


async def test_newcomers_sit_down_leave_and_come_back_to_their_seat_with_their_coins(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, _) = await playing(stand, "Ann", "Bo", rounds=9)
        cy, dee = await raw_client(stand, "Cy"), await raw_client(stand, "Dee")
        row = room.row()
        assert (row.joinable, row.guests, row.players) == (True, True, ("Ann", "Bo"))
        with stand.hub.batch():
            stand.lobby.watch(stand.person(cy), room)
        assert last(cy, "room")["joinable"]
        assert last(cy, "update")["own"] is None
        assert join(stand, room, cy)
        assert last(cy, "update")["own"]["seat"] == 2
        assert last(cy, "update")["shared"]["coins"] == [OPENING] * 3
        assert [(one["name"], one["seat"]) for one in last(ann, "room")["members"]][-1] == ("Cy", 2)
        # Three places are taken.
        assert not room.row().joinable
        assert refused(join, stand, room, dee) == "started"
        call(stand, room, cy, Call("heads"))
        leave(stand, room, cy)
        assert last(ann, "update")["shared"]["seated"] == [True, True, False]
        assert join(stand, room, dee)
        assert last(dee, "update")["own"]["seat"] == 3
        assert refused(join, stand, room, cy) == "started"
        leave(stand, room, dee)
        assert join(stand, room, cy)
        assert last(cy, "update")["own"]["seat"] == 2
        assert last(cy, "update")["shared"]["coins"][2] == OPENING - STAKE
        assert [one["name"] for one in last(cy, "room")["members"]] == ["Ann", "Bo", "Dee", "Cy"]
        assert refused(call, stand, room, cy, Call("tails")) == "running"
        await written(stand)


async def test_a_running_room_is_joined_in_the_way_that_its_host_has_chosen(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        ann, bo = await raw_client(stand, "Ann"), await raw_client(stand, "Bo")
        gil = await raw_client(stand, "Gil", guest=True)
        room = await opened_room(stand, ann, Settings(9), joining="passcode", passcode="1234", guests=False)
        begin(stand, room, ann)
        assert refused(join, stand, room, bo) == "passcode"
        assert refused(join, stand, room, bo, "9999") == "wrong_passcode"
        assert not room.row().guests
        assert refused(join, stand, room, gil, "1234") == "not_open"
        assert join(stand, room, bo, "1234")
        leave(stand, room, bo)
        assert join(stand, room, bo)  # who has had a seat was let in before
        leave(stand, room, ann)
        leave(stand, room, bo)
        room = await opened_room(stand, ann, Settings(1), joining="approval")
        with stand.hub.batch():
            assert not stand.lobby.join(stand.person(gil), room)
        begin(stand, room, ann)
        # Whoever has asked goes on waiting as long as there is a seat, and is let in while the game runs.
        (asker,) = room.door.askers
        with stand.hub.batch():
            stand.lobby.decide(stand.person(ann), room, asker.asker, accept=True)
        assert room.members.at_seat(1) is not None
        with stand.hub.batch():
            assert not stand.lobby.join(stand.person(bo), room)
        await trio.sleep(ROUND / 1000 + 0.1)
        assert room.phase == "over"
        assert (last(bo, "settled")["code"], room.row().joinable) == ("over", False)
        assert refused(join, stand, room, bo) == "started"


async def test_who_is_away_too_long_is_put_out_watches_and_may_sit_down_again(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo", rounds=9)
        person = stand.person(ann)
        ann.hang_up()
        await trio.sleep(ROUND / 1000 + 0.1)
        assert [(one.name, one.role, one.seat) for one in room.members] == [("Bo", "player", 1), ("Ann", "watcher", 0)]
        assert last(bo, "update")["shared"]["host"] == 1
        assert not room.holds(person)
        assert room.row().watchers == 0, "nobody looks on from there"
        lines = [line["text"] for one in bo.received if one["type"] == "chat" for line in one["lines"]]
        assert lines == [f"Ann is out, and watches now: too long away, fine {FINE}.", "Bo is the host now."]
        held = await written(stand)
        assert (held[books.of_account(person.account.id)], held["house"]) == (OPENING - FINE, FINE)  # type: ignore[union-attr]
        ann = await raw_client(stand, "Ann")
        assert last(ann, "update")["own"] is None
        mine = next(one for one in last(ann, "room")["members"] if one["name"] == "Ann")
        assert mine["out"] == f"too long away, fine {FINE}"
        assert refused(call, stand, room, ann, Call("heads")) == "watcher"
        assert join(stand, room, ann)
        assert last(ann, "update")["own"]["seat"] == 0
        assert not any(one["out"] for one in last(ann, "room")["members"])
        assert last(ann, "update")["shared"]["coins"] == [OPENING - FINE, OPENING]
        # Whoever came back hosts only when it is their turn again.
        assert last(ann, "room")["host"] == last(bo, "room")["you"]


async def test_a_leaving_host_hands_over_and_the_book_stays_the_first_hosts(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo", rounds=9)
        leave(stand, room, ann)
        assert last(bo, "update")["shared"]["host"] == 1
        assert refused(reset, stand, room, bo) == "not_owner"
        assert "owns_book" not in last(bo, "room")
        assert last(bo, "room")["book"] == "Ann"
        with stand.hub.batch():
            stand.lobby.watch(stand.person(ann), room)
        assert last(ann, "room")["owns_book"]
        reset(stand, room, ann)


async def test_only_the_owner_resets_between_rounds_and_it_is_recorded(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo", rounds=9)
        cy = await raw_client(stand, "Cy")
        assert refused(reset, stand, room, cy) == "not_member"
        assert refused(reset, stand, room, bo) == "not_owner"
        call(stand, room, ann, Call("heads"))
        assert refused(reset, stand, room, ann) == "running"
        call(stand, room, bo, Call("tails"))
        assert OPENING + STAKE in last(ann, "update")["shared"]["coins"]
        # Somebody who has played and gone is set back too.
        assert join(stand, room, cy)
        call(stand, room, cy, Call("heads"))
        leave(stand, room, cy)
        await trio.sleep(ROUND / 1000 + 0.1)
        with stand.hub.batch():
            reset(stand, room, ann)
        assert last(ann, "update")["shared"]["coins"][:2] == [OPENING, OPENING]
        assert balances(bo) == {"Ann": OPENING, "Bo": OPENING, "Cy": OPENING}
        held = await written(stand)
        assert [held[account(stand, one)] for one in (ann, bo, cy)] == [OPENING] * 3
        (record,) = await stand.store._writer.read(lambda c: c.execute(select(book_resets)).all())
        assert (record.book, record.room, record.account) == (
            "stakes of account 1",
            room.id,
            stand.person(ann).account.id,  # type: ignore[union-attr]
        )
        assert record.at > 0
        # A second table of the same book, at which its owner plays alone.
        leave(stand, room, ann)
        other = await opened_room(stand, ann)
        begin(stand, other, ann)
        assert refused(reset, stand, other, ann) == "other_table"


async def test_guests_and_bots_have_balances_that_live_with_their_game(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        ann, gil = await raw_client(stand, "Ann"), await raw_client(stand, "Gil", guest=True)
        room = await opened_room(stand, ann, Settings(9, bot=True))
        begin(stand, room, ann, gil)
        assert balances(gil) == {"Ann": OPENING, "Gil": OPENING, "Coin bot": OPENING}
        call(stand, room, gil, Call("tails"))
        await trio.sleep(1.1)
        leave(stand, room, gil)
        await trio.sleep(ROUND / 1000)
        assert join(stand, room, gil)
        coins = last(gil, "update")["shared"]["coins"]
        assert last(gil, "update")["own"]["seat"] == 1
        held = await written(stand)
        assert held[books.in_game(room.play.deal.id, 1)] == coins[1]  # type: ignore[union-attr]
        # A guest's own room has a book that nobody can reset, and that is forgotten with the room.
        leave(stand, room, gil)
        own = await opened_room(stand, gil)
        begin(stand, own, gil)
        assert refused(reset, stand, own, gil) == "not_owner"
        assert join(stand, own, await raw_client(stand, "Bo"))
        await trio.sleep(0.1)
        name = books.of_room(own.id)
        assert await stand.store.book(name)
        with stand.hub.batch():
            own.close("closed", "That is it.")
        await trio.sleep(0.1)
        assert not await stand.store.book(name)


async def test_the_poor_wait_over_rooms_and_are_given_coins(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo", rounds=12)
        stand.room(room.id).testing = True
        for _ in range(10):
            with stand.hub.batch():
                room.seats.stack(stand.person(ann), ("tails",))
            call(stand, room, ann, Call("heads"))
            call(stand, room, bo, Call("tails"))
        assert last(ann, "update")["shared"]["coins"] == [0, 2 * OPENING]
        leave(stand, room, ann)
        leave(stand, room, bo)
        room, (ann, bo) = await playing(stand, "Ann", "Bo", rounds=12)
        chair = room.play.match.seats[0]  # type: ignore[union-attr]
        assert (chair.balance, chair.waited) == (0, 1)
        call(stand, room, bo, Call("tails"))
        assert last(ann, "update")["shared"]["coins"][0] == 20
        assert (await written(stand))[account(stand, ann)] == 20


async def test_a_stacked_deal_is_for_the_host_of_a_server_under_test(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo")
        stack = room.seats.stack
        assert refused(stack, stand.person(bo), ("heads",)) == "not_host"
        assert refused(stack, stand.person(ann), ("heads",)) == "not_testing"
        leave(stand, room, ann)
        waiting = await opened_room(stand, ann)
        waiting.testing = True
        assert refused(waiting.seats.stack, stand.person(ann), ("heads",)) == "not_started"


async def test_a_game_that_loses_count_of_its_coins_is_ended_and_nothing_of_it_is_written(
    open_house: OpenHouse,
) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo")
        with structlog.testing.capture_logs():
            assert refused(call, stand, room, ann, Lie()) == "fault"
        assert last(bo, "left")["code"] == "fault"
        assert (await written(stand))[account(stand, ann)] == OPENING


async def test_the_stakes_of_a_game_that_fails_go_back_to_those_who_paid_them(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo", rounds=9)
        for client in (ann, bo, ann):  # a whole round, of which nothing is given back, and half of another
            call(stand, room, client, Call("heads"))
        before = (await written(stand))[account(stand, bo)]
        pot = books.in_game(room.play.deal.id, "pot")  # type: ignore[union-attr]
        held = await written(stand)
        assert (held[pot], held[account(stand, bo)]) == (STAKE, before)
        with structlog.testing.capture_logs():
            assert refused(call, stand, room, bo, Lie()) == "fault"
        assert last(bo, "left")["text"].endswith("is back with those who had put it there.")
        after = await written(stand)
        assert after == held | {pot: 0, account(stand, ann): held[account(stand, ann)] + STAKE}
        (entry,) = await stand.store._writer.read(
            lambda c: c.execute(select(book_entries).where(book_entries.c.why == "void")).all()
        )
        assert (entry.giver, entry.taker, entry.room) == (pot, account(stand, ann), room.id)
        # The next table begins with what came back.
        room = await opened_room(stand, ann)
        begin(stand, room, ann)
        assert balances(ann) == {"Ann": after[account(stand, ann)]}


async def test_a_game_that_newer_rules_set_back_corrects_its_book(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (ann, bo) = await playing(stand, "Ann", "Bo")
        before = room.play.match.game  # type: ignore[union-attr]
        call(stand, room, ann, Call("heads"))
        # As after a restart that could not carry out the call again: the stake is in the book, and not in the game.
        room.play.match.game, room.purses.corrects = before, True  # type: ignore[union-attr]
        call(stand, room, bo, Call("tails"))
        call(stand, room, ann, Call("heads"))
        held, coins = await written(stand), last(ann, "update")["shared"]["coins"]
        assert [held[account(stand, one)] for one in (ann, bo)] == coins
        assert held[books.MINT] == -(2 * OPENING + STAKE)


async def test_no_game_begins_before_its_book_is_read(open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house(STAKES) as stand:
        ann, real, tries = await raw_client(stand, "Ann"), stand.store.book, iter([StoreBusy("It is locked.")])

        async def busy(*arguments: Any) -> Any:
            for refusal in tries:
                raise refusal
            return await real(*arguments)

        monkeypatch.setattr(stand.house.store, "book", busy)
        with structlog.testing.capture_logs():
            room = await opened_room(stand, ann)
            assert balances(ann) == {"Ann": None}
            assert refused(begin, stand, room, ann) == "book"
            assert refused(reset, stand, room, ann) == "book"
            await trio.sleep(0.5)
        assert balances(ann) == {"Ann": OPENING}
        begin(stand, room, ann)


async def test_the_toy_refuses_a_seat_that_is_taken(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        room, (_, bo) = await playing(stand, "Ann", "Bo")
        assert room.play is not None
        with pytest.raises(Illegal):
            room.play.match.game.apply(None, Call("heads"), 0)
        assert join(stand, room, bo)  # who plays is in already


async def test_an_account_stays_as_long_as_others_are_in_a_room_that_plays_from_its_book(open_house: OpenHouse) -> None:
    async with open_house(STAKES) as stand:
        ann, bo, cy = [await raw_client(stand, name) for name in ("Ann", "Bo", "Cy")]
        account = stand.person(ann).account
        assert account is not None
        settled = stand.lobby.demand_settled
        # Alone in it, or no more in any, nobody else is concerned.
        room = await opened_room(stand, ann, Settings(1))
        settled(account)
        join(stand, room, bo)
        join(stand, room, cy)
        assert refused(settled, account) == "unfinished"
        leave(stand, room, ann)
        assert refused(settled, account) == "unfinished"
        begin(stand, room, bo, cy)
        assert refused(settled, account) == "unfinished"
        for client in (bo, cy):
            other = stand.person(client).account
            assert other is not None
            assert refused(settled, other) == "unfinished"
        leave(stand, room, bo)
        leave(stand, room, cy)
        await trio.testing.wait_all_tasks_blocked()
        settled(account)
