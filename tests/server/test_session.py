"""One connection's life, from the first byte to the goodbye."""

import gc
import weakref

import pytest
import structlog
import trio

from engines.five_of_a_kind.model import Claim, Own, Resign, Settings, Shared
from protocol import messages as m
from protocol.codec import frame
from server.config import Frequency
from server.lobby import Lobby
from server.room import Room
from server.session import REMEMBERED, Session
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, PASSWORD, Client, Stand

pytestmark = ON_MOCK_CLOCK


async def silence(stand: Stand, seconds: float, *clients: Client) -> None:
    """Let time pass, with the sweep that the server does each second."""
    for _ in range(int(seconds)):
        await trio.sleep(1)
        with stand.hub.batch():
            for client in clients:
                if not client.closed:
                    client.session.sweep()
        stand.sweep()


async def test_hello_is_answered_with_a_welcome(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        client = stand.client()
        welcome = await client.hello()
        assert (welcome.version, welcome.server, welcome.name) == (m.PROTOCOL, "test", "fivefold")
        assert welcome.idle == 30
        client.say(m.Ping(7))
        assert client.last(m.Pong).echo == 7


async def test_another_protocol_version_is_told_and_let_go(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        client = stand.client()
        client.bytes(frame(m.Hello(m.PROTOCOL + 1)))
        assert client.last(m.Goodbye).code == "version"
        assert client.closed


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x00",
        b"\x00\x00\x00\x01\xc1",
        b"\x00\x00\x00\x05\xdd\xff\xff\xff\xff",
        frame(m.Ping(1)),
    ],
)
async def test_whatever_is_no_protocol_ends_that_connection_with_one_goodbye(
    open_house: OpenHouse, data: bytes
) -> None:
    async with open_house() as stand:
        other = await stand.guest("Gil")
        client = stand.client()
        client.bytes(data)
        client.bytes(frame(m.Hello(m.PROTOCOL)))
        assert [type(one) for one in client.received] == [m.Goodbye]
        assert client.closed
        other.say(m.Ping(1))
        assert other.last(m.Pong).echo == 1


