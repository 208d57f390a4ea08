"""What steps of a session are told as, whom the bell calls, and what a replay's seats may show."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as altered

from client.scene import Scene
from client.screens.replay import scenes
from client.tables.patti.acts import acts_face
from client.tables.patti.faces import BACK
from client.tables.patti.seats import seat_faces
from client.tables.patti.story import calls, moment, story
from engines.contract import SeatInfo
from engines.patti import model
from engines.patti.kind import Patti
from engines.patti.model import Legal, Settings
from protocol.archive import GameRow, PlayedSeat, ReplayStep, Steps
from server.match import Match
from tests.client.tables.patti_scenes import MY_TURN, NOW, SEEN, result, scene
from tests.client.tables.patti_states import QUESTION, STATES


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (model.Dealt(4, 1, (0, 1)), "Round 4: Bo deals."),
        (model.Saw(1), "Bo sees the cards."),
        (model.Paid(1, "bet", 1_200), "Bo bets 1,200."),
        (model.Paid(1, "blind", 60), "Bo bets blind 60."),
        (model.Paid(1, "show", 60), "Bo paid for a show 60."),
        (model.Paid(1, "side show", 60), "Bo pays 60."),
        (model.Paid(1, "all in", 7), "Bo all in 7."),
        (model.Dropped(1, "drop"), "Bo drops."),
        (model.Dropped(1, "side show"), "Bo lost a side show."),
        (model.Asked(0, 1), "Ann asks Bo for a side show."),
        (model.Answered(0, 1, "declined"), "Bo declines."),
        (model.Raised(2, 20), "Lap 2: the bet is 20."),
        (model.Sat(1), "Bo sits down."),
        (model.Left(1, True, 100), "Bo is removed, fine 100."),
        (model.Left(1, False, 0), "Bo leaves."),
        (model.Reloaded(1, 5_000), "Bo has 5,000 coins again."),
        (model.Cleared(), "The book is reset."),
        (model.Held(True), "The host holds the next round."),
        (model.Over("rounds"), "All rounds are played."),
        (model.Ending(12, "show"), "Ann wins 616. Bo wins 615."),
    ],
)
def test_every_event_has_its_sentence(event: Any, words: str) -> None:
    now = scene(players=2, view=result(winners=(0, 1), pot=1_231), fresh=(event,))
    assert story(now, now) == words


def test_a_replay_names_who_goes_comes_back_and_hosts() -> None:
    there, gone = scene(), scene(rows={1: {"away": 400_000}, 4: {"away": 400_000}})
    assert story(there, gone) == "Bo has no connection. Zoë has no connection."
    assert story(gone, scene(rows={4: {"away": 400_000}}, view={"host": 1})) == "Bo is back. Bo is the host now."


def test_a_seat_tells_both_that_it_waits_for_the_next_round_and_that_it_has_no_connection() -> None:
    newcomer = {"playing": False, "inside": False, "away": NOW}
    for row in (newcomer, {**newcomer, "gone": "left"}):
        face = seat_faces(scene(rows={1: row}), NOW)[2]
        assert face is not None
        assert face.news[:2] == ("in from the next round on, away, 60 s", "next round, away, 60 s")
    face = seat_faces(scene(rows={1: {"away": NOW}}), NOW)[2]
    assert face is not None
    assert face.news[0] == "no connection, 60 s"


def test_a_replay_leaps_between_rounds() -> None:
    assert moment((model.Dealt(1, 0, (0, 1)),))
    assert moment((model.Paid(0, "show", 10), model.Ending(1, "show")))
    assert not moment((model.Paid(0, "bet", 10), model.Raised(2, 20)))


def test_the_bell_calls_whoever_has_to_act() -> None:
    mine = scene(view=MY_TURN)
    theirs = STATES["another on turn"]
    assert calls(theirs, mine) == 0
    assert calls(mine, mine) is None
    assert calls(mine, theirs) == 1
    assert calls(mine, scene(view=QUESTION)) == 0
    assert calls(theirs, scene(view=result(), legal=Legal())) is None
    again = scene(view={**MY_TURN, "began": 401_000})
    assert calls(mine, again) == 0


@pytest.mark.parametrize(
    ("how", "gone", "words", "asker", "asked"),
    [
        ("declined", None, "Christopher Rob declined the side show.", "side show declined", "declined a side show"),
        ("timeout", None, "Christopher Rob did not answer.", "side show not answered", "did not answer"),
        ("accepted", 2, "Bo won the side show.", "won a side show", "lost a side show"),
        ("accepted", 1, "Christopher Rob won the side show.", "lost a side show", "won a side show"),
    ],
)
def test_everybody_is_told_what_came_of_a_side_show(
    how: Any, gone: int | None, words: str, asker: str, asked: str
) -> None:
    rows: dict[int, dict[str, Any]] = {1: {**SEEN, "did": "side show"}, 2: dict(SEEN)}
    if gone is not None:
        rows[gone] |= {"gone": "side show", "inside": False}
    for watching in (False, True):
        now = scene(rows=rows, view={"turn": 3, "compared": model.Answered(1, 2, how)}, watching=watching)
        assert acts_face(now).news == words
        assert acts_face(now).words.endswith("It is 李雷雷雷雷雷雷雷's turn.")
        news = {face.name: face.news[0] for face in seat_faces(now, NOW) if face is not None}
        assert (news["Bo"], news["Christopher Rob"]) == (asker, asked)
    assert acts_face(scene(rows=rows, view={"turn": 3})).news == ""


@pytest.mark.parametrize(
    ("pair", "how", "gone", "words"),
    [
        ((1, 0), "declined", None, "You declined the side show. It is 李雷雷雷雷雷雷雷's turn."),
        ((0, 1), "declined", None, "Bo declined the side show. It is 李雷雷雷雷雷雷雷's turn."),
        ((1, 0), "accepted", 1, "You won the side show. It is 李雷雷雷雷雷雷雷's turn."),
        ((1, 0), "accepted", 0, "You lost a side show. It is 李雷雷雷雷雷雷雷's turn."),
        ((0, 1), "accepted", 0, "You lost a side show. It is 李雷雷雷雷雷雷雷's turn."),
    ],
)
def test_whom_a_side_show_concerned_reads_of_it_once(pair: Any, how: Any, gone: int | None, words: str) -> None:
    rows: dict[int, dict[str, Any]] = {0: dict(SEEN), 1: dict(SEEN)}
    if gone is not None:
        rows[gone] |= {"gone": "side show", "inside": False}
    face = acts_face(
        scene(rows=rows, view={"turn": 3, "compared": model.Answered(pair[0], pair[1], how)}, legal=Legal())
    )
    assert f"{face.news} {face.words}".strip() == words


@pytest.mark.parametrize(
    ("gone", "words"), [("left", "Bo left: no side show."), ("removed", "Bo was removed: no side show.")]
)
def test_whoever_was_asked_reads_that_the_asker_went(gone: Any, words: str) -> None:
    rows: dict[int, dict[str, Any]] = {0: dict(SEEN), 1: {"gone": gone, "inside": False, "seated": False}}
    now = scene(rows=rows, view={"turn": 3, "compared": model.Answered(1, 0, "off")}, legal=Legal())
    assert acts_face(now).news == words


def test_a_removal_is_told_once() -> None:
    now = scene(players=2, fresh=(model.Left(1, True, 100), model.Dropped(1, "removed"), model.Raised(2, 20)))
    assert story(now, now) == "Bo is removed, fine 100. Lap 2: the bet is 20."
    gone = scene(players=2)
    assert gone.update is not None
    alone: Any = gone.update.shared
    assert acts_face(replace(gone, update=altered(gone.update, shared=altered(alone, rows=alone.rows[1:])))).words == (
        "You are not at the table any more."
    )


def test_whoever_was_put_out_reads_why() -> None:
    now = scene(watching=True)
    why = "no connection for over 60 s, fine 100 coins"
    members = tuple(altered(one, out=why) if one.name == "Wanda" else one for one in now.room.members)
    assert acts_face(replace(now, room=altered(now.room, members=members))).words == f"You are out: {why}."


def played(viewer: int | None) -> tuple[list[Scene], Match]:
    """Some rounds of a person who sees the cards and bets, and two bots, as one viewer sees them again."""
    settings, key = Settings(rounds=10, bots=2), bytes(range(32))
    steps: list[ReplayStep] = []

    def told(step: Any, at: int) -> None:
        game = step.game
        own = None if viewer is None else game.own(viewer)
        steps.append(ReplayStep(at, game.shared("table"), own, step.events))

    seats = (SeatInfo(balance=10_000), SeatInfo(bot=True, balance=10_000), SeatInfo(bot=True, balance=10_000))
    match = Match(Patti(), settings, seats, key, told)
    for _ in range(400):
        legal: Any = match.game.legal(0)
        if legal.bet is not None:
            match.act(0, model.See() if legal.see else model.Bet(legal.turn), match.now + 1)
        elif match.outcome is None and match.due is not None:
            match.advance(match.due)
    row = GameRow(
        game="abc",
        kind="patti",
        ended=0,
        how="rounds",
        rated=False,
        you=viewer,
        seats=tuple(
            PlayedSeat(name, bot, 0, 1, None, None) for name, bot in (("Ann", False), ("B1", True), ("B2", True))
        ),
        replay=True,
    )
    return scenes(Steps(1, row, settings, 0, len(steps), tuple(steps))), match


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_replay_shows_each_viewer_what_that_viewer_was_entitled_to(viewer: int | None) -> None:
    shown, match = played(viewer)
    assert len(shown) > 100
    assert match.game.shared("table").round > 3  # type: ignore[attr-defined]
    uncovered = 0
    for before, now in zip([shown[0], *shown], shown, strict=False):
        assert story(before, now)
        assert now.update is not None
        view: Any = now.update.shared
        own: Any = now.update.own
        may = {hand.seat: hand.cards for hand in (view.result.revealed if view.result else ())}
        if own is not None:
            may |= {hand.seat: hand.cards for hand in (*own.others, *((own.hand,) if own.hand else ()))}
        names = {player: seat for seat, player in enumerate(("Ann", "B1", "B2"))}
        for face in seat_faces(now, now.update.time):
            if face is not None and face.hand and face.hand != (BACK,) * 3:
                assert face.hand == may[names[face.name]]
                uncovered += 1
    assert uncovered > 10


def test_a_seat_on_turn_whose_player_is_away_says_so_beside_its_clock() -> None:
    faces = seat_faces(scene(rows={1: {"away": NOW - 5_000}}), NOW)
    assert [face.clock for face in faces if face is not None and face.share is not None] == ["away, 24 s"]
