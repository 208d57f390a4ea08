"""Whoever asks the host of a running game to be let in: who is told, and what becomes of it."""

import trio

from engines.patti.model import Settings
from protocol import messages as m
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand
from tests.server.test_joining import askers, decide, settled
from tests.server.test_restore import back

pytestmark = ON_MOCK_CLOCK

FIRST = 3.01
"""After so many seconds the first cards are dealt."""


async def begun(stand: Stand, *names: str, settings: Settings | None = None) -> tuple[str, list[Client]]:
    """A game in a room that the host opens to nobody unasked; the cards of the first round are dealt."""
    clients = [await stand.account(name) for name in names]
    room = clients[0].do(m.Create, settings=settings or Settings(), joining="approval")
    for name, client in zip(names[1:], clients[1:], strict=True):
        client.do(m.Join, room=room)
        decide(clients[0], room, name, accept=True)
    for client in clients:
        client.do(m.Ready, room=room, ready=True)
    await trio.sleep(0.1)
    clients[0].do(m.Start, room=room)
    await trio.sleep(FIRST)
    return room, clients


async def test_the_host_of_a_running_game_is_told_who_asks_and_lets_them_in_for_the_next_round(
    open_house: OpenHouse,
) -> None:
    async with open_house() as stand:
        room, (ann, bo, _) = await begun(stand, "Ann", "Bo", "Dee")
        cy, gil = await stand.account("Cy"), await stand.guest("Gil")
        cy.do(m.Join, room=room)
        gil.do(m.Watch, room=room)
        gil.do(m.Join, room=room)
        assert (askers(ann), askers(bo), askers(gil)) == (["Cy", "Gil"], [], [])
        decide(ann, room, "Gil", accept=False)
        assert settled(gil) == ["declined"]
        # Requests go with the place of the host, and last over a restart of the server.
        ann.do(m.Leave, room=room)
        assert askers(bo) == ["Cy"]
        stand = await stand.killed()
        bo, cy = await back(stand, bo), await back(stand, cy)
        assert askers(bo) == ["Cy"]
        assert cy.last(m.Asked).room == room
        decide(bo, room, "Cy", accept=True)
        assert (askers(bo), settled(cy)) == ([], ["accepted"])
        row = next(row for row in cy.shared().rows if row.seat == cy.own().seat)
        assert (row.seated, row.playing) == (True, False)


async def test_who_is_let_in_without_a_connection_is_away_gets_no_cards_and_is_put_out(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await begun(stand, "Ann", "Bo")
        cy = await stand.account("Cy")
        cy.do(m.Join, room=room)
        cy.hang_up()
        decide(ann, room, "Cy", accept=True)
        (row,) = [row for row in ann.shared().rows if row.seat == 2]
        assert (row.seated, row.away is not None) == (True, True)
        await trio.sleep(59)
        stand.sweep()
        (row,) = [row for row in ann.shared().rows if row.seat == 2]
        assert (row.seated, row.playing) == (True, False)
        await trio.sleep(2)
        (row,) = [row for row in ann.shared().rows if row.seat == 2]
        assert (row.seated, row.removed) == (False, True)


async def test_without_a_free_place_nobody_is_let_in_and_the_end_settles_what_is_asked(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await begun(stand, "Ann", "Bo", settings=Settings(bots=5))
        cy, dee = await stand.account("Cy"), await stand.account("Dee")
        for client in (cy, dee):
            client.do(m.Join, room=room)
        decide(ann, room, "Cy", accept=True)
        number = ann.last(m.Room).askers[0].asker
        answer = ann.ask(m.Decide, room=room, asker=number, accept=True)
        assert isinstance(answer, m.Refused)
        assert (answer.code, answer.text) == ("started", "There is no place for Dee just now.")
        assert askers(ann) == ["Dee"]
        for client in (ann, bo, cy):
            client.do(m.Leave, room=room)
        await trio.sleep(1)
        assert settled(dee) == ["over"]
