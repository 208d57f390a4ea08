"""The journal: what reaches the disk, how soon, and what becomes of what cannot be written."""

import msgspec
import pytest
import structlog
import trio
from sqlalchemy import func, select

from engines.five_of_a_kind.game import Game
from engines.five_of_a_kind.model import Resign, Settings, Vote
from protocol import messages as m
from server.entries import Acted, Entry, Passed, RoomState, Said, checkpoint_of, entry_of, state_of
from server.journal import NEXT_TRY, PACE
from server.store import news
from server.store.errors import StoreBusy
from server.store.records import Page, StoredRoom
from server.store.tables import journal_news
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Stand

pytestmark = ON_MOCK_CLOCK


async def written(stand: Stand, room: str) -> StoredRoom:
    """What is on disk of a room, as a start would find it."""
    (found,) = [one for one in await stand.store.rooms() if one.room == room]
    return found


async def state(stand: Stand, room: str) -> RoomState:
    """What is on disk of what a room is."""
    return state_of((await written(stand, room)).state)


async def entries(stand: Stand, room: str) -> list[Entry]:
    """What is on disk of what happened in a room."""
    return [entry_of(one) for one in (await written(stand, room)).entries]


async def test_what_happens_is_on_disk_a_moment_later_in_its_order(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(1.2)
        ann.do(m.Act, room=room, command=Vote("faster"))
        bo.do(m.Say, room=room, text="good luck")
        bo.do(m.Act, room=room, command=Vote("slower"))
        await trio.sleep(2 * PACE)
        passed, first, said, second = await entries(stand, room)
        assert passed == Passed(1000)
        assert isinstance(first, Acted)
        assert (first.seat, first.time, msgspec.msgpack.decode(first.command, type=Vote)) == (0, 1200, Vote("faster"))
        assert isinstance(said, Said)
        assert (said.line.name, said.line.text) == ("Bo", "good luck")
        assert isinstance(second, Acted)
        assert second.seat == 1


async def test_a_flush_with_nothing_to_write_does_not_keep_the_writer_from_what_comes_next(
    open_house: OpenHouse,
) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        await trio.sleep(0.5)
        await stand.house.journal.flush()
        ann.do(m.Say, room=room, text="after that")
        assert stand.house.journal.behind == 0
        await trio.sleep(0.5)
        assert stand.house.journal.behind == 0
        said = [one.line.text for one in await entries(stand, room) if isinstance(one, Said)]
        assert said == ["after that"]


async def test_a_room_is_written_as_it_stands_with_its_people_its_terms_and_its_game(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.seated("Ann", "Bo")
        gil = await stand.guest("Gil")
        gil.do(m.Watch, room=room)
        bo.hang_up()
        await trio.sleep(2 * PACE)
        waiting = await state(stand, room)
        assert (waiting.phase, waiting.deal) == ("waiting", None)
        people = {one.name: one for one in waiting.members.people}
        assert [(one.role, one.ready, one.lost is None) for one in people.values()] == [
            ("player", True, True),
            ("player", False, False),
            ("watcher", False, True),
        ]
        assert waiting.members.host == people["Ann"].id
        assert people["Gil"].person is not None
        assert people["Gil"].person.account is None
        ann.do(m.Remove, room=room, member=people["Bo"].id)
        await trio.sleep(2 * PACE)
        assert (await state(stand, room)).door.removed == ("bo",)


async def test_no_token_is_on_disk(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        await trio.sleep(2 * PACE)
        token = ann.last(m.Signed).token
        raw = (await written(stand, room)).state
        assert token.encode() not in raw
        assert stand.person(ann).digest in raw


async def test_the_game_itself_is_written_at_its_start_and_then_every_so_often(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.journal.CHECKPOINT_EVERY", 10)
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        await trio.sleep(2 * PACE)
        first = await written(stand, room)
        assert first.checkpoint is not None
        assert (first.covered, checkpoint_of(first.checkpoint).time) == (0, 0)
        for number in range(15):
            ann.do(m.Act, room=room, command=Vote("slower" if number % 2 else "faster"))
            await trio.sleep(2 * PACE)
        later = await written(stand, room)
        assert later.checkpoint is not None
        assert later.covered == 10
        play = stand.room(room).play
        assert play is not None
        assert 0 < checkpoint_of(later.checkpoint).time < play.match.now


async def test_of_a_room_that_is_closed_nothing_stays(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        ann.do(m.Act, room=room, command=Resign())
        bo.do(m.Act, room=room, command=Resign())
        await trio.sleep(1)
        assert (await state(stand, room)).phase == "over"
        ann.do(m.Leave, room=room)
        bo.do(m.Leave, room=room)
        await trio.sleep(1)
        assert await stand.store.rooms() == ()


async def test_the_journal_of_a_room_that_failed_is_kept(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        monkeypatch.setattr(Game, "apply", lambda *_: 1 / 0)
        assert ann.refused(m.Act, room=room, command=Vote("faster")) == "fault"
        await trio.sleep(2 * PACE)
        assert (await state(stand, room)).failed


async def test_a_write_that_fails_is_made_up_for_with_nothing_lost_or_twice(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        await trio.sleep(2 * PACE)
        keep, held = stand.store.keep, True

        async def busy(pages: tuple[Page, ...], needed: int | None) -> int:
            if held:
                raise StoreBusy("somebody holds it")
            return await keep(pages, needed)

        monkeypatch.setattr(stand.store, "keep", busy)
        for number in range(4):
            ann.do(m.Say, room=room, text=str(number))
            await trio.sleep(NEXT_TRY)
        assert await entries(stand, room) == []
        assert stand.house.journal.behind > 3 * NEXT_TRY
        held = False
        await trio.sleep(2 * NEXT_TRY)
        found = await entries(stand, room)
        assert [one.line.text for one in found if isinstance(one, Said)] == ["0", "1", "2", "3"]
        assert stand.house.journal.behind == 0


async def test_a_room_that_cannot_be_written_down_holds_up_no_other(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        room, _ = await stand.playing("Ann", "Bo")
        other, (cy,) = await stand.seated("Cy")
        await trio.sleep(2 * PACE)
        monkeypatch.setattr(stand.room(room).log, "page", lambda **_: 1 / 0)
        stand.room(room).log.touch()
        cy.do(m.Say, room=other, text="hello")
        await trio.sleep(2 * PACE)
        assert len(await entries(stand, other)) == 1


async def test_a_page_that_cannot_be_kept_is_the_only_one_that_is_lost(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        broken, (ann, _) = await stand.playing("Ann", "Bo")
        whole, (cy,) = await stand.seated("Cy")
        await trio.sleep(2 * PACE)
        stand.room(broken).log.waiting.append(object())  # type: ignore[arg-type]  # planted
        with structlog.testing.capture_logs() as logs:
            ann.do(m.Say, room=broken, text="lost")
            cy.do(m.Say, room=whole, text="kept")
            await trio.sleep(4 * PACE)
            cy.do(m.Say, room=whole, text="kept too")
            ann.do(m.Say, room=broken, text="nobody minds")
            await trio.sleep(4 * PACE)
        assert [log["room"] for log in logs if "cannot be kept" in log["event"]] == [broken]
        assert [one.line.text for one in await entries(stand, whole) if isinstance(one, Said)] == ["kept", "kept too"]
        assert stand.house.journal.behind == 0


async def test_news_are_put_into_their_places_and_nothing_is_there_twice(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.journal.FILED_AFTER", 3)
    async with open_house() as stand:
        one, (ann,) = await stand.seated("Ann")
        other, (cy,) = await stand.seated("Cy")
        said: dict[str, list[str]] = {one: [], other: []}
        for number in range(40):
            client, room = (cy, other) if number % 3 else (ann, one)
            client.do(m.Say, room=room, text=str(number))
            said[room].append(str(number))
            await trio.sleep(1)
            if number % 7 == 0:
                for place, texts in said.items():
                    assert [each.line.text for each in await entries(stand, place) if isinstance(each, Said)] == texts
            if number in (11, 23):
                stand = await stand.killed()
                ann, cy = await stand.account("Ann"), await stand.account("Cy")
        rows = select(func.count()).select_from(journal_news)
        assert 0 < await stand.store._writer.read(lambda c: c.execute(rows).scalar_one()) < 10


async def test_a_room_that_closes_leaves_no_news(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann,) = await stand.seated("Ann")
        ann.do(m.Say, room=room, text="hello")
        await trio.sleep(2 * PACE)
        ann.do(m.Leave, room=room)
        await trio.sleep(2 * PACE)
        assert await stand.store._writer.read(news.unfiled) == []


async def test_the_result_is_on_disk_only_after_what_led_to_it(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings())
        ann.do(m.Act, room=room, command=Resign())
        finish, before = stand.store.finish, []

        async def noticed(*arguments: object) -> object:
            before.extend(await entries(stand, room))
            return await finish(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(stand.store, "finish", noticed)
        bo.do(m.Act, room=room, command=Resign())
        await trio.sleep(1)
        assert bo.last(m.Room).phase == "over"
        assert [one.seat for one in before if isinstance(one, Acted)] == [0, 1]
