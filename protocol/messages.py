"""Every message of the wire: two closed unions, one for each direction.

A client's message that asks for something carries `ref`, a number of the client's choice that grows with every
request; the answer is `Accepted` or `Refused` with the same `ref`. No message names its sender: the server knows.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from protocol import account, archive, inside, parts
from protocol.parts import Card, ChatText, Joining, NameText, Number, Passcode, Password, Ref, RoomId, Token, Version

PROTOCOL = 1
"""The version of this protocol. A client with another one is told so and let go."""

CHAT_LENGTH = 400
"""The most characters that a line of chat may have. A server answers a longer one with `Refused`; only one past
the bounds of `ChatText` ends the connection."""

Settings: TypeAlias = parts.Settings
Command: TypeAlias = parts.Command
Shared: TypeAlias = parts.Shared
Own: TypeAlias = parts.Own
Event: TypeAlias = parts.Event


# From the client.


class Hello(Struct, frozen=True, tag="hello"):
    """The first message of a connection."""

    version: Annotated[int, Meta(ge=0, le=65535)]
    client: Version = ""
    resume: Token | None = None


class Ping(Struct, frozen=True, tag="ping"):
    """Ask for a `Pong` with the same number."""

    echo: Annotated[int, Meta(ge=0, le=2**53)]


class Register(Struct, frozen=True, tag="register"):
    """Make an account and sign in."""

    ref: Ref
    name: NameText
    password: Password


class SignIn(Struct, frozen=True, tag="sign_in"):
    """Sign in to an account."""

    ref: Ref
    name: NameText
    password: Password


class Guest(Struct, frozen=True, tag="guest"):
    """Play under a free name without an account."""

    ref: Ref
    name: NameText


class Browse(Struct, frozen=True, tag="browse"):
    """Begin or end to receive the list of rooms."""

    ref: Ref
    on: bool


class Create(Struct, frozen=True, tag="create"):
    """Make a room and join it. With the joining "passcode" there is a passcode, else none.

    `guests` says whether guests may join, where the game takes any.
    """

    ref: Ref
    settings: Settings
    joining: Joining = "open"
    passcode: Passcode | None = None
    guests: bool = True


class Join(Struct, frozen=True, tag="join"):
    """Become a player of a room that waits, which the answer names then; or where its host decides, ask for it."""

    ref: Ref
    room: RoomId
    passcode: Passcode | None = None


class Cancel(Struct, frozen=True, tag="cancel"):
    """Take one's request to join a room back."""

    ref: Ref
    room: RoomId


class Watch(Struct, frozen=True, tag="watch"):
    """View a room; a player of a waiting room gives up the place."""

    ref: Ref
    room: RoomId


class Leave(Struct, frozen=True, tag="leave"):
    """Leave a room for good."""

    ref: Ref
    room: RoomId


class Ready(Struct, frozen=True, tag="ready"):
    """Say whether one is ready for the start."""

    ref: Ref
    room: RoomId
    ready: bool


class Start(Struct, frozen=True, tag="start"):
    """The host begins the game."""

    ref: Ref
    room: RoomId


class Remove(Struct, frozen=True, tag="remove"):
    """The host removes a player from a waiting room."""

    ref: Ref
    room: RoomId
    member: Number


class Decide(Struct, frozen=True, tag="decide"):
    """The host accepts or declines somebody who has asked to join."""

    ref: Ref
    room: RoomId
    asker: Number
    accept: bool


class Say(Struct, frozen=True, tag="say"):
    """A line of chat."""

    ref: Ref
    room: RoomId
    text: ChatText


class Act(Struct, frozen=True, tag="act"):
    """A command of the game."""

    ref: Ref
    room: RoomId
    command: Command


class Again(Struct, frozen=True, tag="again"):
    """After the end: a new room with the same settings, one for all who ask. The answer names it."""

    ref: Ref
    room: RoomId


class ResetBook(Struct, frozen=True, tag="reset_book"):
    """The owner of the room's book sets all balances in it back to what everybody starts with."""

    ref: Ref
    room: RoomId


class StackDeck(Struct, frozen=True, tag="stack_deck"):
    """On a server under test the host says with which cards the next deal begins."""

    ref: Ref
    room: RoomId
    cards: Annotated[tuple[Card, ...], Meta(max_length=60)]


class Bye(Struct, frozen=True, tag="bye"):
    """The client is about to close the connection on purpose."""


LookUp: TypeAlias = archive.LookUp
Recall: TypeAlias = archive.Recall
Replay: TypeAlias = archive.Replay
Inquiry: TypeAlias = LookUp | Recall | Replay
"""The requests about what is over."""

Reset: TypeAlias = account.Reset
ChangePassword: TypeAlias = account.ChangePassword
SignOutEverywhere: TypeAlias = account.SignOutEverywhere
DeleteAccount: TypeAlias = account.DeleteAccount
OwnAccount: TypeAlias = account.OwnAccount
SigningIn: TypeAlias = Register | SignIn | Guest | Reset
InLobby: TypeAlias = Browse | Create | Join | Cancel
InRoom: TypeAlias = Watch | Leave | Ready | Start | Remove | Decide | Say | Act | Again | ResetBook | StackDeck
Request: TypeAlias = SigningIn | InLobby | InRoom | Inquiry | OwnAccount
"""The messages that carry a `ref` and are answered."""