async def test_who_says_nothing_is_let_go_after_ten_seconds(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        silent, trickling, slow = stand.client(), stand.client(), stand.client()
        trickling.bytes(b"\x00")
        await slow.hello()
        await silence(stand, 5, silent, trickling, slow)
        trickling.bytes(b"\x00")
        slow.bytes(b"\x00\x00")
        await silence(stand, 4, silent, trickling, slow)
        assert not silent.closed
        assert not trickling.closed
        slow.bytes(b"\x00")
        await silence(stand, 2, silent, trickling, slow)
        assert silent.last(m.Goodbye).code == "silent"
        assert trickling.last(m.Goodbye).code in {"silent", "slow"}
        await silence(stand, 10, slow)
        assert slow.last(m.Goodbye).code == "slow"


async def test_a_client_that_pings_stays_and_a_quiet_one_goes(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        quiet, alive = await stand.guest("Gil"), await stand.guest("Hal")
        for _ in range(4):
            await silence(stand, 20, quiet, alive)
            alive.say(m.Ping(1))
        assert quiet.last(m.Goodbye).code == "silent"
        assert not alive.closed


async def test_a_request_sent_again_gets_the_stored_answer_and_is_not_done_again(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        create = m.Create(ann.ref(), Settings())
        ann.say(create)
        first = ann.answer(create.ref)
        ann.say(create)
        assert ann.answer(create.ref) == first
        assert len(list(stand.lobby)) == 1
        refused = m.Start(ann.ref(), ann.last(m.Room).room)
        for _ in range(2):
            ann.say(refused)
        codes = [one.code for one in ann.all(m.Refused)]
        assert codes == ["not_ready", "not_ready"]


async def test_a_request_whose_answer_was_lost_is_answered_once_on_the_next_connection(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        spoken = m.Say(ann.ref(), room, "hello")
        ann.say(spoken)
        first = ann.answer(spoken.ref)
        ann.hang_up()
        back = stand.client()
        await back.hello(resume=ann.last(m.Signed).token)
        back.say(spoken)
        assert back.answer(spoken.ref) == first
        assert [line.text for chat in bo.all(m.Chat) for line in chat.lines].count("hello") == 1
        # Somebody who signs in anew counts anew: the same number is another request.
        newer = await stand.account("Ann")
        newer.say(m.Say(spoken.ref, room, "again"))
        assert [line.text for chat in bo.all(m.Chat) for line in chat.lines].count("again") == 1


async def test_only_so_many_answers_are_remembered(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        first = m.Leave(gil.ref(), "nowhere")
        gil.say(first)
        for _ in range(REMEMBERED):
            gil.refused(m.Leave, room="nowhere")
        assert len(gil.session._answers) == REMEMBERED


async def test_too_many_requests_at_once_are_refused_and_soon_allowed_again(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        burst = stand.house.config.rates.commands.burst
        codes = [gil.refused(m.Leave, room="nowhere") for _ in range(burst + 1)]
        assert codes[0] == "no_room"
        assert codes[-1] == "too_fast"
        assert gil.last(m.Refused).text == "Too many requests at once. Try again in 1 s."
        await trio.sleep(1)
        assert gil.refused(m.Leave, room="nowhere") == "no_room"


async def test_a_flood_ends_its_connection_and_no_other(open_house: OpenHouse) -> None:
    async with open_house(messages=Frequency(50, 0.1)) as stand:
        gil, hal = await stand.guest("Gil"), await stand.guest("Hal")
        gil.bytes(b"".join(frame(m.Ping(number)) for number in range(60)))
        assert gil.last(m.Goodbye).code == "flood"
        assert len(gil.all(m.Pong)) == 48  # after hello and guest
        hal.do(m.Browse, on=True)


async def test_neither_chat_nor_browsing_holds_up_a_claim(open_house: OpenHouse) -> None:
    slow = Frequency(4, 10.0)
    async with open_house(chat=slow, commands=slow, inquiries=slow) as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(1.5)
        while ann.ask(m.Say, room=room, text="hello") == m.Accepted(ann._ref):
            pass
        assert ann.last(m.Refused).text == "You are writing too fast. Try again in 10 s."
        while ann.ask(m.Browse, on=True) == m.Accepted(ann._ref):
            pass
        assert ann.last(m.Refused).text == "Too many requests at once. Try again in 9 s."
        own = ann.last(m.Update).own
        assert isinstance(own, Own)
        assert own.legal.claim is not None
        ann.do(m.Act, room=room, command=Claim(own.legal.claim))
        shown = bo.last(m.Update).shared
        assert isinstance(shown, Shared)
        assert shown.claim is not None


async def test_who_does_not_sign_in_is_let_go_though_they_ping(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        stranger, gil = stand.client(), await stand.guest("Gil")
        await stranger.hello()
        for _ in range(3):
            await silence(stand, 20, stranger, gil)
            stranger.say(m.Ping(1))
            gil.say(m.Ping(1))
        await silence(stand, 2, stranger, gil)
        assert stranger.last(m.Goodbye).text == "You did not sign in for too long."
        assert not gil.closed


async def test_the_newest_session_of_an_account_wins(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (older, bo) = await stand.playing("Ann", "Bo")
        newer = await stand.account("Ann")
        assert older.last(m.Goodbye).code == "superseded"
        assert older.closed
        # The newer one has everything, and nobody ever saw Ann as away.
        assert newer.last(m.Room).room == room
        assert newer.own() is not None
        assert all(member.away is None for seen in bo.all(m.Room) for member in seen.members)
        # The late end of the older connection touches nothing.
        older.hang_up()
        assert stand.person(newer).session is newer.session
        newer.do(m.Act, room=room, command=Resign())


async def test_an_account_has_one_name_however_it_is_typed(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        again = await stand.account("ＡＮＮ")
        assert ann.last(m.Goodbye).code == "superseded"
        assert again.last(m.Signed).name == "Ann"


async def test_a_second_sign_in_is_refused_and_changes_nothing(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        client = await stand.guest("Gil")
        client.say(m.Guest(900, "Eve"))
        assert client.last(m.Refused) == m.Refused(900, "signed_in", "You are signed in already.")
        client.say(m.Ping(1))
        assert client.last(m.Pong).echo == 1
        assert client.last(m.Signed).name == "Gil"
        assert not client.closed


async def test_registering_signs_in_with_the_starting_rating(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        client = stand.client()
        await client.hello()
        assert isinstance(await client.sign(m.Register, name="Eve", password=PASSWORD), m.Accepted)
        assert client.last(m.Signed) == m.Signed("Eve", "registered", 1500.0, stand.person(client).token)


async def test_a_wrong_password_and_an_unknown_name_read_the_same(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        client = stand.client()
        await client.hello()
        wrong = await client.sign(m.SignIn, name="Ann", password="not this one")
        unknown = await client.sign(m.SignIn, name="Nobody", password="not this one")
        assert isinstance(wrong, m.Refused)
        assert isinstance(unknown, m.Refused)
        assert (wrong.code, wrong.text) == (unknown.code, unknown.text)


async def test_while_a_password_is_checked_another_request_is_refused(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        client = stand.client()
        await client.hello()
        first, second = m.Guest(1, "Gil"), m.Guest(2, "Hal")
        client.say(first)
        client.say(second)
        await trio.testing.wait_all_tasks_blocked()
        assert isinstance(client.answer(1), m.Accepted)
        refusal = client.answer(2)
        assert isinstance(refusal, m.Refused)
        assert refusal.code == "busy"
        assert client.last(m.Signed).name == "Gil"


async def test_a_sign_in_sent_again_while_it_is_checked_is_answered_once(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        client = stand.client()
        await client.hello()
        for _ in range(2):
            client.say(m.SignIn(1, "Ann", PASSWORD))
        await trio.testing.wait_all_tasks_blocked()
        assert client.all(m.Accepted) == [m.Accepted(1)]
        assert not client.all(m.Refused)


@pytest.mark.parametrize("name", ["Ann", "ann", "A-n.n", "Аnn", "Gil", "GIL", " Gil", "\u3164", ""])
async def test_a_guest_cannot_take_a_name_that_somebody_has_or_nobody_can_read(
    open_house: OpenHouse, name: str
) -> None:
    async with open_house() as stand:
        await stand.guest("Gil")
        client = stand.client()
        await client.hello()
        if not name:
            client.bytes(frame(m.Guest(1, name)))
            assert client.last(m.Goodbye).code == "bad_message"
            return
        answer = await client.sign(m.Guest, name=name)
        assert isinstance(answer, m.Refused)
        assert answer.code in {"name_taken", "bad_name"}


async def test_a_guests_name_is_free_again_when_the_guest_has_gone(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        (await stand.guest("Gil")).hang_up()
        again = await stand.guest("Gil")
        assert again.last(m.Signed).name == "Gil"


async def test_who_hangs_up_during_the_check_leaves_nothing_behind(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        client = stand.client()
        await client.hello()
        client.say(m.Guest(1, "Gil"))
        client.hang_up()
        await trio.testing.wait_all_tasks_blocked()
        assert len(stand.house.people) == 0


async def test_the_token_brings_a_guest_back_to_the_same_seat(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        room = gil.do(m.Create, settings=Settings())
        gil.do(m.Ready, room=room, ready=True)
        gil.do(m.Start, room=room)
        gil.hang_up()
        await trio.sleep(3)
        back = stand.client()
        await back.hello(resume=gil.last(m.Signed).token)
        assert back.last(m.Signed).name == "Gil"
        assert back.last(m.Room).room == room
        assert back.own() is not None
        assert back.shared().players[0].away is None
        stranger = stand.client()
        await stranger.hello(resume="not a token that anybody has")
        assert not stranger.all(m.Signed)


async def test_bye_is_leaving_the_server_without_fuss(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        gil.say(m.Bye())
        assert gil.closed
        assert len(stand.house.people) == 0


async def test_a_fault_in_one_session_ends_that_session_alone_and_is_logged(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("planted")

    async with open_house() as stand:
        gil, hal = await stand.guest("Gil"), await stand.guest("Hal")
        with structlog.testing.capture_logs() as logs, monkeypatch.context() as patch:
            patch.setattr(Lobby, "browse", broken)
            gil.say(m.Browse(gil.ref(), on=True))
        assert gil.last(m.Goodbye).code == "fault"
        assert [log["event"] for log in logs] == ["a session failed"]
        hal.do(m.Browse, on=True)


async def test_a_fault_while_signing_in_is_refused_and_logged(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    async with open_house() as stand:
        client = stand.client()
        await client.hello()
        with structlog.testing.capture_logs() as logs, monkeypatch.context() as patch:
            patch.setattr(stand.house.accounts, "free_name", broken)
            refused = await client.sign(m.Guest, name="Gil")
        assert refused == m.Refused(1, "fault", "Something is wrong in the server; nothing was done.")
        assert [log["event"] for log in logs] == ["a request failed"]
        assert isinstance(await client.sign(m.Guest, name="Gil"), m.Accepted)
        await stand.guest("Hal")


async def test_a_client_that_does_not_read_is_let_go_and_keeps_its_seat(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        with stand.hub.batch():
            ann.session.overflowed()
        assert ann.last(m.Goodbye).code == "slow"
        assert [one.away is not None for one in bo.last(m.Room).members] == [True, False]
        ann = await stand.account("Ann")
        assert ann.last(m.Room).room == room
        assert ann.own() is not None


async def test_coming_and_going_leaves_nothing_behind(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        watched, _ = await stand.playing("Ann", "Bo")
        sessions: list[weakref.ref[Session]] = []
        for number in range(200):
            gil = await stand.guest("Gil")
            gil.do(m.Browse, on=True)
            gil.do(m.Watch, room=watched)
            room = gil.do(m.Create, settings=Settings())
            if number % 2:
                gil.do(m.Ready, room=room, ready=True)
                gil.do(m.Start, room=room)
                gil.do(m.Act, room=room, command=Resign())
                await trio.sleep(0.1)
            gil.do(m.Leave, room=room)
            gil.do(m.Leave, room=watched)
            gil.hang_up()
            sessions.append(weakref.ref(gil.session))
            stand.sweep()
        del gil
        await trio.sleep(1)
        gc.collect()
        assert [one for one in sessions if one() is not None] == []
        assert len(stand.house.people) == 2
        assert [room.id for room in stand.lobby] == [watched]
        tasks = {task.name.rpartition(".")[2] for task in stand.house.nursery.child_tasks}
        assert len(stand.house.nursery.child_tasks) == 5, tasks


async def test_ten_thousand_lines_of_text_can_be_said_only_slowly(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo")
        answers = [ann.ask(m.Say, room=room, text=f"line {number}") for number in range(20)]
        said = [isinstance(answer, m.Accepted) for answer in answers]
        assert said[0]
        assert not said[-1]
        assert len(bo.lines(room)) == sum(said)


async def test_who_asks_and_leaves_in_one_breath_costs_no_fault(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        guest = await stand.guest("Guest")
        with structlog.testing.capture_logs() as log:
            guest.bytes(frame(m.Browse(guest.ref(), on=True)) + frame(m.Ping(1)) + frame(m.Bye()))
        assert log == []
        assert guest.closed


async def test_who_was_refused_is_gone_from_memory_without_a_collector(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        playing, _ = await stand.playing("Ann", "Bo")
        gc.collect()
        gc.disable()
        try:
            stranger, cy = stand.client(), await stand.account("Cy")
            await stranger.hello()
            answer = await stranger.sign(m.SignIn, name="Cy", password="no password of mine")
            assert isinstance(answer, m.Refused)
            assert cy.refused(m.Join, room=playing) == "started"
            room = cy.do(m.Create, settings=Settings(bot=True))
            cy.do(m.Ready, room=room, ready=True)
            cy.do(m.Start, room=room)
            assert cy.refused(m.Create, settings=Settings()) == "playing"
            gone = [weakref.ref(stranger.session), weakref.ref(cy.session)]
            stranger.hang_up()
            cy.hang_up()
            del stranger.session, cy.session, stranger, cy  # that these know each other is of the tests alone
            await trio.sleep(1)
            assert [one() for one in gone if one() is not None] == []
            rooms = sorted(vars(one).get("id", "released") for one in gc.get_objects() if isinstance(one, Room))
            assert rooms == sorted([playing, room])
        finally:
            gc.enable()
