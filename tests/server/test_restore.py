"""A server that was killed at any moment comes back with its rooms, its people and its games."""

from typing import Any

import msgspec
import pytest
import structlog
import trio
from sqlalchemy import update

from engines.catalogue import KINDS
from engines.contract import Away, Game, Kind
from engines.five_of_a_kind.kind import FiveOfAKind
from engines.five_of_a_kind.model import Claim, Resign, Settings, Vote
from protocol import messages as m
from server.entries import command_of
from server.store.tables import rooms
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand, by_the_mock_clock

pytestmark = ON_MOCK_CLOCK
COUNTDOWN = 10.0


async def back(stand: Stand, client: Client) -> Client:
    """The same person with a new connection, by the token."""
    again = stand.client()
    await again.hello(resume=client.last(m.Signed).token)
    again._ref = client._ref  # a number that was answered once is answered the same again
    return again


def views(game: Game, seats: int) -> dict[str, bytes]:
    """Everything that anybody may be shown of a game now."""
    shown: dict[str, Any] = {}
    for viewer in (None, *range(seats)):
        for testing in (False, True):
            audience = game.audience(viewer, testing=testing)
            shown[audience] = game.shared(audience)
        if viewer is not None:
            shown[f"seat {viewer}"] = game.own(viewer)
    return {who: msgspec.msgpack.encode(view) for who, view in shown.items()}


def game_of(stand: Stand, room: str) -> Game:
    """The game in a room."""
    play = stand.room(room).play
    assert play is not None
    return play.match.game


def deserted(game: Game, seats: int, at: int) -> Game:
    """The game once everybody's connection is lost."""
    for seat in range(seats):
        game = game.apply(None, Away(seat), at).game
    return game


async def test_a_game_goes_on_where_it_stood_with_everybody_in_their_seats(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings(end="rounds", rounds=10))
        await trio.sleep(2.4)
        bo.do(m.Act, room=room, command=Vote("faster"))
        ann.do(m.Say, room=room, text="faster?")
        before, picture = game_of(stand, room), ann.last(m.Room)
        stand = await stand.killed()
        after = game_of(stand, room)
        assert views(after, 2) == views(deserted(before, 2, 2_400), 2)
        ann, bo = await back(stand, ann), await back(stand, bo)
        now = ann.last(m.Room)
        assert [(one.member, one.name, one.seat, one.rating) for one in now.members] == [
            (one.member, one.name, one.seat, one.rating) for one in picture.members
        ]
        assert (now.host, now.you, now.rated, now.phase) == (picture.host, picture.you, True, "playing")
        assert bo.last(m.Room).members[1].away is None
        assert "faster?" in bo.lines(room)
        assert bo.own().vote == "faster"
        # Nothing happens in the count-down, which all see; then the third card comes, 600 ms after it.
        update = ann.last(m.Update)
        assert (update.resumes, update.time) == (2_400, 2_400 - 10_000)
        assert ann.refused(m.Act, room=room, command=Vote("slower")) == "resuming"
        assert ann.received[-1].text == "The game goes on in 10 s."
        ann.do(m.Say, room=room, text="I am back")
        await trio.sleep(COUNTDOWN + 0.5)
        assert ann.shared().pointer == 2
        ann.do(m.Act, room=room, command=Vote("slower"))
        assert (ann.last(m.Update).time, ann.last(m.Update).resumes) == (2_900, 0)
        await trio.sleep(0.2)
        assert ann.shared().pointer == 3


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
async def test_a_game_of_any_kind_is_back_at_any_second(open_house: OpenHouse, kind: Kind) -> None:
    async with open_house() as stand:
        room, clients = await stand.playing("Ann", "Bo", settings=kind.setup.defaults())
        for seconds in (0.3, 4.0, 11.0):
            await trio.sleep(COUNTDOWN + seconds)
            await stand.house.journal.flush()
            play = stand.room(room).play
            assert play is not None
            before, at, seats = play.match.game, play.match.now, len(play.match.seats)
            humans = [seat for seat, info in enumerate(play.match.seats) if not info.bot]
            for seat in humans:
                before = before.apply(None, Away(seat), at).game
            stand = await stand.killed(after=0)
            assert views(game_of(stand, room), seats) == views(before, seats)
            clients = [await back(stand, client) for client in clients]
            assert all(client.last(m.Update).resumes == at for client in clients)


