"""What is too old is forgotten by the server itself, and nothing else is."""

from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec.structs import replace
from sqlalchemy import func, select, update

from protocol import messages as m
from protocol.archive import History, Recall, Replay
from server.clock import unix_ms
from server.copies import back_up
from server.journal import PACE
from server.proving import NotProven, verified
from server.retention import DAY, forget, tidy
from server.store.errors import StoreBusy
from server.store.store import Store
from server.store.tables import game_commands, games, room_journal, rooms
from tests.server.conftest import OpenHouse
from tests.server.databases import FILE_ONLY
from tests.server.letters import LETTERS
from tests.server.stand import ON_MOCK_CLOCK, Stand, by_the_mock_clock
from tests.server.test_copies import played

pytestmark = ON_MOCK_CLOCK
DAYS = {"failed_days": 30, "moves_days": 730}


async def count(store: Store, table: Any) -> int:
    found: int = await store._writer.read(lambda c: c.execute(select(func.count()).select_from(table)).scalar_one())
    return found


async def forgotten(stand: Stand, later: float, **days: int) -> None:
    """What the server forgets when so many days have passed."""
    settings = replace(stand.house.config.data, **(DAYS | days))
    await forget(stand.store, settings, unix_ms() + round(later * DAY * 1000))


async def test_a_room_that_failed_is_forgotten_with_its_journal_after_its_days(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        broken, (ann, _) = await stand.playing("Ann", "Bo")
        ann.do(m.Say, room=broken, text="hello")
        whole, _ = await stand.playing("Cy", "Dee")
        with stand.hub.batch():
            stand.room(broken).fail(ZeroDivisionError("planted"))
        await trio.sleep(2 * PACE)
        await forgotten(stand, 29.9)
        await forgotten(stand, 1e4, failed_days=0)
        assert {one.room for one in await stand.store.rooms()} == {broken, whole}
        stand = await stand.killed()
        await forgotten(stand, 30.1)
        (left,) = await stand.store.rooms()
        assert left.room == whole
        await stand.store.file_news()
        assert await count(stand.store, room_journal) == len(left.entries)


async def test_the_days_of_a_room_that_cannot_be_opened_count_from_the_first_try(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        by_the_mock_clock(monkeypatch)
        room, _ = await stand.playing("Ann", "Bo")
        await trio.sleep(1)
        await stand.store._writer.write(lambda c: c.execute(update(rooms).values(checkpoint=b"\xc1")))
        stand = await stand.killed()
        stand = await stand.killed(down=29 * DAY)
        assert [one.room for one in await stand.store.rooms()] == [room]
        await forgotten(stand, 1.1)
        assert await count(stand.store, rooms) == 0


@FILE_ONLY
async def test_old_moves_are_forgotten_and_results_backups_and_ratings_stay(
    open_house: OpenHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        old = await played(stand)
        stored = await stand.store.game(old)
        assert stored is not None
        await forgotten(stand, 729.9)
        assert await stand.store.game(old) == stored
        await stand.store._writer.write(
            lambda c: c.execute(update(games).values(ended=games.c.ended - 731 * 86_400_000))
        )
        new = await played(await stand.killed())
        await forgotten(stand, 0, moves_days=0)
        assert (await stand.store.game(old) or stored).moves
        await forgotten(stand, 0)
        await forgotten(stand, 0)
        kept = await stand.store.game(old)
        assert kept is not None
        assert (kept.seats, kept.record, kept.commands, kept.moves) == (stored.seats, stored.record, (), False)
        assert await count(stand.store, game_commands) == len((await stand.store.game(new) or stored).commands)
        with pytest.raises(NotProven, match="its result is kept, but not its moves"):
            verified(stand.house.config, old, None)
        assert "all agrees" in verified(stand.house.config, new, None)
        assert "its 1 finished games were dealt" in back_up(stand.house.config, tmp_path / "copy.sqlite3")
        stand = await stand.killed()
        ann = await stand.account("Ann")
        ref = ann.ref()
        ann.say(Recall(ref))
        await trio.testing.wait_all_tasks_blocked()
        assert [(row.game, row.replay) for row in ann.last(History).rows] == [(new, True), (old, False)]
        ref = ann.ref()
        ann.say(Replay(ref, old))
        await trio.testing.wait_all_tasks_blocked()
        answer = ann.answer(ref)
        assert isinstance(answer, m.Refused)
        assert answer.code == "no_moves"


async def test_it_is_looked_for_every_day_and_a_held_database_is_tried_again(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(LETTERS) as stand, trio.open_nursery() as nursery:
        looks: list[float] = []

        async def busy(_: int) -> int:
            looks.append(trio.current_time())
            raise StoreBusy("held")

        monkeypatch.setattr(stand.store, "forget_failed", busy)
        stand.house.nursery.cancel_scope.cancel()
        start = trio.current_time()
        nursery.start_soon(tidy, stand.store, stand.house.config.data)
        await trio.sleep(2.5 * DAY)
        assert [at - start for at in looks] == [0, DAY, 2 * DAY]
        nursery.cancel_scope.cancel()
