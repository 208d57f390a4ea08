"""Patti 24 over the server: turns that nobody ends, lost connections, poor players, side shows, and the host's book."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
import structlog
import trio

from engines.chance import Chance
from engines.patti import betting
from engines.patti.game import Game
from engines.patti.model import AllIn, Answer, Bet, Drop, Hold, See, Settings, SideShow
from protocol import codec
from protocol import messages as m
from server.purses import PATIENCE
from server.store import books
from server.store.errors import StoreBusy
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, PASSWORD, Client, Stand
from tests.server.test_archive import all_steps
from tests.server.test_books import written
from tests.server.test_restore import back

pytestmark = ON_MOCK_CLOCK

OPENING = 10_000
FIRST = 3.0
"""The first deal comes so many seconds after Start."""
CARD = re.compile(rb"\xa2([9TJQKA][cdhs])")
"""A card as a frame holds it: a text of two characters."""


def cards(frames: Iterable[bytes]) -> set[str]:
    """Every card that stands in these frames."""
    return {found.decode() for frame in frames for found in CARD.findall(frame)}


def game(stand: Stand, room: str) -> Game:
    play = stand.room(room).play
    assert play is not None
    assert isinstance(play.match.game, Game)
    return play.match.game


def at(stand: Stand, room: str, clients: Iterable[Client], seat: int) -> Client:
    """The client whose player sits at a seat."""
    occupant = stand.room(room).members.at_seat(seat)
    assert occupant is not None
    return next(one for one in clients if not one.closed and one.session.person is occupant.person)


def turn(stand: Stand, room: str) -> int:
    running = game(stand, room).position.running
    assert running is not None
    return running.turn


def act(client: Client, room: str, kind: Any, *arguments: Any) -> None:
    """A command for the turn that is shown."""
    client.do(m.Act, room=room, command=kind(client.own().legal.turn, *arguments) if kind is not See else See())


async def total(stand: Stand) -> int:
    """What the players, the pots and the house of all books have: what the mint has given."""
    held = await written(stand)
    return -held[books.MINT]


async def test_the_clock_drops_whoever_says_nothing_once_and_the_next_turn_is_whole(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, clients = await stand.playing("Ann", "Bo", "Cy", settings=Settings())
        await trio.sleep(FIRST + 0.01)
        first = turn(stand, room)
        began = clients[0].shared().began
        await trio.sleep(29.9)
        assert turn(stand, room) == first
        await trio.sleep(0.2)
        shared = clients[0].shared()
        row = next(row for row in shared.rows if row.seat == first)
        assert (row.gone, shared.turn != first, shared.began) == ("timeout", True, began + 30_000)
        assert clients[0].last(m.Update).time == began + 30_000
        assert shared.deadline == shared.began + 30_000
        timeouts = [
            one for update in clients[0].all(m.Update) for one in update.events if getattr(one, "why", "") == "timeout"
        ]
        assert len(timeouts) == 1


async def test_players_are_removed_and_leave_one_by_one_and_the_others_play_on(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _, _, dee) = await stand.seated("Ann", "Bo", "Cy", "Dee", settings=Settings())
        for name in ("Cy", "Bo"):
            ann.do(m.Remove, room=room, member=next(o.member for o in ann.last(m.Room).members if o.name == name))
        ann.do(m.Start, room=room)
        await trio.sleep(FIRST + 0.01)
        assert [row.seat for row in dee.shared().rows] == [0, 1]
        for client in (ann, dee):
            client.do(m.Leave, room=room)
        await trio.sleep(1)
        # In a game of four whoever is to act goes, and then the dealer.
        room, clients = await stand.playing("Ann", "Bo", "Cy", "Dee", settings=Settings())
        await trio.sleep(FIRST + 0.01)
        mover, dealer = turn(stand, room), clients[0].shared().dealer
        assert mover != dealer
        for seat in (mover, dealer):
            at(stand, room, clients, seat).do(m.Leave, room=room)
            assert turn(stand, room) not in (seat, mover)
        left = [client for client in clients if room in stand.person(client).rooms]
        assert len(left) == 2
        act(at(stand, room, left, turn(stand, room)), room, Drop)
        await trio.sleep(0.1)
        assert left[0].shared().result.how == "last"
        assert (stand.room(room).phase, await total(stand)) == ("playing", 4 * OPENING)


async def test_a_turn_keeps_its_time_over_pauses(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings())
        await trio.sleep(FIRST + 5)
        play = stand.room(room).play
        assert play is not None
        mine, left = turn(stand, room), []
        for _ in range(3):
            with stand.hub.batch():
                play.pause("why")
            await trio.sleep(40)
            assert turn(stand, room) == mine
            left.append(ann.shared().deadline - play.time)
            with stand.hub.batch():
                play.go_on()
            await trio.sleep(10 + 5)  # the count-down, and 5 s of the turn
        assert left == [25_000, 20_000, 15_000]
        assert turn(stand, room) == mine
        await trio.sleep(9.9)
        assert game(stand, room).position.running is not None
        await trio.sleep(0.2)
        assert bo.shared().result.how == "last"


async def test_a_second_connection_takes_seat_hand_and_coins_from_one_that_hangs(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, clients = await stand.playing("Ann", "Bo", settings=Settings())
        await trio.sleep(FIRST + 0.01)
        hanging = at(stand, room, clients, turn(stand, room))
        act(hanging, room, See)
        act(hanging, room, Bet)
        before = hanging.own(), hanging.shared()
        await trio.sleep(5)  # its end of the line never said that it is gone
        again = await back(stand, hanging)
        assert (again.own(), again.shared()) == before
        assert again.own().hand is not None
        assert (hanging.closed, hanging.last(m.Goodbye).code) == (True, "superseded")
        assert [one.away for one in again.last(m.Room).members] == [None, None]
        await trio.sleep(1)
        assert again.shared().rows[0].away is None


async def test_two_connections_of_one_account_have_its_coins_once(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings())
        await trio.sleep(FIRST + 0.01)
        twins = [stand.client(), stand.client()]
        refs = [twin.ref() for twin in twins]
        for twin in twins:
            await twin.hello()
        for twin, ref in zip(twins, refs, strict=True):
            twin.say(m.SignIn(ref, "Bo", PASSWORD))
        await trio.testing.wait_all_tasks_blocked()
        (one,) = [twin for twin in twins if not twin.closed]
        assert bo.closed
        assert one.own().seat == 1
        assert one.refused(m.Create, settings=Settings()) == "playing"
        assert await total(stand) == 2 * OPENING
        assert sum(row.coins for row in ann.shared().rows) + ann.shared().pot == 2 * OPENING


async def broke(stand: Stand) -> tuple[str, list[Client], int]:
    """A room in which the first player has lost everything in the first hand, which a stacked deck decided."""
    settings = Settings(boot=100, factor=20, rounds=100)
    room, clients = await stand.playing("Ann", "Bo", "Cy", settings=settings)
    clients[0].do(m.StackDeck, room=room, cards=("Jd", "Qh", "9d", "As", "Ah", "Ad", "Kh", "Kd", "Tc"))
    await trio.sleep(FIRST + 0.01)
    for client in clients:
        act(client, room, See)
    first = turn(stand, room)
    while game(stand, room).position.running:
        one = at(stand, room, clients, turn(stand, room))
        act(one, room, Bet if one.own().legal.bet is not None else AllIn)
        await trio.sleep(0.2)
    assert clients[0].shared().result.how == "all in"
    assert clients[0].shared().stacked
    return room, clients, first


async def test_who_has_no_coins_comes_back_to_wait_and_is_passed_over(open_house: OpenHouse) -> None:
    async with open_house(testing=True) as stand:
        room, clients, seat = await broke(stand)
        poor = at(stand, room, clients, seat)
        poor.hang_up()
        await trio.sleep(8.1)
        poor = await back(stand, poor)
        others = [one for one in clients if not one.closed]
        for _ in range(4):
            shared = poor.shared()
            row = next(row for row in shared.rows if row.seat == seat)
            assert (row.coins, row.playing, row.inside, row.waits is not None) == (0, False, False, True)
            assert (poor.own().hand, tuple(poor.own().legal)) == (None, ())
            assert shared.dealer != seat
            assert seat not in game(stand, room).position.the_round.players
            assert poor.refused(m.Act, room=room, command=See()) == "sits_out"
            act(at(stand, room, others, turn(stand, room)), room, Drop)
            await trio.sleep(8.1)
        assert await total(stand) == 3 * OPENING


async def test_the_cards_of_a_side_show_reach_the_two_alone_also_in_replays(open_house: OpenHouse) -> None:
    async with open_house(testing=True) as stand:
        room, clients = await stand.playing("Ann", "Bo", "Cy", settings=Settings(rounds=10))
        watcher = await stand.account("Dee")
        watcher.do(m.Watch, room=room)
        hands = ("Jd", "Qh", "9d"), ("As", "Ah", "Ad"), ("Kh", "Kd", "Tc")
        clients[0].do(m.StackDeck, room=room, cards=tuple(card for hand in hands for card in hand))
        await trio.sleep(FIRST + 0.01)
        one, two, three = (at(stand, room, clients, seat) for seat in game(stand, room).position.the_round.players)
        act(one, room, See)
        act(one, room, Bet)
        act(two, room, See)
        act(two, room, SideShow)
        act(one, room, Answer, True)
        assert (one.shared().rows[one.own().seat].gone, len(one.shared().rows)) == ("side show", 3)
        act(three, room, Drop)
        await trio.sleep(1)
        six = set(hands[0]) | set(hands[1])
        assert cards(one.frames) == cards(two.frames) == six
        assert cards(three.frames) == cards(watcher.frames) == set()
        for client in clients:
            client.do(m.Leave, room=room)
        await trio.sleep(1)
        number = watcher.last(m.Room).game
        assert number is not None
        for client, seen in ((one, six), (two, six), (three, set()), (watcher, set())):
            steps = await all_steps(client, number)
            assert cards([msgspec.msgpack.encode(step) for step in steps]) == seen


async def test_a_hand_that_was_begun_before_a_restart_and_fails_costs_nobody_anything(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        room, clients = await stand.playing("Ann", "Bo", "Cy", settings=Settings())
        await trio.sleep(FIRST + 0.01)
        act(at(stand, room, clients, turn(stand, room)), room, Bet)
        stand = await stand.killed()
        clients = [await back(stand, client) for client in clients]
        await trio.sleep(10.1)
        act(at(stand, room, clients, turn(stand, room)), room, Bet)
        held, pot = await written(stand), books.in_game(stand.room(room).play.deal.id, "pot")  # type: ignore[union-attr]
        assert held[pot] == 3 * 10 + 2 * 5

        def fault(*_: object) -> None:
            raise RuntimeError("the rules are broken")

        monkeypatch.setattr(betting, "drop", fault)
        with structlog.testing.capture_logs():
            await trio.sleep(30.1)  # the turn runs out
        assert [client.last(m.Left).code for client in clients] == ["fault"] * 3
        held = await written(stand)
        assert sorted(held.values()) == [-3 * OPENING, 0, OPENING, OPENING, OPENING]
        assert held[pot] == 0


def check_watched(frames: Iterable[bytes]) -> int:
    """How often cards were shown to somebody who watched: only at the end of a round that was shown."""
    shown = 0
    for frame in frames:
        message = codec.from_server(frame[4:])
        if isinstance(message, m.Update):
            assert message.own is None
            result: Any = message.shared.result
            revealed = {card for hand in result.revealed for card in hand.cards} if result else set()
            assert cards([frame]) == revealed
            assert not revealed or result.how != "last"
            shown += bool(revealed)
    return shown


class Evening:
    """Sessions of people who act at random, come, go, lose their connection, and of a server that is killed."""

    def __init__(self, stand: Stand, room: str, clients: list[Client], watcher: Client) -> None:
        self.stand, self.room, self.clients, self.watcher = stand, room, clients, watcher
        self.chance = Chance(bytes(32))
        self.watched: list[bytes] = []

    async def pass_time(self, acts: int) -> None:
        """Everybody who is there acts at random."""
        members = self.stand.room(self.room).members
        for _ in range(acts):
            for client in self.clients:
                here = None if client.closed else members.of(self.stand.person(client))
                if here is not None and here.role == "player":
                    command, self.chance = client.own().legal.sample(self.chance)
                    if command is not None and not isinstance(command, Hold):
                        client.do(m.Act, room=self.room, command=command)
            await trio.sleep(1)
            self.check()

    def check(self) -> None:
        """The coins at the table are those that the room's book has for its players."""
        position = game(self.stand, self.room).position
        purses = self.stand.room(self.room).purses
        assert purses is not None
        for occupant in self.stand.room(self.room).members:
            if occupant.seat is not None and position.chairs[occupant.seat].seated:
                assert purses.balance(occupant) == position.chairs[occupant.seat].coins

    async def kill(self) -> None:
        """The server dies, and everybody comes back."""
        self.watched += self.watcher.frames
        self.stand = await self.stand.killed()
        self.clients = [await back(self.stand, client) for client in self.clients if not client.closed]
        self.watcher = await back(self.stand, self.watcher)
        await trio.sleep(10.1)
        self.check()