ClientMessage: TypeAlias = Hello | Ping | Bye | Request


# From the server.


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to `Hello`. `idle` is the number of seconds of silence after which the client should ping."""

    version: int
    server: str
    name: str
    greeting: str
    idle: int


class Goodbye(Struct, frozen=True, tag="goodbye"):
    """The server closes the connection, and why."""

    code: str
    text: str


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to `Ping`."""

    echo: int


class Accepted(Struct, frozen=True, tag="accepted"):
    """The request was carried out. `room` names the room that it made or led to."""

    ref: int
    room: str | None = None


class Refused(Struct, frozen=True, tag="refused"):
    """The request was refused and changed nothing. `text` is a sentence for a person."""

    ref: int
    code: str
    text: str


class Signed(Struct, frozen=True, tag="signed"):
    """Who this connection is now. `rating` is None for a guest."""

    name: str
    account: Literal["registered", "guest"]
    rating: float | None
    token: str


RoomRow: TypeAlias = inside.RoomRow


class Rooms(Struct, frozen=True, tag="rooms"):
    """The whole list of rooms, after `Browse` was turned on."""

    rows: tuple[RoomRow, ...]


class RoomGone(Struct, frozen=True, tag="gone"):
    """A room is no longer in the list."""

    room: str


Member: TypeAlias = inside.Member
Asker: TypeAlias = inside.Asker
RatingChange: TypeAlias = inside.RatingChange
Line: TypeAlias = inside.Line


class Room(Struct, frozen=True, tag="room", omit_defaults=True):
    """A room as its members know it; a whole picture each time. `you` is the receiver's own member number.

    `seats` is how many humans it takes at most. `joinable` says that the receiver, who is no player, can become one
    now. `passcode` and `askers` are for the host alone: for everybody else None and empty.

    `book` names the account from whose book the room is played: it is empty where a guest's room has one of its own,
    and None where there is none. `owns_book` says that it is the receiver's.

    `ratings` stand there once a rated game is over; `successor` names the room that "new room with the same settings"
    made. `game` names the finished game, for a replay. `testing` says that the server shows testers what is secret
    anywhere else; no other server's frames name it.
    `commitment` is the SHA-256 that the game's key was promised by from its start; `key` is the key itself, after the
    end, where all cards may be known then.
    """

    room: str
    seq: int
    kind: str
    settings: Settings
    phase: Literal["waiting", "playing", "over"]
    host: int
    members: tuple[Member, ...]
    you: int
    rated: bool
    seats: int
    joining: Joining = "open"
    guests: bool = False
    book: str | None = None
    owns_book: bool = False
    joinable: bool = False
    passcode: str | None = None
    askers: tuple[Asker, ...] = ()
    ratings: tuple[RatingChange, ...] = ()
    successor: str | None = None
    game: str | None = None
    testing: bool = False
    commitment: str | None = None
    key: str | None = None


class Left(Struct, frozen=True, tag="left"):
    """The receiver is no longer in the room, and why ("left", "removed", "closed", "fault")."""

    room: str
    code: str
    text: str


class Notice(Struct, frozen=True, tag="notice"):
    """Something about the server itself that everybody should know, in a sentence."""

    text: str


class Asked(Struct, frozen=True, tag="asked"):
    """The receiver has asked to join a room, and its host has not decided yet. One waits for one answer at a time."""

    room: str


class Settled(Struct, frozen=True, tag="settled"):
    """What the receiver had asked for is settled, and how.

    `code` is "accepted", "declined", "cancelled", "started" (the room's game), "closed" (the room) or "away".
    "elsewhere" means that a game of the receiver's own began.
    """

    room: str
    code: str
    text: str


class Chat(Struct, frozen=True, tag="chat"):
    """New lines of a room's chat; with `fresh`, everything there is, from the start."""

    room: str
    seq: int
    lines: tuple[Line, ...]
    fresh: bool = False


class Update(Struct, frozen=True, tag="update"):
    """The game as the receiver may know it now: a whole view, and the events that led to it.

    `time` is the room's clock in ms when this was made. `own` is None for those who watch. While the game is `paused`
    (a sentence that says why), the clock stands still. In the count-down after that, or after a restart of the server,
    it runs up to `resumes` (ms, else 0), and nothing else happens before. `own` stands last: what comes before is the
    same for many receivers.
    """

    room: str
    seq: int
    time: int
    shared: Shared
    events: tuple[Event, ...] = ()
    resumes: int = 0
    paused: str = ""
    own: Own | None = None


Profile: TypeAlias = archive.Profile
History: TypeAlias = archive.History
Steps: TypeAlias = archive.Steps
Finding: TypeAlias = Profile | History | Steps
"""What an inquiry brings, before its `Accepted`."""

Answer: TypeAlias = Welcome | Goodbye | Pong | Accepted | Refused | Signed
News: TypeAlias = Rooms | RoomRow | RoomGone | Room | Left | Notice | Asked | Settled | Chat | Update
ServerMessage: TypeAlias = Answer | News | Finding
