"""What this client knows, and how each message changes it. Pure: no clock, no I/O, nothing to wait for."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from client.scene import Scene
from protocol.messages import (
    Accepted,
    Act,
    Asked,
    Chat,
    Goodbye,
    History,
    Left,
    Notice,
    Pong,
    Profile,
    Refused,
    Request,
    Room,
    RoomGone,
    RoomRow,
    Rooms,
    ServerMessage,
    Settled,
    Signed,
    Steps,
    Update,
    Welcome,
)

K = TypeVar("K")
V = TypeVar("V")

CHAT_KEPT = 500
"""The number of lines of a room's chat that are remembered."""

CLOCK_SAMPLES = 16
"""Of how many of the newest updates the quickest one sets the room's clock. Not of all: a server that was suspended
takes its room clocks up where they stood."""


@dataclass(frozen=True)
class ClientState:
    """Everything the screens draw from.

    `rows` are the rooms of the lobby in the order in which they appeared, `scenes` the rooms this client is in.
    `pending` holds the requests that are not answered yet, by ref. `clocks` holds, for each room, the newest samples
    of this process's clock less the room's. `asked` is the room that this client has asked to join, until that is
    settled. `news` is the newest thing to tell outside of a room.
    """

    welcome: Welcome | None = None
    me: Signed | None = None
    rows: Mapping[str, RoomRow] = field(default_factory=dict)
    scenes: Mapping[str, Scene] = field(default_factory=dict)
    pending: Mapping[int, Request] = field(default_factory=dict)
    clocks: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    asked: str | None = None
    news: str = ""
    goodbye: Goodbye | None = None


def reduce(state: ClientState, message: ServerMessage, now: float) -> ClientState:
    """The state after a message that arrived at `now` (ms of this process's monotonic clock)."""
    match message:
        case Welcome():
            return replace(state, welcome=message)
        case Goodbye():
            return replace(state, goodbye=message)
        case Signed():
            return replace(state, me=message)
        case Rooms() | RoomRow() | RoomGone():
            return replace(state, rows=_listed(state.rows, message))
        case Accepted() | Refused():
            return answered(state, message.ref, message.text if isinstance(message, Refused) else "")
        case Room(room=room):
            return replace(state, scenes=_with(state.scenes, room, _furnished(state.scenes.get(room), message)))
        case Left():
            return _parted(state, message)
        case Notice() | Asked() | Settled():
            return _newer(state, message)
        case Chat():
            return _told(state, message)
        case Update():
            return _updated(state, message, now)
        case Pong() | Profile() | History() | Steps():
            return state


def sent(state: ClientState, request: Request) -> ClientState:
    """The state after a request was sent: it is pending, and an old notice of its room is gone."""
    after = replace(state, pending=_with(state.pending, request.ref, request))
    return _reckoned(after, request, "")


def answered(state: ClientState, ref: int, notice: str) -> ClientState:
    """The state after the request `ref` was answered; `notice` is a refusal's sentence, empty if it was accepted.

    What an accepted one brought about may have been told already, and stands.
    """
    request = state.pending.get(ref)
    if request is None:
        return state
    after = replace(state, pending=_without(state.pending, ref))
    return _reckoned(after, request, notice or None)


def severed(state: ClientState) -> ClientState:
    """The state after the link was lost: everything stands as it was last, and nothing can be done there."""
    scenes = {room: replace(scene, linked=False) for room, scene in state.scenes.items()}
    return replace(state, scenes=MappingProxyType(scenes))


def noticed(state: ClientState, room: str, notice: str) -> ClientState:
    """The state in which a room's notice is another one."""
    scene = state.scenes.get(room)
    if scene is None or scene.notice == notice:
        return state
    return replace(state, scenes=_with(state.scenes, room, replace(scene, notice=notice)))


def _reckoned(state: ClientState, request: Request, notice: str | None) -> ClientState:
    """The state in which the scene that a request belongs to shows what is pending, and the notice, if it is new."""
    scene = state.scenes.get(getattr(request, "room", ""))
    if scene is None:
        return state
    pending = tuple(
        other.command for other in state.pending.values() if isinstance(other, Act) and other.room == scene.room.room
    )
    scene = replace(scene, pending=pending, notice=scene.notice if notice is None else notice)
    return replace(state, scenes=_with(state.scenes, scene.room.room, scene))


def _listed(rows: Mapping[str, RoomRow], message: Rooms | RoomRow | RoomGone) -> Mapping[str, RoomRow]:
    match message:
        case Rooms(rows=fresh):
            return MappingProxyType({row.room: row for row in fresh})
        case RoomRow(room=room):
            return _with(rows, room, message)
        case RoomGone(room=room):
            return _without(rows, room)


def _parted(state: ClientState, left: Left) -> ClientState:
    """The state without a room that this client is no longer in; who did not choose to leave is told why."""
    return replace(
        state,
        scenes=_without(state.scenes, left.room),
        clocks=_without(state.clocks, left.room),
        news=state.news if left.code == "left" else left.text,
    )


def _newer(state: ClientState, news_of_it: Notice | Asked | Settled) -> ClientState:
    """The state with news of the server, or of a host for whom this client waits, or not any more: told everywhere."""
    if isinstance(news_of_it, Notice):
        return replace(state, news=news_of_it.text)
    if isinstance(news_of_it, Asked):
        return replace(state, asked=news_of_it.room, news="")
    scenes = {room: replace(scene, notice=news_of_it.text) for room, scene in state.scenes.items()}
    news = state.news if scenes else news_of_it.text
    return replace(state, asked=None, scenes=MappingProxyType(scenes), news=news)


def _furnished(scene: Scene | None, room: Room) -> Scene:
    """The scene with a newer picture of its room. Names stay known after their owners have left."""
    names = {member.seat: member.name for member in room.members if member.seat is not None}
    if scene is None:
        return Scene(room, names=names)
    notice = scene.notice if room.phase == scene.room.phase else ""  # it spoke of what is over
    return replace(scene, room=room, names={**scene.names, **names}, notice=notice)


def _told(state: ClientState, chat: Chat) -> ClientState:
    scene = state.scenes.get(chat.room)
    if scene is None:
        return state
    lines = chat.lines if chat.fresh else scene.lines + chat.lines
    return replace(state, scenes=_with(state.scenes, chat.room, replace(scene, lines=lines[-CHAT_KEPT:])))


def _updated(state: ClientState, update: Update, now: float) -> ClientState:
    scene = state.scenes.get(update.room)
    if scene is None:
        return state
    before = scene.update
    if before is not None and (before.resumes, before.paused) != (update.resumes, update.paused):
        # The room's clock was stopped or set back: what it read before says nothing now.
        state = replace(state, clocks=_without(state.clocks, update.room))
    samples = (*state.clocks.get(update.room, ()), now - update.time)[-CLOCK_SAMPLES:]
    scene = replace(scene, update=update, offset=min(samples), fresh=update.events)
    return replace(
        state,
        scenes=_with(state.scenes, update.room, scene),
        clocks=_with(state.clocks, update.room, samples),
    )


def _with(mapping: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    return MappingProxyType({**mapping, key: value})


def _without(mapping: Mapping[K, V], key: K) -> Mapping[K, V]:
    return MappingProxyType({other: value for other, value in mapping.items() if other != key})
