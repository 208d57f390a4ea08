"""One room in one state with somebody in every role, and the whole of what a refused request must not change."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import trio

from engines.five_of_a_kind.model import Resign, Settings, Vote
from protocol import codec
from protocol import messages as m
from server.entries import encoded
from tests.server.stand import PASSWORD, Client, Stand

ROLES: Final = ("stranger", "guest", "watcher", "player", "host", "elsewhere")
"""`elsewhere` hosts another room, which waits."""
STATES: Final = ("waiting", "playing", "over", "gone")
_FRESH = count(1)


@dataclass
class Scene:
    """The clients by role, the room that it is about, and its game, once that is over."""

    stand: Stand
    clients: dict[str, Client]
    room: str
    game: str

    def picture(self, asker: str) -> tuple[object, ...]:
        """Everything that is there: rooms, games, journals, people, accounts, and what the others were sent."""
        rooms = []
        for room in self.stand.lobby:
            source = room.log._source
            written = room.log._written + len(room.log.waiting)
            position = source.checkpoint()
            rooms.append((room.id, encoded(source.state()), position and encoded(position), written, room.changes))
        people = self.stand.house.people
        persons = sorted((one.name, one.token, sorted(one.rooms), one.asking) for one in people._by_digest.values())
        sent = [len(client.frames) for role, client in self.clients.items() if role != asker]
        return tuple(rooms), tuple(persons), tuple(sent)

    async def put(self, role: str, message: m.ClientMessage) -> str:
        """One in this role sends a message; "ok", or the code of the refusal or of the goodbye."""
        client = self.clients[role]
        before = len(client.received)
        client.bytes(codec.frame(message))
        await trio.testing.wait_all_tasks_blocked()
        for answer in client.received[before:]:
            match answer:
                case m.Refused(code=code) | m.Goodbye(code=code):
                    return code
                case m.Accepted() | m.Pong():
                    return "ok"
                case _:
                    pass
        assert client.closed, f"{message} was not answered"
        return "ok"


async def staged(stand: Stand, state: str) -> Scene:
    """A scene with nothing before it."""
    clients = {
        "host": await stand.account("Ann"),
        "player": await stand.account("Bo"),
        "watcher": await stand.account("Cy"),
        "elsewhere": await stand.account("Dee"),
        "guest": await stand.guest("Gil"),
    }
    players = [clients["host"], clients["player"]]
    room = clients["host"].do(m.Create, settings=Settings())
    clients["player"].do(m.Join, room=room)
    clients["watcher"].do(m.Watch, room=room)
    clients["elsewhere"].do(m.Create, settings=Settings())
    for player in players:
        player.do(m.Ready, room=room, ready=True)
    game = "0"
    if state in ("playing", "over"):
        players[0].do(m.Start, room=room)
    if state == "over":
        for player in players:
            player.do(m.Act, room=room, command=Resign())
        await trio.testing.wait_all_tasks_blocked()
        game = players[0].last(m.Room).game or ""
    if state == "gone":
        for client in (*players, clients["watcher"]):
            client.ask(m.Leave, room=room)
        stand.sweep()
    clients["stranger"] = stand.client()
    await clients["stranger"].hello()
    return Scene(stand, clients, room, game)


async def struck(scene: Scene) -> None:
    """Everybody goes, and every room with them."""
    for client in scene.clients.values():
        if not client.closed:
            for room in tuple(client.session.person.rooms) if client.session.person else ():
                client.ask(m.Leave, room=room)
            client.hang_up()
    with scene.stand.hub.batch():
        for deserted in tuple(scene.stand.lobby):
            deserted.close("closed", "")
    scene.stand.sweep()
    await trio.testing.wait_all_tasks_blocked()


def example(kind: type[m.ClientMessage], scene: Scene, ref: int) -> m.ClientMessage:
    """A message of a kind that makes sense for the scene's room."""
    room = scene.room
    examples: Mapping[type, Callable[[], Any]] = {
        m.Hello: lambda: m.Hello(m.PROTOCOL),
        m.Ping: lambda: m.Ping(1),
        m.Bye: m.Bye,
        m.Register: lambda: m.Register(ref, f"Eve {next(_FRESH)}", PASSWORD),
        m.SignIn: lambda: m.SignIn(ref, "Ann", "wrong horse"),
        m.Guest: lambda: m.Guest(ref, f"Guest {next(_FRESH)}"),
        m.Reset: lambda: m.Reset(ref, "Ann", "aaaa-bbbb", PASSWORD),
        m.Browse: lambda: m.Browse(ref, on=True),
        m.Create: lambda: m.Create(ref, Settings()),
        m.Join: lambda: m.Join(ref, room),
        m.Cancel: lambda: m.Cancel(ref, room),
        m.Watch: lambda: m.Watch(ref, room),
        m.Leave: lambda: m.Leave(ref, room),
        m.Ready: lambda: m.Ready(ref, room, ready=False),
        m.Start: lambda: m.Start(ref, room),
        m.Remove: lambda: m.Remove(ref, room, 2),
        m.Decide: lambda: m.Decide(ref, room, 1, accept=True),
        m.ResetBook: lambda: m.ResetBook(ref, room),
        m.StackDeck: lambda: m.StackDeck(ref, room, ("As",)),
        m.Say: lambda: m.Say(ref, room, "hello"),
        m.Act: lambda: m.Act(ref, room, Vote("slower")),
        m.Again: lambda: m.Again(ref, room),
        m.LookUp: lambda: m.LookUp(ref, "Ann"),
        m.Recall: lambda: m.Recall(ref),
        m.Replay: lambda: m.Replay(ref, scene.game),
        m.ChangePassword: lambda: m.ChangePassword(ref, PASSWORD, PASSWORD),
        m.SignOutEverywhere: lambda: m.SignOutEverywhere(ref),
        m.DeleteAccount: lambda: m.DeleteAccount(ref, "wrong horse"),
    }
    made: m.ClientMessage = examples[kind]()
    return made
