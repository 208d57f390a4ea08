"""A game of one minute that was really played, as the server's archive keeps it for ann."""

from functools import cache

from engines.contract import SeatInfo
from engines.five_of_a_kind.kind import FiveOfAKind
from engines.five_of_a_kind.model import Answer, Claim, Resign, Settings
from protocol import archive
from protocol.messages import Accepted, Browse, Guest, LookUp, Recall, Rooms, Signed
from server.entries import encoded
from server.match import Match
from server.rerun import rerun
from server.store.records import FinishedGame, FinishedSeat
from tests.client.peer import Peer

SETTINGS = Settings(minutes=1, slots=3)
ROW = archive.GameRow(
    game="abc",
    kind="five_of_a_kind",
    ended=1_700_000_000,
    how="time",
    rated=True,
    you=0,
    seats=(
        archive.PlayedSeat("ann", False, 1, 1, 1500.0, 1512.25),
        archive.PlayedSeat("Zoë", False, 0, 2, 1500.0, 1487.75),
    ),
    replay=True,
)
OLDER = archive.GameRow("old", "five_of_a_kind", 1_600_000_000, "points", False, 1, ROW.seats, replay=False)
TALLY = archive.KindTally("five_of_a_kind", 1512.25, 7, 3)


@cache
def steps() -> tuple[archive.ReplayStep, ...]:
    """A right or wrong answer of ann's, then one of Zoë's that never comes."""
    kind, key = FiveOfAKind(), bytes(range(32))
    match = Match(kind, SETTINGS, (SeatInfo(), SeatInfo()), key, lambda step, at: None)
    match.advance(3_100)
    match.act(0, Claim(match.game.own(0).legal.claim), 3_200)  # type: ignore[attr-defined]
    match.act(0, Answer("red"), 4_000)
    match.advance(9_000)
    match.act(1, Claim(match.game.own(1).legal.claim), 9_100)  # type: ignore[attr-defined]
    match.advance(20_000)
    match.act(1, Resign(), 20_050)
    match.advance(60_000)
    seats = tuple(FinishedSeat(seat, name, 0, 1) for seat, name in enumerate(("ann", "Zoë")))
    game = FinishedGame(
        id="abc",
        kind=kind.name,
        rules=kind.rules,
        settings=encoded(SETTINGS),
        key=key,
        how="time",
        record=b"",
        started=0,
        ended=60_000,
        rated=True,
        seats=seats,
        commands=tuple(match.commands),
    )
    return rerun(kind, game, 0)


async def looked_up(peer: Peer, tally: archive.KindTally, *pages: tuple[archive.GameRow, ...]) -> None:
    """Let ann in to no rooms at all, and tell her of herself: her tally, and her games page by page."""
    await peer.welcome()
    guest = await peer.expect(Guest)
    peer.send(Signed("ann", "registered", 1512.25, "token"), Accepted(guest.ref))
    browse = await peer.expect(Browse)
    peer.send(Rooms(()), Accepted(browse.ref))
    look = await peer.expect(LookUp)
    peer.send(archive.Profile(look.ref, "ann", 1_690_000_000, (tally,)), Accepted(look.ref))
    before = ""
    for number, page in enumerate(pages, 1):
        recall = await peer.expect(Recall)
        assert (recall.before or "") == before
        peer.send(archive.History(recall.ref, page, more=number < len(pages)), Accepted(recall.ref))
        before = page[-1].game
