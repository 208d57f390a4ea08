"""Every message, from everybody, in every state of a room: the answer, and that a refusal changes nothing."""

from typing import Final, get_args

import pytest

from engines.five_of_a_kind.model import Settings
from protocol import messages as m
from server.config import Frequency
from tests.server.conftest import OpenHouse
from tests.server.scene import ROLES, STATES, Scene, example, staged, struck
from tests.server.stand import ON_MOCK_CLOCK

KINDS: Final = {str(kind.__struct_config__.tag): kind for kind in get_args(m.ClientMessage)}
TABLE: Final = """
message             state stranger       guest      watcher        player         host              elsewhere
hello               any   .              .          .              .              .                 .
ping                any   ok             ok         ok             ok             ok                ok
bye                 any   ok             ok         ok             ok             ok                ok
register            any   ok             signed_in  signed_in      signed_in      signed_in         signed_in
sign_in             any   wrong_password signed_in  signed_in      signed_in      signed_in         signed_in
guest               any   ok             signed_in  signed_in      signed_in      signed_in         signed_in
reset               any   wrong_code     signed_in  signed_in      signed_in      signed_in         signed_in
browse              any   .              ok         ok             ok             ok                ok
create              wog   .              ok         ok             ok             ok                ok
create              p     .              ok         ok             playing        playing           ok
join                w     .              not_open   ok             ok             ok                ok
join                po    .              started    started        ok             ok                started
join                g     .              no_room    no_room        no_room        no_room           no_room
cancel              wpo   .              not_asked  not_asked      not_asked      not_asked         not_asked
cancel              g     .              no_room    no_room        no_room        no_room           no_room
watch               w     .              ok         ok             ok             ok                ok
watch               po    .              ok         ok             playing        playing           ok
watch               g     .              no_room    no_room        no_room        no_room           no_room
leave               wpo   .              not_member ok             ok             ok                not_member
leave               g     .              no_room    no_room        no_room        no_room           no_room
ready               w     .              not_member watcher        ok             ok                not_member
ready               po    .              not_member watcher        started        started           not_member
ready               g     .              no_room    no_room        no_room        no_room           no_room
start               w     .              not_member not_host       not_host       ok                not_member
start               po    .              not_member not_host       not_host       started           not_member
start               g     .              no_room    no_room        no_room        no_room           no_room
remove              w     .              not_member not_host       not_host       ok                not_member
remove              po    .              not_member not_host       not_host       started           not_member
remove              g     .              no_room    no_room        no_room        no_room           no_room
decide              wpo   .              not_member not_host       not_host       no_longer_waiting not_member
decide              g     .              no_room    no_room        no_room        no_room           no_room
reset_book          wpo   .              not_member not_owner      not_owner      not_owner         not_member
reset_book          g     .              no_room    no_room        no_room        no_room           no_room
stack_deck          wpo   .              not_member not_host       not_host       not_testing       not_member
stack_deck          g     .              no_room    no_room        no_room        no_room           no_room
say                 wpo   .              not_member ok             ok             ok                not_member
say                 g     .              no_room    no_room        no_room        no_room           no_room
act                 w     .              not_member watcher        not_started    not_started       not_member
act                 p     .              not_member watcher        ok             ok                not_member
act                 o     .              not_member watcher        over           over              not_member
act                 g     .              no_room    no_room        no_room        no_room           no_room
again               wp    .              not_member not_over       not_over       not_over          not_member
again               o     .              not_member cannot_open    ok             ok                not_member
again               g     .              no_room    no_room        no_room        no_room           no_room
look_up             any   .              ok         ok             ok             ok                ok
recall              any   .              guest      ok             ok             ok                ok
replay              wpg   .              no_game    no_game        no_game        no_game           no_game
replay              o     .              ok         ok             ok             ok                ok
change_password     any   .              guest      ok             ok             ok                ok
sign_out_everywhere any   .              guest      ok             ok             ok                ok
delete_account      wog   .              guest      wrong_password wrong_password wrong_password    wrong_password
delete_account      p     .              guest      wrong_password unfinished     unfinished        wrong_password
"""
"""What each role reads in the states of the room, told by their first letters. "ok" is an acceptance, "." the end of a
connection that broke the protocol."""
OFTEN: Final = dict.fromkeys(
    ("register_address", "register_all", "sign_in_account", "sign_in_address"), Frequency(9999, 1.0)
)


def expected() -> dict[tuple[str, str, str], str]:
    """The table by message, state and role."""
    cells: dict[tuple[str, str, str], str] = {}
    head, *lines = [line.split() for line in TABLE.strip().splitlines()]
    assert tuple(head[2:]) == ROLES
    for message, states, *codes in lines:
        for state in STATES if states == "any" else [state for state in STATES if state[0] in states]:
            cells |= {(message, state, role): code for role, code in zip(ROLES, codes, strict=True)}
    return cells


async def answered(scene: Scene, role: str, message: str) -> tuple[str, bool]:
    """The code that somebody gets for a message, and whether anything is different afterwards."""
    client, before = scene.clients[role], scene.picture(role)
    heard = len(client.received)
    code = await scene.put(role, example(KINDS[message], scene, client.ref()))
    changed = scene.picture(role) != before
    if code not in {"ok", "out_of_order"}:
        assert not changed, f"{message} of the {role} was refused ({code}) and changed something"
        assert len(client.received) == heard + 1, f"{message} of the {role} was refused and told something else"
    if code == "out_of_order":
        assert client.closed
        assert role != "stranger" or not changed
        code = "."
    return code, changed or client.closed


def test_the_table_has_a_row_for_every_message_in_every_state() -> None:
    assert set(expected()) == {(message, state, role) for message in KINDS for state in STATES for role in ROLES}


@ON_MOCK_CLOCK
@pytest.mark.parametrize("state", STATES)
async def test_everybody_gets_the_expected_answer_and_a_refusal_changes_nothing(
    open_house: OpenHouse, state: str
) -> None:
    cells = expected()
    async with open_house(**OFTEN) as stand:
        scene = await staged(stand, state)
        for message in KINDS:
            for role in ROLES:
                code, changed = await answered(scene, role, message)
                assert code == cells[message, state, role], f"{message} of the {role}, {state}"
                if changed:
                    await struck(scene)
                    scene = await staged(stand, state)


@ON_MOCK_CLOCK
async def test_the_comparison_sees_whatever_an_accepted_request_changes(open_house: OpenHouse) -> None:
    async with open_house(**OFTEN) as stand:
        scene = await staged(stand, "waiting")
        for message in ("say", "ready", "start", "act", "leave", "create"):
            assert await answered(scene, "player" if message != "start" else "host", message) == ("ok", True), message
            if message == "ready":
                scene.clients["player"].do(m.Ready, room=scene.room, ready=True)
        assert len(list(stand.lobby)) == 3
        assert scene.clients["player"].last(m.Room).settings == Settings()