async def test_a_game_of_days_goes_by_the_time_of_day_without_a_count_down(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(FiveOfAKind):
        clock = "wall"

    async with open_house(kinds={"five_of_a_kind": Slow()}, grace_minutes=0.0) as stand:
        by_the_mock_clock(monkeypatch)
        _, (ann, _) = await stand.playing("Ann", "Bo", settings=Settings(end="rounds", rounds=100))
        await trio.sleep(2.5)
        stand = await stand.killed(after=0.1, down=4.6)
        await trio.sleep(0.01)
        ann = await back(stand, ann)
        # What was due while there was no server has happened, each at its own time, and the clock runs on.
        assert (ann.last(m.Update).resumes, ann.last(m.Update).time) == (0, 7_210)
        assert ann.shared().pointer == 7 % 4


async def test_what_has_not_reached_the_disk_is_undone_and_the_server_goes_on(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        await trio.sleep(1.5)
        ann.do(m.Act, room=room, command=Vote("faster"))
        stand = await stand.killed(after=0)
        ann = await back(stand, ann)
        assert ann.own().vote == "none"
        assert ann.last(m.Update).resumes == 1_000
        await trio.sleep(COUNTDOWN)
        ann.do(m.Act, room=room, command=Vote("faster"))
        await trio.sleep(1.1)
        assert ann.shared().pointer == 2


async def test_killed_again_and_again_a_game_with_a_bot_is_the_same_game(open_house: OpenHouse) -> None:
    """Were a bot's stream, or a plan of it, lost on the way, the next commands would differ."""
    settings = Settings(end="rounds", rounds=10, bot=True, difficulty="expert")
    results: list[list[tuple[int, int | None, str]]] = []
    for kills in (0, 4):
        async with open_house() as stand:
            room, (ann,) = await stand.playing("Ann", settings=settings)
            for _ in range(kills):
                await trio.sleep(COUNTDOWN + 1.3)
                stand = await stand.killed()
                ann = await back(stand, ann)
            play = stand.room(room).play
            assert play is not None
            await trio.sleep((20_000 - play.time) / 1000)
            told = [(one.time, one.seat, command_of(one.command)) for one in play.match.commands]
            results.append([(at, seat, type(what).__name__) for at, seat, what in told if seat is not None])
            ann.do(m.Leave, room=room)
            await trio.sleep(1)
    assert results[0] == results[1]
    assert len(results[0]) >= 4


async def test_a_waiting_room_is_back_with_its_terms_requests_removals_and_wrong_tries(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        ann, bo, cy, dee = [await stand.account(name) for name in ("Ann", "Bo", "Cy", "Dee")]
        locked = ann.do(m.Create, settings=Settings(), joining="passcode", passcode="1234")
        for _ in range(5):
            dee.ask(m.Join, room=locked, passcode="0000")
        cy.do(m.Join, room=locked, passcode="1234")
        ann.do(m.Remove, room=locked, member=next(one.member for one in ann.last(m.Room).members if one.name == "Cy"))
        asked = bo.do(m.Create, settings=Settings(), joining="approval")
        assert cy.do(m.Join, room=asked) == ""
        stand = await stand.killed()
        ann, bo, cy = await back(stand, ann), await back(stand, bo), await back(stand, cy)
        dee = await stand.account("Dee")
        assert (ann.last(m.Room).room, ann.last(m.Room).passcode) == (locked, "1234")
        assert dee.refused(m.Join, room=locked, passcode="1234") == "too_many_tries"
        assert cy.last(m.Asked).room == asked
        (asker,) = bo.last(m.Room).askers
        assert (asker.name, asker.asker) == ("Cy", 1)
        bo.do(m.Decide, room=asked, asker=asker.asker, accept=True)
        assert cy.last(m.Room).room == asked
        assert cy.refused(m.Join, room=locked, passcode="1234") == "removed"
        # Who does not come back in a minute loses the place, as ever.
        ann.hang_up()
        await trio.sleep(61)
        stand.sweep()
        assert dee.refused(m.Watch, room=locked) == "no_room"


async def test_an_account_comes_back_by_the_password_and_the_old_token_is_dead(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.playing("Ann", "Bo")
        old = ann.last(m.Signed).token
        stand = await stand.killed()
        ann = await stand.account("Ann")
        assert ann.last(m.Room).room == room
        assert ann.last(m.Signed).token not in {old, ""}
        other = stand.client()
        await other.hello(resume=old)
        assert other.all(m.Signed) == []
        stand = await stand.killed()
        assert (await back(stand, ann)).last(m.Room).room == room


async def test_a_guest_keeps_room_and_name(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        room = gil.do(m.Create, settings=Settings())
        stand = await stand.killed()
        stranger = stand.client()
        await stranger.hello()
        answer = await stranger.sign(m.Guest, name="Gil")
        assert isinstance(answer, m.Refused)
        again = await back(stand, gil)
        assert (again.last(m.Signed).name, again.last(m.Room).room) == ("Gil", room)
        again.do(m.Ready, room=room, ready=True)
        again.do(m.Start, room=room)


async def test_whoever_left_a_seat_stays_known_by_name_and_is_not_let_back_into_it(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        bo.do(m.Leave, room=room)
        stand = await stand.killed()
        ann = await back(stand, ann)
        assert [one.name for one in ann.last(m.Room).members] == ["Ann", "Bo"]
        assert ann.shared().players[1].resigned
        bo = await stand.account("Bo")
        assert bo.all(m.Room) == []
        bo.do(m.Watch, room=room)
        assert bo.own() is None


async def test_an_account_that_is_gone_since_it_left_a_seat_keeps_no_room_closed(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        account = stand.person(bo).account
        assert account is not None
        bo.do(m.Leave, room=room)
        await stand.store.remove_account(account.id)
        stand = await stand.killed()
        assert (await back(stand, ann)).last(m.Room).room == room
        assert len(stand.house.people) == 1


async def test_a_room_whose_game_is_over_is_back_with_its_result_and_its_successor(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(3)
        for client in (ann, bo):
            client.do(m.Act, room=room, command=Resign())
        await trio.sleep(1)
        before, update = ann.last(m.Room), ann.last(m.Update)
        assert before.phase == "over"
        stand = await stand.killed()
        ann, bo = await back(stand, ann), await back(stand, bo)
        after = ann.last(m.Room)
        assert (after.phase, after.game, after.ratings) == ("over", before.game, before.ratings)
        assert ann.shared() == update.shared
        following = ann.do(m.Again, room=room)
        stand = await stand.killed()
        ann, bo = await back(stand, ann), await back(stand, bo)
        assert bo.do(m.Again, room=room) == following


async def test_a_result_that_was_not_stored_yet_is_stored_after_the_restart_and_shown_only_then(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(3)
        finish = stand.store.finish
        monkeypatch.setattr(stand.store, "finish", lambda *_: trio.sleep_forever())
        for client in (ann, bo):
            client.do(m.Act, room=room, command=Resign())
        await trio.sleep(1)
        stand = await stand.killed()
        ann = await back(stand, ann)
        await trio.sleep(30)
        assert (ann.last(m.Room).phase, ann.shared().final) == ("playing", None)
        monkeypatch.setattr(stand.store, "finish", finish)
        stand = await stand.killed()
        ann = await back(stand, ann)
        await trio.sleep(1)
        assert ann.last(m.Room).phase == "over"
        assert ann.shared().final is not None
        account = stand.person(ann).account
        assert account is not None
        assert len(await stand.store.history(account.id, 5)) == 1


async def test_chat_that_a_claimant_was_not_to_read_is_still_held_back_and_then_given(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(1.5)
        claim = ann.own().legal.claim
        assert claim is not None
        ann.do(m.Act, room=room, command=Claim(claim))
        for text in ("red", "red", "blue"):
            bo.do(m.Say, room=room, text=text)
        assert "red" not in ann.lines(room)
        stand = await stand.killed()
        ann = await back(stand, ann)
        assert not {"red", "blue"} & set(ann.lines(room))
        await trio.sleep(COUNTDOWN + 10)
        assert [line for line in ann.lines(room) if line in {"red", "blue"}] == ["red", "red", "blue"]


async def test_a_room_that_cannot_be_opened_is_left_as_it_is_and_the_others_open(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        broken, (ann, _) = await stand.playing("Ann", "Bo")
        whole, _ = await stand.playing("Cy", "Dee")
        await trio.sleep(1)
        await stand.house.journal.flush()
        stand.house.nursery.cancel_scope.cancel()

        def spoil(connection: Any) -> None:
            connection.execute(update(rooms).where(rooms.c.id == broken).values(checkpoint=b"\xc1"))

        await stand.store._writer.write(spoil)
        with structlog.testing.capture_logs() as logs:
            stand = await stand.killed()
        assert [log["room"] for log in logs if log["event"] == "a room cannot be opened again"] == [broken]
        assert [room.id for room in stand.lobby] == [whole]
        assert {one.room for one in await stand.store.rooms()} == {broken, whole}
        # Its players are not held by it.
        ann = await stand.account("Ann")
        ann.do(m.Create, settings=Settings())


class Changed(FiveOfAKind):
    """The game with a rule changed: nobody may vote any more."""

    rules = FiveOfAKind.rules + 1


async def test_a_game_of_older_rules_goes_on_from_its_checkpoint_with_what_is_still_allowed(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = dict(KINDS)
    async with open_house(kinds=kinds) as stand:
        room, (ann, bo) = await stand.playing("Ann", "Bo")
        await trio.sleep(3.5)
        stand.room(room).log.mark()
        await stand.house.journal.flush()
        ann.do(m.Act, room=room, command=Vote("faster"))
        bo.do(m.Act, room=room, command=Resign())
        await stand.house.journal.flush()
        before = game_of(stand, room)
        kinds["five_of_a_kind"] = Changed()
        plain = type(before).apply

        def without_votes(game: Any, seat: int | None, command: Any, now: int) -> Any:
            return plain(game, 99 if isinstance(command, Vote) else seat, command, now)

        monkeypatch.setattr(type(before), "apply", without_votes)
        with structlog.testing.capture_logs() as logs:
            stand = await stand.killed()
        assert [log["acts_dropped"] for log in logs if log["event"] == "a game goes on by newer rules"] == [1]
        ann = await back(stand, ann)
        shared = ann.shared()
        assert shared.pointer == 3
        assert shared.players[1].resigned
        assert ann.own().vote == "none"
        # A second restart finds a checkpoint of the new rules, and nothing to drop.
        with structlog.testing.capture_logs() as logs:
            stand = await stand.killed()
        assert not [log for log in logs if log["event"] == "a game goes on by newer rules"]
        ann = await back(stand, ann)
        await trio.sleep(COUNTDOWN)
        ann.do(m.Act, room=room, command=Resign())
        await trio.sleep(1)
        game = await stand.store.game(ann.last(m.Room).game or "")
        assert game is not None
        assert game.rules == FiveOfAKind.rules


async def test_a_room_made_under_test_is_like_any_other_once_the_server_is_not(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        room, (ann, _) = await stand.seated("Ann", "Bo")
        stand.room(room).testing = True
        stand.room(room).log.touch()
        stand = await stand.killed()
        ann = await back(stand, ann)
        assert not ann.last(m.Room).testing
        assert ann.refused(m.StackDeck, room=room, cards=("As",)) == "not_testing"
