"""Profile, history and replays in the running client, fed with a game that was really played."""

import time

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion
from textual.screen import Screen

from client.art.palette import Look
from client.screens.replay import ReplayScreen
from client.tables.registry import KINDS
from protocol import archive, codec
from protocol.messages import Accepted, Refused, Replay, Steps
from tests.client.peer import Peer, Script
from tests.client.play import Play, inside, playing, text
from tests.client.played import OLDER, ROW, SETTINGS, TALLY, looked_up, steps
from tests.client.tables.scenes import ended
from tests.client.tables.stage import playing as table

pytestmark = pytest.mark.asyncio

PAGE = 40


def server(*, refuse: str = "", more: bool = False) -> Script:
    """A server with one game in its archive, which it shows page by page."""

    async def script(peer: Peer) -> None:
        await looked_up(peer, TALLY, *(((ROW,), (OLDER,)) if more else ((ROW, OLDER),)))
        await show(peer, refuse)
        await peer.gone()

    return script


async def show(peer: Peer, refuse: str) -> None:
    """Answer a replay's requests until the client has every step."""
    start, total = 0, len(steps())
    while start < total:
        request = await peer.expect(Replay)
        assert (request.game, request.start) == ("abc", start)
        if refuse:
            peer.send(Refused(request.ref, "old_rules", refuse))
            return
        page = steps()[start : start + PAGE]
        peer.raw(codec.frame(archive.Steps(request.ref, ROW, SETTINGS, start, total, page)))
        peer.send(Accepted(request.ref))
        start += len(page)


@pytest.fixture(autouse=True)
def in_greenwich(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dates are shown in the player's own time."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


def paints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each picture that a replay paints from now on, as it comes."""
    seen: list[str] = []
    painting = Screen._compositor_refresh

    def noted(screen: Screen[object]) -> None:
        if isinstance(screen, ReplayScreen) and screen.is_current:
            seen.append(text(screen.app))
        painting(screen)

    monkeypatch.setattr(Screen, painting.__name__, noted)
    return seen


async def test_profile_history_and_replay(screen: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(server(more=True)) as play:
        await play.until("Play now", "h Profile")
        await play.press("h")
        await play.until("rating 1512.2", "2023-11-14", "m Older games")
        await play.press("m")
        await play.until("2020-09-13")
        await play.press("end")
        await play.until("too old for a replay")
        await play.press("enter", "home")
        async for size, seen in play.at_sizes("ann 1 · Zoë 0", "+12.2"):
            assert seen == screen(name=f"profile {size}")
        await play.pilot.resize_terminal(60, 20)
        seen = await play.until("2023-11-14 Five of a Kind 1/2 ")
        assert "2023-11-14 Five of a Kind 1/2         1  +12.2 time" in seen
        await play.pilot.resize_terminal(80, 24)
        painted = paints(monkeypatch)
        await play.press("enter")
        begun = await play.until("The game begins")
        replay = play.app.screen
        assert isinstance(replay, ReplayScreen)
        for _ in range(200):
            if replay.whole:
                break
            await play.pilot.pause(0.01)
        assert set(painted) == {begun}  # It is whole from the first sight on.
        await play.press("right")
        await play.until("2/", "0:01")
        await play.press("down")
        async for size, seen in play.at_sizes("ann claims after 200 ms", "face down"):
            assert seen == screen(name=f"claim {size}")
            assert "CLAIM" not in seen
        # What stands there cannot be played: neither Enter nor a digit answers, nor are there answers.
        await play.press("1", "enter")
        assert replay.at == 4
        await play.press("right")
        await play.until("ann: red, ")
        await play.press("down")
        await play.until("Zoë claims")
        await play.press("up")
        await play.until("ann claims after")
        before = text(play.app)
        painted.clear()
        await play.press("end")
        assert set(painted) <= {before, await play.until("The time is up")}
        await play.press("home")
        await play.until("The game begins")
        await play.press("escape")
        await play.until("Ended")
        await play.press("escape")
        await play.until("Play now")


async def opened(play: Play) -> ReplayScreen:
    """The replay of the newest game, from the lobby by way of the profile."""
    await play.until("Play now", "h Profile")
    await play.press("h")
    await play.until("2023-11-14")
    await play.press("enter")
    await play.until("The game begins")
    replay = play.app.screen
    assert isinstance(replay, ReplayScreen)
    return replay


async def test_a_replay_plays_at_the_games_own_pace() -> None:
    now = 0.0
    async with playing(server()) as play:
        replay = await opened(play)
        replay._clock = lambda: now
        await play.press("space")
        await play.until("Space Pause")
        for moment, step in ((900.0, 0), (1_050.0, 1), (2_050.0, 2), (3_250.0, 4), (3_900.0, 4), (4_001.0, 5)):
            now = moment
            replay._pass_time()
            assert replay.at == step
        await play.press("space")
        now = 30_000.0
        replay._pass_time()
        assert replay.at == 5
        await play.until("Space Play")


async def test_a_replay_that_is_closed_at_once_takes_no_more_steps() -> None:
    async with playing(server()) as play:
        replay = await opened(play)
        known, whole = len(replay._scenes), replay.whole
        sent = codec.frame(archive.Steps(1, ROW, SETTINGS, known, len(steps()) + 1, steps()[:1]))
        page = codec.from_server(sent[4:])
        assert isinstance(page, Steps)
        replay.dismiss()
        await replay.add(page)
        for _ in range(3):
            await play.pilot.pause()
            await replay.add(page)
            replay.tell("Too late.")
            replay._show()
        assert len(replay._scenes) == known
        assert whole
        await play.until("Ended")


async def test_a_long_end_scrolls_in_its_replay() -> None:
    over = ended(8)
    assert over.update is not None
    step = archive.ReplayStep(60_000, over.update.shared, over.update.own)
    async with table(over) as play:
        replay = ReplayScreen(KINDS["five_of_a_kind"], ROW, Look())
        await play.app.push_screen(replay)
        await replay.add(archive.Steps(1, ROW, SETTINGS, 0, 1, (step,)))
        assert "PgUp/PgDn Scroll" in await play.settle()
        assert "Percent of a player's claims" not in play.text()
        await play.press("pagedown")
        assert "Percent of a player's claims" in play.text()


async def test_a_refused_replay_says_why_and_stays_in_the_history() -> None:
    async with playing(server(refuse="That game was played by rules of another version.")) as play:
        await play.until("Play now", "h Profile")
        await play.press("h")
        await play.until("2023-11-14")
        await play.press("enter")
        await play.until("rules of another version", "Ended")


async def test_the_table_shows_its_game_again_after_the_end() -> None:
    over = ended()
    assert over.update is not None
    place = replace(over.room, game="abc")

    async def then(peer: Peer) -> None:
        await show(peer, "")

    async with playing(inside(place, over.update, then=then)) as play:
        await play.until("v Replay")
        await play.press("v")
        await play.until("The game begins")
        await play.press("f1")
        await play.until(
            "with Up and Down leaps between claims", "The rules in this room", "Cards come one by one into 3"
        )
        await play.press("escape", "escape")
        await play.until("v Replay")
        await play.press("f1")
        await play.until("Five of a Kind")
        await play.press("pagedown")
        await play.until("make the cards", "after 3 minutes")
