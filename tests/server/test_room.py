"""A room before, during and after its game: roles, readiness, host, chat, coming and going."""

from typing import get_args

import trio

from engines.five_of_a_kind.model import Answer, Claim, Own, Resign, Settings, Vote
from protocol import messages as m
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand

pytestmark = ON_MOCK_CLOCK

QUICK = Settings(end="rounds", rounds=10)


def names(client: Client, role: str = "player") -> list[str]:
    """Who is in the room that the client saw last, in that role."""
    return [member.name for member in client.last(m.Room).members if member.role == role]


def number(client: Client, name: str) -> int:
    """The number of a member."""
    return next(member.member for member in client.last(m.Room).members if member.name == name)


def host(client: Client) -> str:
    """The name of the host."""
    room = client.last(m.Room)
    return next(member.name for member in room.members if member.member == room.host)


def own(client: Client) -> Own:
    """What the client's seat saw last."""
    seen = client.own()
    assert isinstance(seen, Own)
    return seen


async def lose(stand: Stand, client: Client, seconds: float) -> None:
    """A client's connection is lost, and time passes."""
    client.hang_up()
    for _ in range(int(seconds)):
        await trio.sleep(1)
        stand.sweep()


async def test_the_first_player_is_host_and_starts_when_all_are_ready(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann, bo = await stand.account("Ann"), await stand.account("Bo")
        room = ann.do(m.Create, settings=Settings(bot=True))
        assert (host(ann), names(ann)) == ("Ann", ["Ann", "Bot (Adaptive)"])
        assert [one.ready for one in ann.last(m.Room).members] == [False, True]
        bo.do(m.Join, room=room)
        assert bo.refused(m.Start, room=room) == "not_host"
        bo.do(m.Ready, room=room, ready=True)
        assert ann.refused(m.Start, room=room) == "not_ready"
        ann.do(m.Ready, room=room, ready=True)
        bo.do(m.Ready, room=room, ready=False)
        assert ann.refused(m.Start, room=room) == "not_ready"
        bo.do(m.Ready, room=room, ready=True)
        assert ann.refused(m.Act, room=room, command=Resign()) == "not_started"
        ann.do(m.Start, room=room)
        seen = bo.last(m.Room)
        assert (seen.phase, seen.rated) == ("playing", True)
        assert [(one.name, one.seat) for one in seen.members] == [("Ann", 0), ("Bo", 1), ("Bot (Adaptive)", 2)]
        assert (own(ann).seat, own(bo).seat) == (0, 1)
        assert ann.refused(m.Start, room=room) == "started"
        assert ann.refused(m.Ready, room=room, ready=True) == "started"


async def test_readiness_is_kept_when_others_come_and_lost_by_watching_and_by_a_lost_connection(
    open_house: OpenHouse,
) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo")
        cy = await stand.account("Cy")
        cy.do(m.Join, room=room)
        assert [one.ready for one in ann.last(m.Room).members] == [True, True, False]
        bo.do(m.Watch, room=room)
        bo.do(m.Join, room=room)
        assert {one.name: one.ready for one in ann.last(m.Room).members} == {"Ann": True, "Cy": False, "Bo": False}
        ann.hang_up()
        ann = await stand.account("Ann")
        assert {one.name: one.ready for one in ann.last(m.Room).members}["Ann"] is False


async def test_no_other_host_is_told_of_where_the_host_ends_the_game_by_leaving(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        bo.do(m.Act, room=room, command=Resign())
        ann.do(m.Leave, room=room)
        await trio.sleep(0.1)
        assert (bo.last(m.Room).phase, host(bo)) == ("over", "Bo")
        assert not [line for line in bo.lines(room) if "host" in line]


async def test_the_longest_joined_human_becomes_host(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await stand.seated("Ann", "Bo", "Cy", settings=Settings(bot=True))
        bo.do(m.Leave, room=room)
        ann.do(m.Leave, room=room)
        assert host(cy) == "Cy"
        assert cy.lines(room) == ["Cy is the host now."]
        # Who comes back is an ordinary player, and counts as having joined last.
        dee = await stand.account("Dee")
        dee.do(m.Join, room=room)
        ann.do(m.Join, room=room)
        assert ann.refused(m.Start, room=room) == "not_host"
        cy.do(m.Watch, room=room)
        assert host(cy) == "Dee"
        for client in (ann, dee):
            client.do(m.Ready, room=room, ready=True)
        dee.do(m.Start, room=room)


def bots(client: Client) -> list[m.Member]:
    return [one for one in client.last(m.Room).members if one.account == "bot"]


async def test_a_bot_is_always_ready_and_never_hosts(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo", settings=Settings(bot=True))
        for say in (False, True):
            ann.do(m.Ready, room=room, ready=say)
            assert [(one.ready, one.name) for one in bots(bo)] == [(True, "Bot (Adaptive)")]
        ann.do(m.Leave, room=room)
        assert host(bo) == "Bo"
        bo.do(m.Start, room=room)
        assert (bo.last(m.Room).phase, len(bots(bo)), host(bo)) == ("playing", 1, "Bo")


async def test_a_bot_never_hosts_and_the_room_of_the_last_human_is_closed(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.seated("Ann", "Bo", settings=Settings(bot=True))
        watcher = await stand.guest("Gil")
        watcher.do(m.Watch, room=room)
        for name in ("Ann", "Bo"):
            client = await stand.account(name)
            client.do(m.Leave, room=room)
        assert watcher.last(m.Left) == m.Left(room, "closed", "The room was closed: nobody is left to play.")
        assert ann.refused(m.Join, room=room) == "no_room" if not ann.closed else True
        stand.sweep()
        assert list(stand.lobby) == []
        # Who watched a room that was closed can go anywhere at once.
        other, _ = await stand.seated("Cy")
        watcher.do(m.Watch, room=other)


async def test_the_last_player_cannot_switch_to_watching(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann,) = await stand.seated("Ann")
        assert ann.refused(m.Watch, room=room) == "last_player"


async def test_the_host_removes_a_player_who_can_only_watch_then(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo")
        assert bo.refused(m.Remove, room=room, member=number(bo, "Ann")) == "not_host"
        assert ann.refused(m.Remove, room=room, member=99) == "no_member"
        assert ann.refused(m.Remove, room=room, member=number(ann, "Ann")) == "self"
        removed = number(ann, "Bo")
        ann.do(m.Remove, room=room, member=removed)
        assert bo.last(m.Left).code == "removed"
        heard = len(bo.received)
        ann.do(m.Say, room=room, text="Just us")
        assert len(bo.received) == heard
        assert bo.refused(m.Say, room=room, text="Hey") == "not_member"
        assert bo.refused(m.Join, room=room) == "removed"
        # Not even after leaving the server.
        bo.hang_up()
        bo = await stand.account("Bo")
        assert bo.refused(m.Join, room=room) == "removed"
        bo.do(m.Watch, room=room)
        assert names(bo, "watcher") == ["Bo"]


async def test_who_is_removed_while_the_connection_is_lost_is_removed_all_the_same(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo")
        bo.hang_up()
        ann.do(m.Remove, room=room, member=number(ann, "Bo"))
        bo = await stand.account("Bo")
        assert (bo.all(m.Room), bo.all(m.Chat)) == ([], [])
        assert bo.refused(m.Join, room=room) == "removed"
        assert names(ann) == ["Ann"]


async def test_another_host_cannot_change_what_the_others_have_joined_for(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo, cy) = await stand.seated("Ann", "Bo", "Cy", settings=QUICK)
        ann.do(m.Leave, room=room)
        assert (host(cy), cy.last(m.Room).settings) == ("Bo", QUICK)
        # Those requests that carry settings make a room of its own, and this one stays as it is.
        carry = [one for one in get_args(m.ClientMessage) if "settings" in one.__struct_fields__]
        assert carry == [m.Create]
        bo.do(m.Create, settings=Settings())
        assert (host(cy), names(cy), cy.last(m.Room).settings) == ("Cy", ["Cy"], QUICK)


async def test_chat_stays_in_the_room_of_those_who_came_after_others_had_left(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        first, (ann, bo) = await stand.seated("Ann", "Bo")
        ann.do(m.Say, room=first, text="old")
        for client in (ann, bo):
            client.do(m.Leave, room=first)
        second, (cy, dee) = await stand.seated("Cy", "Dee")
        stand.sweep()
        third = ann.do(m.Create, settings=Settings())
        cy.do(m.Say, room=second, text="new")
        ann.do(m.Say, room=third, text="elsewhere")
        assert dee.lines(second) == ["new"]
        assert (ann.lines(second), bo.lines(second), bo.lines(third)) == ([], [], [])
        assert {one.room for client in (cy, dee) for one in client.all(m.Chat)} == {second}


async def test_nobody_joins_switches_or_is_removed_once_the_game_runs(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        cy = await stand.account("Cy")
        assert cy.refused(m.Join, room=room) == "started"
        assert bo.refused(m.Watch, room=room) == "playing"
        assert ann.refused(m.Remove, room=room, member=number(ann, "Bo")) == "started"
        cy.do(m.Watch, room=room)
        assert cy.refused(m.Join, room=room) == "started"


async def test_a_watcher_sees_the_table_and_can_do_nothing_to_it(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        gil = await stand.guest("Gil")
        gil.do(m.Watch, room=room)
        assert gil.own() is None
        assert gil.shared() == ann.shared()
        await trio.sleep(1.1)
        claim = own(ann).legal.claim
        assert claim is not None
        before = stand.room(room).row(), gil.last(m.Update)
        for command in (Claim(claim), Answer("red"), Vote("slower"), Resign()):
            assert gil.refused(m.Act, room=room, command=command) == "watcher"
        assert gil.refused(m.Ready, room=room, ready=True) == "watcher"
        assert gil.refused(m.Start, room=room) == "not_host"
        assert (stand.room(room).row(), gil.last(m.Update)) == before


async def test_a_full_room_can_only_be_watched(open_house: OpenHouse) -> None:
    async with open_house(watchers=1) as stand:
        room, _ = await stand.seated("Ann")
        for name in ("Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim"):
            client = stand.client()
            await client.hello()
            await client.sign(m.Register, name=name, password="a long password")
            client.do(m.Join, room=room)
        bo, gil = await stand.account("Bo"), await stand.guest("Gil")
        assert bo.refused(m.Join, room=room) == "full"
        assert not stand.room(room).row().joinable
        bo.do(m.Watch, room=room)
        assert gil.refused(m.Watch, room=room) == "full"


async def test_what_is_said_reaches_the_room_clean_and_later_comers_too(open_house: OpenHouse) -> None:
    async with open_house(chat_lines=3) as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo")
        other, (cy,) = await stand.seated("Cy")
        ann.do(m.Say, room=room, text="\rCy: I\x1b[2J pack\n[red]x[/blue]")
        assert bo.lines(room) == ["Cy: I[2J pack [red]x[/blue]"]
        assert bo.last(m.Chat).lines[0].name == "Ann"
        assert ann.refused(m.Say, room=room, text="\u200b \u3164") == "empty"
        assert ann.refused(m.Say, room=room, text="x" * 10_000) == "too_long"
        assert not ann.closed
        for words in ("two", "three", "four"):
            bo.do(m.Say, room=room, text=words)
        gil = await stand.guest("Gil")
        gil.do(m.Watch, room=room)
        assert gil.lines(room) == ["two", "three", "four"]
        gil.do(m.Say, room=room, text="Hello")
        assert ann.lines(room)[-1] == "Hello"
        assert cy.lines(other) == []
        assert gil.refused(m.Say, room=other, text="Hello") == "not_member"


async def test_a_claimant_reads_the_others_lines_after_the_answer(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=QUICK)
        await trio.sleep(1.1)
        claim = own(ann).legal.claim
        assert claim is not None
        ann.do(m.Act, room=room, command=Claim(claim))
        bo.do(m.Say, room=room, text="It is red!")
        ann.do(m.Say, room=room, text="Hm")
        assert bo.lines(room) == ["It is red!", "Hm"]
        assert ann.lines(room) == ["Hm"]
        # A new connection learns no more than the old one.
        ann = await stand.account("Ann")
        assert ann.lines(room) == ["Hm"]
        ann.do(m.Act, room=room, command=Answer("blue"))
        assert ann.lines(room) == ["Hm", "It is red!"]
        kinds = [type(one) for one in ann.received if isinstance(one, m.Chat | m.Update)]
        assert kinds[-2:] == [m.Update, m.Chat]
        again = await stand.account("Ann")
        assert sorted(again.lines(room)) == ["Hm", "It is red!"]


async def test_a_lost_connection_keeps_the_seat_and_is_seen_as_away(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(1.5)
        ann.hang_up()
        rows = {row.seat: row.away for row in bo.shared().players}
        assert rows == {0: 1500, 1: None}
        assert [one.away is not None for one in bo.last(m.Room).members] == [True, False]
        await trio.sleep(5)
        ann = await stand.account("Ann")
        assert [type(one) for one in ann.received[-4:-1]] == [m.Room, m.Chat, m.Update], "everything is told once"
        assert len(ann.all(m.Room)) == len(ann.all(m.Update)) == 1
        assert ann.last(m.Room).room == room
        assert all(row.away is None for row in bo.shared().players)
        assert all(row.away is None for row in ann.shared().players)
        assert all(one.away is None for one in bo.last(m.Room).members)
        ann.do(m.Act, room=room, command=Vote("slower"))


async def test_a_silent_member_of_a_waiting_room_is_dropped_after_a_minute(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, (ann, bo) = await stand.seated("Ann", "Bo")
        await lose(stand, ann, 59)
        assert names(bo) == ["Ann", "Bo"]
        await lose(stand, ann, 2)
        assert (names(bo), host(bo)) == (["Bo"], "Bo")
        assert stand.house.people.with_token(ann.last(m.Signed).token) is None


async def test_a_room_stays_for_chat_after_the_end_until_everybody_has_gone(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        for client in (ann, bo):
            client.do(m.Act, room=room, command=Resign())
        await trio.sleep(0.1)
        assert ann.last(m.Room).phase == "over"
        assert ann.refused(m.Act, room=room, command=Resign()) == "over"
        await lose(stand, bo, 70)
        ann.do(m.Say, room=room, text="Well played")
        assert ann.lines(room)[-1] == "Well played"
        assert [one.name for one in ann.last(m.Room).members] == ["Ann", "Bo"]
        ann.do(m.Leave, room=room)
        stand.sweep()
        assert list(stand.lobby) == []


async def test_who_left_a_running_game_only_watches_on_return(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        ann.do(m.Leave, room=room)
        assert bo.shared().players[-1].resigned or bo.shared().players[0].resigned
        assert host(bo) == "Bo"
        # The place elsewhere is free again, since the game here is over for Ann.
        ann.do(m.Create, settings=Settings())
        ann.do(m.Watch, room=room)
        assert ann.own() is None
        assert [(one.name, one.role, one.seat) for one in ann.last(m.Room).members] == [
            ("Bo", "player", 1),
            ("Ann", "watcher", 0),
        ]
        assert ann.refused(m.Act, room=room, command=Resign()) == "watcher"


async def test_messages_of_a_room_are_numbered_upwards_and_tell_the_rooms_time(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        for second in range(5):
            await trio.sleep(1.01)
            ann.do(m.Say, room=room, text=f"{second}")
        numbers = [one.seq for one in ann.received if isinstance(one, m.Room | m.Chat | m.Update)]
        assert numbers == sorted(set(numbers))
        assert [update.time for update in ann.all(m.Update)] == [0, 1000, 2000, 3000, 4000, 5000]
