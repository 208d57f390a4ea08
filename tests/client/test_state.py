"""The state after lists of messages."""

from msgspec.structs import replace

from client.state import CLOCK_SAMPLES, ClientState, answered, noticed, reduce, sent
from engines.five_of_a_kind.model import Claim, Dealt
from protocol.messages import (
    PROTOCOL,
    Accepted,
    Act,
    Asked,
    Cancel,
    Chat,
    Goodbye,
    Left,
    Line,
    Pong,
    Refused,
    RoomGone,
    Rooms,
    Say,
    ServerMessage,
    Settled,
    Signed,
    Welcome,
)
from tests.client.rooms import ANN, BOB, EVE, playing, room, row, shared, update


def after(*messages: ServerMessage, state: ClientState | None = None, now: float = 1000.0) -> ClientState:
    state = state or ClientState()
    for message in messages:
        state = reduce(state, message, now)
    return state


def test_knows_the_server_and_who_one_is() -> None:
    welcome = Welcome(PROTOCOL, "0.1.0", "cards", "hello", 30)
    signed = Signed("ann", "registered", 1512.25, "t")
    state = after(welcome, signed, Pong(1), Goodbye("closing", "The server closes."))
    assert state.welcome == welcome
    assert state.me == signed
    assert state.goodbye is not None
    assert state.goodbye.code == "closing"


def test_keeps_the_list_of_rooms() -> None:
    state = after(Rooms((row("a"), row("b"))), row("c"), row("a", watchers=3), RoomGone("b"), RoomGone("unknown"))
    assert [*state.rows] == ["a", "c"]
    assert state.rows["a"].watchers == 3
    assert not after(Rooms(()), state=state).rows


def test_a_room_gets_its_chat_and_its_view() -> None:
    one, two = Line("bob", "hi", 1), Line("", "bob is ready", 2)
    state = after(room(), Chat("r1", 2, (one,), fresh=True), Chat("r1", 3, (two,)), update(events=(Dealt(0, "-"),)))
    scene = state.scenes["r1"]
    assert scene.lines == (one, two)
    assert scene.fresh == (Dealt(0, "-"),)
    assert scene.update is not None
    assert scene.me == ANN
    assert after(Chat("r1", 4, (one,), fresh=True), state=state).scenes["r1"].lines == (one,)


def test_what_belongs_to_an_unknown_room_changes_nothing() -> None:
    assert after(Chat("r9", 1, (Line("x", "y", 1),)), update()) == ClientState()


def test_names_stay_known_by_seat_after_their_owners_left() -> None:
    state = after(playing(), room(replace(ANN, seat=0), phase="playing"))
    scene = state.scenes["r1"]
    assert [scene.name(seat) for seat in (0, 1, 2)] == ["ann", "bob", "Seat 3"]


def test_the_clock_is_set_by_the_quickest_of_the_newest_messages() -> None:
    state = after(room())
    for time, now in ((100, 5150.0), (200, 5210.0), (300, 5390.0)):
        state = reduce(state, update(time=time), now)
    assert state.scenes["r1"].offset == 5010.0


def test_the_clock_follows_a_server_that_was_suspended() -> None:
    state = reduce(after(room()), update(time=100), 1100.0)
    for count in range(CLOCK_SAMPLES):
        state = reduce(state, update(time=200 + count), 61_200.0 + count)
    assert state.scenes["r1"].offset == 61_000.0


def test_a_clock_that_was_set_back_is_read_anew_at_once() -> None:
    state = reduce(after(room()), update(time=90_000), 100_000.0)
    state = reduce(state, replace(update(time=80_000), resumes=90_000), 160_000.0)
    assert state.scenes["r1"].offset == 80_000.0
    state = reduce(state, replace(update(time=80_500), resumes=90_000), 160_400.0)
    assert state.scenes["r1"].offset == 79_900.0


def test_in_a_count_down_the_game_stands_and_the_seconds_are_told() -> None:
    state = reduce(after(playing()), replace(update(time=80_000), resumes=90_000), 160_000.0)
    scene = state.scenes["r1"]
    assert [(scene.time(now), scene.wait(now)) for now in (160_000, 168_500, 170_000, 171_000)] == [
        (90_000, "The game goes on in 10 s."),
        (90_000, "The game goes on in 2 s."),
        (90_000, ""),
        (91_000, ""),
    ]


def test_while_the_game_is_paused_its_clock_stands() -> None:
    state = reduce(after(playing()), replace(update(time=80_000), paused="The disk is full."), 160_000.0)
    scene = state.scenes["r1"]
    assert scene.time(500_000) == 80_000
    assert scene.wait(500_000) == "The disk is full."


def test_a_command_is_pending_until_it_is_answered() -> None:
    state = sent(after(playing(), update()), Act(7, "r1", Claim(4)))
    assert state.scenes["r1"].pending == (Claim(4),)
    assert after(Accepted(6), state=state) == state
    done = after(Accepted(7), state=state)
    assert done.scenes["r1"].pending == ()
    assert not done.pending


def test_a_refusal_is_told_in_its_room_until_something_else_is_sent_there() -> None:
    state = sent(after(playing()), Act(7, "r1", Claim(4)))
    state = after(Refused(7, "late", "A new card came first."), state=state)
    assert state.scenes["r1"].notice == "A new card came first."
    assert sent(state, Say(8, "r1", "oh")).scenes["r1"].notice == ""
    assert noticed(state, "r1", "").scenes["r1"].notice == ""
    assert noticed(state, "r9", "x") is state


def test_an_answer_to_a_room_that_is_gone_is_no_trouble() -> None:
    state = sent(after(playing()), Act(7, "r1", Claim(4)))
    state = after(Left("r1", "closed", "The room was closed."), state=state)
    assert not after(Refused(7, "gone", "No such room."), state=state).pending
    assert answered(state, 99, "") is state


def test_who_did_not_choose_to_leave_is_told_why() -> None:
    state = after(room(), update())
    removed = after(Left("r1", "removed", "ann removed you."), state=state)
    assert not removed.scenes
    assert not removed.clocks
    assert removed.news == "ann removed you."
    assert after(Left("r1", "left", "You left."), state=state).news == ""


def test_states_are_values() -> None:
    first = after(room(ANN, BOB, EVE))
    second = after(update(shared(round=1)), state=first)
    assert first.scenes["r1"].update is None
    assert second.scenes["r1"].update is not None


def test_what_an_accepted_request_has_brought_about_stays_told() -> None:
    state = sent(after(playing(), Asked("r1")), Cancel(7, "r1"))
    state = after(Settled("r1", "cancelled", "You have taken your request back."), Accepted(7), state=state)
    assert state.scenes["r1"].notice == "You have taken your request back."
    assert sent(state, Say(8, "r1", "hi")).scenes["r1"].notice == ""