async def test_an_evening_with_guests_bots_a_kill_and_a_reset_keeps_every_coin(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, clients = await stand.playing(
            "Ann", "Bo", "Cy", settings=Settings(rounds=30, bots=2, boot=100, factor=20)
        )
        gil, watcher = await stand.guest("Gil"), await stand.account("Dee")
        watcher.do(m.Watch, room=room)
        evening = Evening(stand, room, clients, watcher)
        await evening.pass_time(30)
        gil.do(m.Join, room=room)
        clients.append(gil)
        assert await total(stand) == 6 * OPENING
        await evening.pass_time(30)
        ann, bo, cy, gil = clients
        ann.do(m.Leave, room=room)
        clients.remove(ann)
        assert bo.shared().host == bo.own().seat
        cy.hang_up()
        await evening.pass_time(30)
        before = await total(evening.stand)
        await evening.kill()
        assert await total(evening.stand) == before
        stand, (bo, gil) = evening.stand, evening.clients
        await evening.pass_time(70)  # Cy is put out meanwhile
        chairs = game(stand, room).position.chairs
        assert [chairs[seat].seated for seat in (0, 1, 2)] == [False, True, False]
        ann, cy = await stand.account("Ann"), await stand.account("Cy")
        assert cy.own() is None
        cy.do(m.Join, room=room)
        ann.do(m.Join, room=room)
        assert (ann.own().seat, cy.own().seat) == (0, 2)
        evening.clients = [ann, bo, cy, gil]
        await evening.pass_time(30)
        while game(stand, room).position.running:
            assert ann.refused(m.ResetBook, room=room) == "running"
            await evening.pass_time(1)
        assert bo.refused(m.ResetBook, room=room) == "not_owner"
        ann.do(m.ResetBook, room=room)
        evening.check()
        assert {row.coins for row in ann.shared().rows if row.seated} == {OPENING}
        await written(stand)
        for client in evening.clients:
            client.do(m.Leave, room=room)
        await trio.sleep(1)
        assert evening.watcher.last(m.Room).phase == "over"
        assert check_watched([*evening.watched, *evening.watcher.frames]) > 0
        # What each had at the end of it is what the next table begins with.
        held = {one.name: one.balance for one in evening.watcher.last(m.Room).members if one.account == "registered"}
        room, (ann, bo, cy) = await stand.playing("Ann", "Bo", "Cy", settings=Settings())
        assert [row.coins for row in ann.shared().rows] == [held["Ann"], held["Bo"], held["Cy"]]


@pytest.mark.parametrize(("tries", "answer"), [(4, ""), (100, "book")])
async def test_who_starts_waits_for_the_balances_but_not_for_ever(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch, tries: int, answer: str
) -> None:
    async with open_house() as stand:
        real, left = stand.store.book, iter(range(tries))

        async def busy(*arguments: Any) -> Any:
            for _ in left:
                raise StoreBusy("It is locked.")
            return await real(*arguments)

        monkeypatch.setattr(stand.house.store, "book", busy)
        ann, bo = await stand.account("Ann"), await stand.account("Bo")
        with structlog.testing.capture_logs():
            room = ann.do(m.Create, settings=Settings())
            bo.do(m.Join, room=room)
            for client in (ann, bo):
                client.do(m.Ready, room=room, ready=True)
            ref = ann.ref()
            ann.say(m.Start(ref, room))
            await trio.sleep(0.5)
            assert not [one for one in ann.all(m.Accepted) if one.ref == ref]
            await trio.sleep(PATIENCE)
        given = ann.answer(ref)
        assert (given.code if isinstance(given, m.Refused) else "") == answer
        assert stand.room(room).phase == ("waiting" if answer else "playing")
