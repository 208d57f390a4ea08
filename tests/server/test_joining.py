"""How rooms are joined: with the host's consent, with a passcode, and what each client may know of it."""

from typing import Any

import msgspec
import pytest
import trio

from engines.five_of_a_kind.model import Resign, Settings
from protocol import messages as m
from server.config import Frequency
from server.joining import LOCKED_OUT, MOST_ASKERS, WRONG_TRIES
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand

pytestmark = ON_MOCK_CLOCK

CODE = "0042"


async def house(stand: Stand, joining: str, *names: str) -> tuple[str, list[Client]]:
    """Accounts, of whom the first has made a room that is joined in this way."""
    clients = [await stand.account(name) for name in names]
    passcode = CODE if joining == "passcode" else None
    return clients[0].do(m.Create, settings=Settings(), joining=joining, passcode=passcode), clients


def askers(client: Client) -> list[str]:
    """Who asks, as the client saw last."""
    return [asker.name for asker in client.last(m.Room).askers]


def asker(client: Client, name: str) -> int:
    """The number under which somebody asks."""
    return next(one.asker for one in client.last(m.Room).askers if one.name == name)


def decide(host: Client, room: str, name: str, *, accept: bool) -> None:
    """The host answers somebody."""
    host.do(m.Decide, room=room, asker=asker(host, name), accept=accept)


def roles(client: Client) -> dict[str, str]:
    """Everybody in the room as the client saw it last."""
    return {member.name: member.role for member in client.last(m.Room).members}


def settled(client: Client) -> list[str]:
    """How the client's requests ended."""
    return [one.code for one in client.all(m.Settled)]


async def wait(stand: Stand, seconds: int) -> None:
    """Time passes, and the server looks after its rooms."""
    for _ in range(seconds):
        await trio.sleep(1)
        stand.sweep()


def play(room: str, *clients: Client) -> None:
    """All are ready, and the first begins the game."""
    for client in clients:
        client.do(m.Ready, room=room, ready=True)
    clients[0].do(m.Start, room=room)


# With the host's consent.


