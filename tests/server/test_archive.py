"""What is over: profiles, histories and replays, asked for by clients of a running server."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import trio
from msgspec.structs import replace

from engines.five_of_a_kind.kind import FiveOfAKind
from engines.five_of_a_kind.model import Answer, Claim, Claimed, Resign, Resolved, Settings, Vote
from protocol import messages as m
from protocol.archive import ReplayStep
from server.archive import PAGE_STEPS, WAITING
from server.rerun import CannotRerun, rerun
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand

pytestmark = ON_MOCK_CLOCK

SHORT = Settings(end="time", minutes=1, interval=1000, slots=3)


async def found(client: Client, request: Callable[..., Any], **fields: Any) -> Any:
    """Ask, and give what was found, or the refusal."""
    ref = client.ref()
    client.say(request(ref=ref, **fields))
    await trio.testing.wait_all_tasks_blocked()
    answer = client.answer(ref)
    if isinstance(answer, m.Refused):
        return answer
    return next(
        one for one in reversed(client.received) if isinstance(one, m.Profile | m.History | m.Steps) and one.ref == ref
    )


async def all_steps(client: Client, game: str) -> list[Any]:
    """A whole replay, page by page."""
    steps: list[Any] = []
    while True:
        page = await found(client, m.Replay, game=game, start=len(steps))
        assert isinstance(page, m.Steps), page
        assert page.start == len(steps)
        assert 0 < len(page.steps) <= PAGE_STEPS
        steps += page.steps
        if len(steps) == page.total:
            return steps


async def played(stand: Stand, settings: Settings = SHORT) -> tuple[str, str, list[Client]]:
    """A whole game of Ann and Bo with a right answer, a timeout, a vote, and somebody who was away."""
    room, (ann, bo) = await stand.playing("Ann", "Bo", settings=settings)
    await trio.sleep(3.2)
    bo.do(m.Act, room=room, command=Vote("faster"))
    claim(ann, room)
    await trio.sleep(0.4)
    ann.do(m.Act, room=room, command=Answer("red"))
    await trio.sleep(2.2)
    claim(bo, room)
    await trio.sleep(1.0)
    bo.hang_up()
    await trio.sleep(4.0)
    bo = await stand.account("Bo")
    await trio.sleep(60)
    game = ann.last(m.Room).game
    assert game is not None
    return room, game, [ann, bo]


def claim(client: Client, room: str) -> None:
    """Claim as the client may just now."""
    own = client.own()
    assert own is not None
    assert own.legal.claim is not None
    client.do(m.Act, room=room, command=Claim(own.legal.claim))


async def test_a_replay_shows_each_viewer_exactly_what_was_shown_at_the_table(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        watcher = await stand.guest("Gil")
        room, (ann, bo) = await stand.playing("Ann", "Bo", settings=replace(SHORT, bot=True, previous="mask"))
        watcher.do(m.Watch, room=room)
        await trio.sleep(1.05)
        claim(ann, room)
        await trio.sleep(0.4)
        ann.do(m.Act, room=room, command=Answer("red"))
        await trio.sleep(2)
        bo.do(m.Act, room=room, command=Vote("slower"))
        bo.do(m.Act, room=room, command=Resign())
        await trio.sleep(60)
        game = ann.last(m.Room).game
        assert game is not None
        for client in (ann, bo, watcher):
            # What the table was sent: all of it but the pictures that only repeat a moment for somebody who came.
            live = [(one.shared, one.own, one.events) for one in client.all(m.Update) if one.room == room]
            again = [(one.shared, one.own, one.events) for one in await all_steps(client, game)]
            assert len(live) > 60
            assert again == list(dict.fromkeys(live))
        hidden = [one.shared for one in await all_steps(ann, game) if one.shared.claim and one.shared.claim.seat == 0]
        assert hidden
        assert all(set(shared.slots) <= {"?", ""} and "?" in shared.slots for shared in hidden)


async def test_a_replay_keeps_the_times_and_names_who_claimed_what(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, game, (ann, bo) = await played(stand)
        steps = await all_steps(ann, game)
        assert [step.time for step in steps] == sorted(step.time for step in steps)
        assert steps[0].time == 0
        assert (steps[-1].time, steps[-1].shared.final.how) == (60_000, "time")
        events = [(step.time, event) for step in steps for event in step.events]
        claims = [(time, event.seat) for time, event in events if isinstance(event, Claimed)]
        assert [seat for _, seat in claims] == [0, 1]
        assert claims[0][0] in range(3_200, 3_300)
        settled = [(event.seat, event.outcome, event.trait) for _, event in events if isinstance(event, Resolved)]
        assert settled[0][0] == 0
        assert settled[0][2] == "red"
        assert settled[1] == (1, "timeout", None)
        # Somebody who sat elsewhere sees the same game through the own seat.
        assert {step.own.seat for step in await all_steps(bo, game)} == {1}


async def test_those_who_go_at_one_moment_go_in_one_step_of_a_replay(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, (ann, bo, cy) = await stand.playing("Ann", "Bo", "Cy", settings=SHORT)
        await trio.sleep(3.2)
        bo.hang_up()
        cy.hang_up()
        await trio.sleep(4)
        await stand.account("Bo")
        await trio.sleep(60)
        game = ann.last(m.Room).game
        assert game is not None
        away = [tuple(row.away is not None for row in one.shared.players) for one in await all_steps(ann, game)]
        assert list(dict.fromkeys(away)) == [(False, False, False), (False, True, True), (False, False, True)]


async def test_who_did_not_play_needs_the_games_name_and_sees_what_watchers_saw(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, game, _ = await played(stand)
        cy = await stand.account("Cy")
        steps = await all_steps(cy, game)
        assert all(step.own is None for step in steps)
        chosen = [step.shared for step in steps if step.shared.claim]
        assert any(slot not in {"", "?"} for shared in chosen for slot in shared.slots)
        assert (await found(cy, m.Replay, game="0" * 32)).code == "no_game"
        page = await found(cy, m.Replay, game=game, start=100_000)
        assert page.steps == ()
        assert (page.row.you, [seat.name for seat in page.row.seats]) == (None, ["Ann", "Bo"])


async def test_a_guest_sees_the_own_game_from_the_own_seat_also_after_leaving_it_and_coming_back(
    open_house: OpenHouse,
) -> None:
    async with open_house() as stand:
        gil, hal = await stand.guest("Gil"), await stand.guest("Hal")
        room = gil.do(m.Create, settings=SHORT)
        hal.do(m.Watch, room=room)
        gil.do(m.Ready, room=room, ready=True)
        gil.do(m.Start, room=room)
        await trio.sleep(3.2)
        claim(gil, room)
        await trio.sleep(60)
        game = gil.last(m.Room).game
        assert game is not None
        for _ in range(2):
            steps = await all_steps(gil, game)
            assert {step.own.seat for step in steps} == {0}
            hidden = [step.shared for step in steps if step.shared.claim]
            assert hidden
            assert all(set(shared.slots) <= {"?", ""} for shared in hidden)
            assert (await found(gil, m.Replay, game=game)).row.you == 0
            gil.do(m.Leave, room=room)
            gil.do(m.Watch, room=room)
        assert {step.own for step in await all_steps(hal, game)} == {None}


async def test_the_history_is_paged_and_has_ratings_and_everybody_who_played(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        games = []
        for _ in range(3):
            _, game, (ann, bo) = await played(stand)
            games.append(game)
            for client in (ann, bo):
                client.do(m.Leave, room=client.last(m.Room).room)
        ann = await stand.account("Ann")
        first = await found(ann, m.Recall, limit=2)
        assert [row.game for row in first.rows] == games[:0:-1]
        assert first.more
        rest = await found(ann, m.Recall, limit=2, before=first.rows[-1].game)
        assert [row.game for row in rest.rows] == games[:1]
        assert not rest.more
        row = rest.rows[0]
        assert (row.kind, row.how, row.rated, row.you, row.replay) == ("five_of_a_kind", "time", True, 0, True)
        assert [(seat.name, seat.bot, seat.before) for seat in row.seats] == [("Ann", False, 1500), ("Bo", False, 1500)]
        assert sum(seat.after for seat in row.seats) == pytest.approx(3000)
        assert (await found(ann, m.Recall, before="nosuchgame")).rows == ()


async def test_a_profile_has_the_rating_and_counts_games(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, _, (ann, _) = await played(stand)
        own, same = await found(ann, m.LookUp), await found(ann, m.LookUp, name="ANN")
        assert (own.name, own.kinds) == (same.name, same.kinds)
        tally = own.kinds[0]
        assert (tally.kind, tally.games) == ("five_of_a_kind", 1)
        assert {other.games for other in own.kinds[1:]} <= {0}
        assert tally.rating == ann.last(m.Signed).rating
        other = await found(ann, m.LookUp, name="Bo")
        assert other.name == "Bo"
        assert tally.won + other.kinds[0].won <= 1
        for name in ("Nobody", "\u3164"):
            assert (await found(ann, m.LookUp, name=name)).code == "no_account"


async def test_guests_have_no_profile_and_no_history(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        assert (await found(gil, m.LookUp)).code == "guest"
        assert (await found(gil, m.Recall)).code == "guest"
        assert (await found(gil, m.LookUp, name="Ann")).name == "Ann"


async def test_inquiries_are_bounded_for_one_and_for_all(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house() as stand:
        gil = await stand.guest("Gil")
        first, second = m.LookUp(gil.ref(), "Ann"), m.LookUp(gil.ref(), "Bo")
        for request in (first, second, first):
            gil.say(request)
        assert gil.answer(second.ref) == m.Refused(second.ref, "busy", "Your last request is not answered yet.")
        await trio.testing.wait_all_tasks_blocked()
        assert [one.ref for one in gil.all(m.Profile)] == [first.ref]
        monkeypatch.setattr(stand.house.archive, "_waiting", WAITING)
        assert (await found(gil, m.LookUp, name="Ann")).code == "busy"
        monkeypatch.setattr(stand.house.archive, "_waiting", 0)
        burst = stand.house.config.rates.inquiries.burst
        codes = [getattr(await found(gil, m.LookUp, name="Ann"), "code", "") for _ in range(burst)]
        assert (codes[0], codes[-1]) == ("", "too_fast")


async def test_a_game_of_other_rules_is_refused_with_a_sentence_and_its_row_says_so(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, game, (ann, _) = await played(stand)
        stand.house.archive._kinds = {"five_of_a_kind": of_rules(FiveOfAKind.rules + 1)}
        refused = await found(ann, m.Replay, game=game)
        assert refused.code == "old_rules"
        assert "another version" in refused.text
        assert [row.replay for row in (await found(ann, m.Recall)).rows] == [False]


def of_rules(version: int) -> FiveOfAKind:
    """The kind as a later version of its rules."""

    class Later(FiveOfAKind):
        rules = version

    return Later()


def frames(steps: tuple[ReplayStep, ...]) -> list[bytes]:
    """The steps as they stand in messages."""
    return [msgspec.msgpack.encode(step) for step in steps]


async def test_a_damaged_game_is_no_fault_of_the_server(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, number, _ = await played(stand)
        game = await stand.store.game(number)
        assert game is not None
        kind = FiveOfAKind()
        assert b"final" in frames(rerun(kind, game, None))[-1]
        for broken in (
            replace(game, settings=b"\xc1"),
            replace(game, commands=(*game.commands[:1], game.commands[0])),
            replace(game, commands=(replace(game.commands[0], command=b"\x80"),)),
            replace(game, seats=game.seats[:0]),
        ):
            with pytest.raises(CannotRerun):
                rerun(kind, broken, None)


async def test_a_game_without_the_note_of_its_start_is_shown_by_what_is_known(open_house: OpenHouse) -> None:
    async with open_house() as stand:
        _, number, _ = await played(stand)
        game = await stand.store.game(number)
        assert game is not None
        assert all(seat.info is not None for seat in game.seats)
        old = replace(game, seats=tuple(replace(seat, info=None) for seat in game.seats))
        assert frames(rerun(FiveOfAKind(), old, 0)) == frames(rerun(FiveOfAKind(), game, 0))
