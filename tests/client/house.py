"""A server for walks through the client: it lets a client in and accepts whatever it asks; the walk sends the rest."""

import time
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from engines.patti.model import Settings as PattiSettings
from protocol import archive, codec
from protocol.messages import (
    Accepted,
    Create,
    Guest,
    Join,
    LookUp,
    Recall,
    Refused,
    Register,
    Replay,
    Rooms,
    Signed,
    SignIn,
)
from tests.client.peer import Peer
from tests.client.played import OLDER, ROW, SETTINGS, TALLY, steps
from tests.client.rooms import ANN, BOB, EVE, room, row
from tests.client.tables import patti_scenes

ROWS = (row("r8", "李雷", joining="approval"), row("r9", "bob", joining="passcode"))


class House:
    """One server, whose clients may go and come back."""

    def __init__(self) -> None:
        self.peer: Peer | None = None

    async def __call__(self, peer: Peer) -> None:
        """Serve one client."""
        self.peer = peer
        await peer.welcome()
        with suppress(AssertionError):  # the client has left
            while True:
                self._answer(peer, await peer.expect(object))

    def send(self, *messages: Any) -> None:
        """Tell the client something."""
        assert self.peer is not None
        self.peer.send(*messages)

    def _answer(self, peer: Peer, message: Any) -> None:
        match message:
            case Register() | SignIn() | Guest():
                peer.send(Signed("ann", "registered", 1500.0, "token"), Accepted(message.ref), Rooms(ROWS))
            case Create():
                peer.send(self._made(message), Accepted(message.ref, "r1"))
            case Join():
                peer.send(Refused(message.ref, "wrong_passcode", "That is not the passcode."))
            case LookUp():
                peer.send(archive.Profile(message.ref, "ann", 1_690_000_000, (TALLY,)), Accepted(message.ref))
            case Recall():
                peer.send(archive.History(message.ref, (ROW, OLDER), more=False), Accepted(message.ref))
            case Replay():
                total, page = len(steps()), steps()[message.start : message.start + 40]
                peer.raw(codec.frame(archive.Steps(message.ref, ROW, SETTINGS, message.start, total, page)))
                peer.send(Accepted(message.ref))
            case _ if hasattr(message, "ref"):
                peer.send(Accepted(message.ref))

    def _made(self, wish: Create) -> Any:
        if isinstance(wish.settings, PattiSettings):
            return replace(patti_scenes.room(5, wish.settings), room="r1", phase="waiting")
        return room(
            replace(ANN, ready=True),
            BOB,
            EVE,
            replace(BOB, member=4, name="李雷", away=int(time.time()) - 65),
            settings=wish.settings,
        )