async def test_the_host_accepts_and_declines_those_who_ask(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await house(stand, "approval", "Ann", "Bo", "Cy")
        assert bo.do(m.Join, room=room) == ""
        assert bo.last(m.Asked) == m.Asked(room)
        assert bo.all(m.Room) == []
        cy.do(m.Join, room=room)
        (first, second) = ann.last(m.Room).askers
        assert (first.name, first.account, first.rating, second.name) == ("Bo", "registered", 1500.0, "Cy")
        assert bo.refused(m.Decide, room=room, asker=first.asker, accept=True) == "not_member"
        decide(ann, room, "Cy", accept=False)
        assert cy.last(m.Settled) == m.Settled(room, "declined", "Ann has declined your request.")
        assert askers(ann) == ["Bo"]
        decide(ann, room, "Bo", accept=True)
        assert settled(bo) == ["accepted"]
        assert roles(ann) == roles(bo) == {"Ann": "player", "Bo": "player"}
        assert askers(ann) == []
        # The room comes before the news that it may be entered.
        kinds = [type(one) for one in bo.received if isinstance(one, m.Room | m.Settled)]
        assert kinds == [m.Room, m.Settled]
        assert bo.refused(m.Decide, room=room, asker=first.asker, accept=True) == "not_host"
        assert ann.refused(m.Decide, room=room, asker=first.asker, accept=True) == "no_longer_waiting"
        # Whoever was declined may ask again.
        cy.do(m.Join, room=room)
        assert askers(ann) == ["Cy"]


async def test_an_account_asks_once_and_in_one_room_at_a_time(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await house(stand, "approval", "Ann", "Bo", "Cy")
        other = cy.do(m.Create, settings=Settings(), joining="approval")
        for _ in range(3):
            bo.do(m.Join, room=room)
        assert askers(ann) == ["Bo"]
        assert bo.refused(m.Join, room=other) == "asking"
        assert bo.refused(m.Cancel, room=other) == "not_asked"
        number = asker(ann, "Bo")
        bo.do(m.Cancel, room=room)
        assert settled(bo) == ["cancelled"]
        assert askers(ann) == []
        assert bo.refused(m.Cancel, room=room) == "not_asked"
        assert ann.refused(m.Decide, room=room, asker=number, accept=True) == "no_longer_waiting"
        bo.do(m.Join, room=other)
        assert askers(cy) == ["Bo"]


async def test_who_asks_stays_where_they_are_unless_accepted(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await house(stand, "approval", "Ann", "Bo", "Cy")
        other = bo.do(m.Create, settings=Settings())
        cy.do(m.Join, room=other)
        bo.do(m.Ready, room=other, ready=True)
        bo.do(m.Join, room=room)
        decide(ann, room, "Bo", accept=False)
        assert (roles(cy), bo.all(m.Left)) == ({"Bo": "player", "Cy": "player"}, [])
        assert [one.ready for one in cy.last(m.Room).members] == [True, False]
        bo.do(m.Join, room=room)
        decide(ann, room, "Bo", accept=True)
        assert bo.last(m.Left).room == other
        assert roles(cy) == {"Cy": "player"}
        assert cy.last(m.Room).host == cy.last(m.Room).you
        assert roles(ann) == {"Ann": "player", "Bo": "player"}


async def test_a_watcher_asks_without_leaving_the_room_and_a_player_views_it(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await house(stand, "approval", "Ann", "Bo")
        bo.do(m.Watch, room=room)
        assert bo.last(m.Room).joinable
        assert not ann.last(m.Room).joinable
        bo.do(m.Join, room=room)
        assert roles(bo) == {"Ann": "player", "Bo": "watcher"}
        decide(ann, room, "Bo", accept=True)
        assert roles(bo) == {"Ann": "player", "Bo": "player"}
        assert not bo.last(m.Room).joinable
        # The new host decides about the old one, who is an ordinary player now.
        ann.do(m.Watch, room=room)
        ann.do(m.Join, room=room)
        assert askers(bo) == ["Ann"]
        assert bo.refused(m.Watch, room=room) == "last_player"
        decide(bo, room, "Ann", accept=True)
        bo.do(m.Watch, room=room)
        assert (roles(bo), ann.last(m.Room).host) == ({"Ann": "player", "Bo": "watcher"}, ann.last(m.Room).you)
        assert ann.all(m.Left) == bo.all(m.Left) == []


async def test_a_start_ends_all_requests(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await house(stand, "approval", "Ann", "Bo")
        bo.do(m.Join, room=room)
        number = asker(ann, "Bo")
        play(room, ann)
        assert settled(bo) == ["started"]
        assert askers(ann) == []
        assert ann.refused(m.Decide, room=room, asker=number, accept=True) == "no_longer_waiting"
        assert bo.refused(m.Join, room=room) == "started"
        bo.do(m.Watch, room=room)
        assert not bo.last(m.Room).joinable


async def test_who_plays_elsewhere_meanwhile_is_no_longer_waiting(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await house(stand, "approval", "Ann", "Bo")
        bo.do(m.Join, room=room)
        number = asker(ann, "Bo")
        other = bo.do(m.Create, settings=Settings())
        assert askers(ann) == ["Bo"]
        play(other, bo)
        assert settled(bo) == ["elsewhere"]
        assert askers(ann) == []
        assert ann.refused(m.Decide, room=room, asker=number, accept=True) == "no_longer_waiting"
        assert bo.refused(m.Join, room=room) == "playing"
        assert roles(ann) == {"Ann": "player"}


async def test_a_request_survives_a_lost_connection_for_a_minute(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await house(stand, "approval", "Ann", "Bo")
        bo.do(m.Join, room=room)
        token = bo.last(m.Signed).token
        bo.hang_up()
        await wait(stand, 58)
        assert askers(ann) == ["Bo"]
        bo = stand.client()
        await bo.hello(resume=token)
        assert bo.last(m.Asked) == m.Asked(room)
        await wait(stand, 100)
        assert askers(ann) == ["Bo"]
        bo.hang_up()
        await wait(stand, 62)
        assert askers(ann) == []
        assert stand.house.people.with_token(token) is None


async def test_who_is_accepted_while_away_has_the_place_for_another_minute(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await house(stand, "approval", "Ann", "Bo")
        bo.do(m.Join, room=room)
        bo.hang_up()
        await wait(stand, 30)
        decide(ann, room, "Bo", accept=True)
        assert [one.away is not None for one in ann.last(m.Room).members] == [False, True]
        await wait(stand, 58)
        assert roles(ann) == {"Ann": "player", "Bo": "player"}
        bo = await stand.account("Bo")
        assert (bo.last(m.Room).room, bo.all(m.Asked)) == (room, [])
        bo.hang_up()
        await wait(stand, 62)
        assert roles(ann) == {"Ann": "player"}


async def test_requests_go_to_the_next_host_and_end_with_the_room(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await house(stand, "approval", "Ann", "Bo", "Cy")
        bo.do(m.Join, room=room)
        decide(ann, room, "Bo", accept=True)
        cy.do(m.Join, room=room)
        assert askers(bo) == []
        ann.do(m.Watch, room=room)
        assert (askers(ann), askers(bo)) == ([], ["Cy"])
        assert ann.refused(m.Decide, room=room, asker=asker(bo, "Cy"), accept=True) == "not_host"
        bo.do(m.Leave, room=room)
        assert settled(cy) == ["closed"]
        cy.do(m.Create, settings=Settings())


async def test_a_full_room_takes_no_requests_and_accepts_none(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await house(stand, "approval", "Ann", "Bo", "Cy")
        bo.do(m.Join, room=room)
        people = [await registered(stand, f"Player {number}") for number in range(7)]
        for number, client in enumerate(people):
            client.do(m.Join, room=room)
            decide(ann, room, f"Player {number}", accept=True)
        assert ann.refused(m.Decide, room=room, asker=asker(ann, "Bo"), accept=True) == "full"
        assert askers(ann) == ["Bo"]
        assert cy.refused(m.Join, room=room) == "full"
        cy.do(m.Watch, room=room)
        assert not cy.last(m.Room).joinable
        people[0].do(m.Leave, room=room)
        assert cy.last(m.Room).joinable
        decide(ann, room, "Bo", accept=True)


async def test_the_number_of_askers_is_bounded(open_house: OpenHouse) -> None:
    async with open_house(register_address=Frequency(MOST_ASKERS, 1.0)) as stand:
        room, (ann, bo) = await house(stand, "approval", "Ann", "Bo")
        for number in range(MOST_ASKERS):
            (await registered(stand, f"Asker {number}")).do(m.Join, room=room)
        assert bo.refused(m.Join, room=room) == "too_many_askers"
        assert len(askers(ann)) == MOST_ASKERS


async def registered(stand: Stand, name: str) -> Client:
    """Somebody with a new account."""
    client = stand.client()
    await client.hello()
    await client.sign(m.Register, name=name, password="a long password")
    return client


# With a passcode.


async def test_a_passcode_opens_the_room_and_nothing_else_does(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await house(stand, "passcode", "Ann", "Bo", "Cy")
        assert bo.refused(m.Join, room=room) == "passcode"
        for wrong in ("42", "00042", "004\uff12", "0042\n", " 0042"):
            stranger = await registered(stand, f"Stranger {len(wrong)}{ord(wrong[-1])}")
            stranger.bytes(frame(m.Join(99, room, wrong)))
            assert stranger.last(m.Goodbye).code == "bad_message"
        assert bo.refused(m.Join, room=room, passcode="4200") == "wrong_passcode"
        assert bo.do(m.Join, room=room, passcode=CODE) == room
        assert roles(ann) == {"Ann": "player", "Bo": "player"}
        cy.do(m.Watch, room=room)
        assert cy.last(m.Room).joinable
        cy.do(m.Join, room=room, passcode=CODE)
        assert roles(ann)["Cy"] == "player"


def frame(message: m.Join) -> bytes:
    """A frame that a client of ours would not send."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body


async def test_five_wrong_passcodes_lock_an_account_out_of_that_room_for_a_minute(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (_, bo, cy) = await house(stand, "passcode", "Ann", "Bo", "Cy")
        dee = await stand.account("Dee")
        other = dee.do(m.Create, settings=Settings(), joining="passcode", passcode=CODE)
        for number in range(WRONG_TRIES - 1):
            assert bo.refused(m.Join, room=room, passcode=f"999{number}") == "wrong_passcode"
        # To send a try again is not to try again, and to come back with a new connection changes nothing.
        again = m.Join(bo.ref(), room, "0000")
        bo.say(again)
        bo.say(again)
        assert len([one for one in bo.all(m.Refused) if one.ref == again.ref]) == 2
        bo.hang_up()
        bo = await stand.account("Bo")
        assert bo.refused(m.Join, room=room, passcode=CODE) == "too_many_tries"
        cy.do(m.Join, room=room, passcode=CODE)
        bo.do(m.Watch, room=room)
        await trio.sleep(LOCKED_OUT - 1)
        assert bo.refused(m.Join, room=room, passcode=CODE) == "too_many_tries"
        bo.do(m.Join, room=other, passcode=CODE)
        await trio.sleep(1)
        assert bo.refused(m.Join, room=room, passcode="0000") == "wrong_passcode"
        bo.do(m.Join, room=room, passcode=CODE)


async def test_the_right_passcode_forgets_the_wrong_ones(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (_, bo) = await house(stand, "passcode", "Ann", "Bo")
        for _ in range(3):
            for number in range(WRONG_TRIES - 1):
                assert bo.refused(m.Join, room=room, passcode=f"999{number}") == "wrong_passcode"
            bo.do(m.Join, room=room, passcode=CODE)
            bo.do(m.Leave, room=room)


async def test_no_frame_but_the_hosts_own_holds_the_passcode(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        gil.do(m.Browse, on=True)
        room, (ann, bo, cy) = await house(stand, "passcode", "Ann", "Bo", "Cy")
        assert ann.last(m.Room).passcode == CODE
        gil.do(m.Watch, room=room)
        bo.refused(m.Join, room=room, passcode="9999")
        bo.do(m.Join, room=room, passcode=CODE)
        cy.do(m.Join, room=room, passcode=CODE)
        await trio.sleep(1)
        assert [(row.joining, row.joinable) for row in gil.all(m.RoomRow)] == [("passcode", True)]
        # It goes to the next host with the place, and the old one sees it no more.
        known = len(ann.frames)
        ann.do(m.Watch, room=room)
        assert bo.last(m.Room).passcode == CODE
        ann.do(m.Join, room=room, passcode=CODE)
        play(room, bo, cy, ann)
        assert bo.last(m.Room).passcode == CODE
        before = len(bo.frames)
        bo.do(m.Leave, room=room)
        assert cy.last(m.Room).passcode == CODE
        for client in (ann, cy):
            client.do(m.Act, room=room, command=Resign())
        await trio.sleep(0.1)
        bo.do(m.Watch, room=room)
        for frames in (ann.frames[known:], bo.frames[before:], gil.frames):
            assert frames
            assert not any(CODE.encode() in one for one in frames)
        assert any(CODE.encode() in one for one in cy.frames)


# The terms.


@pytest.mark.parametrize(
    "terms", [{"joining": "passcode"}, {"joining": "open", "passcode": CODE}, {"joining": "approval", "passcode": CODE}]
)
async def test_terms_that_do_not_fit_together_are_refused(open_house: OpenHouse, terms: dict[str, Any]) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        assert ann.refused(m.Create, settings=Settings(), **terms) == "joining"
        assert list(stand.lobby) == []


async def test_a_guests_room_is_always_open_and_joined_by_nobody(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil, ann = await stand.guest("Gil"), await stand.account("Ann")
        for terms in ({"joining": "approval"}, {"joining": "passcode", "passcode": CODE}):
            assert gil.refused(m.Create, settings=Settings(), **terms) == "joining"
        room = gil.do(m.Create, settings=Settings())
        assert ann.refused(m.Join, room=room) == "not_open"
        ann.do(m.Watch, room=room)
        seen = ann.last(m.Room)
        assert (seen.joining, seen.joinable) == ("open", False)


@pytest.mark.parametrize("joining", ["open", "approval", "passcode"])
async def test_viewing_is_never_restricted(open_house: OpenHouse, joining: str) -> None:
    async with open_house() as stand:
        room, (_, bo) = await house(stand, joining, "Ann", "Bo")
        gil = await stand.guest("Gil")
        for client in (bo, gil):
            client.do(m.Watch, room=room)
        assert (bo.last(m.Room).joinable, gil.last(m.Room).joinable) == (True, False)
        assert gil.refused(m.Join, room=room, passcode=CODE) == "not_open"
        assert gil.refused(m.Cancel, room=room) == "not_asked"


async def test_who_was_removed_cannot_ask(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await house(stand, "approval", "Ann", "Bo")
        bo.do(m.Join, room=room)
        decide(ann, room, "Bo", accept=True)
        number = next(one.member for one in ann.last(m.Room).members if one.name == "Bo")
        ann.do(m.Remove, room=room, member=number)
        assert bo.refused(m.Join, room=room) == "removed"
        bo.do(m.Watch, room=room)
        assert not bo.last(m.Room).joinable


@pytest.mark.parametrize("joining", ["approval", "passcode"])
async def test_the_next_room_is_joined_likewise_but_by_those_who_played(open_house: OpenHouse, joining: str) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await house(stand, joining, "Ann", "Bo", "Cy")
        bo.do(m.Join, room=room, passcode=CODE)
        if joining == "approval":
            decide(ann, room, "Bo", accept=True)
        play(room, ann, bo)
        cy.do(m.Watch, room=room)
        for client in (ann, bo):
            client.do(m.Act, room=room, command=Resign())
        await trio.sleep(0.1)
        # To view a room for a while must not be a way in past its passcode or its host.
        assert cy.refused(m.Again, room=room) == "cannot_open"
        following = bo.do(m.Again, room=room)
        assert ann.do(m.Again, room=room) == following
        assert cy.do(m.Again, room=room) == following
        assert roles(bo) == {"Bo": "player", "Ann": "player", "Cy": "watcher"}
        seen = bo.last(m.Room)
        assert (seen.joining, seen.passcode) == (joining, CODE if joining == "passcode" else None)
        assert (cy.last(m.Room).joinable, cy.last(m.Room).passcode) == (True, None)


async def test_who_asks_and_comes_in_another_way_asks_no_longer(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await house(stand, "approval", "Ann", "Bo")
        bo.do(m.Join, room=room)
        decide(ann, room, "Bo", accept=True)
        play(room, ann, bo)
        for client in (ann, bo):
            client.do(m.Act, room=room, command=Resign())
        await trio.sleep(0.1)
        following = ann.do(m.Again, room=room)
        bo.do(m.Join, room=following)
        assert askers(ann) == ["Bo"]
        bo.do(m.Again, room=room)
        assert askers(ann) == []
        assert settled(bo) == ["accepted", "accepted"]
        assert roles(ann) == {"Ann": "player", "Bo": "player"}
