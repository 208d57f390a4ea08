"""Who is in a room, in which role, who is ready and who is the host."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from engines.contract import BotSeat, Seat, SeatInfo
from protocol.messages import Line, Member
from server.entries import MembersState, MemberState, Somebody
from server.people import Person

if TYPE_CHECKING:
    from server.session import Session

Role = Literal["player", "watcher"]


@dataclass(eq=False)
class Occupant:
    """A member of a room: a person, or with `person` None a bot.

    `lost` is when the connection was lost, as the house clock's s and as Unix s. One who is `gone` left for good; the
    seat keeps the name. `held` are the lines of chat that the member may not read yet. Until one is `furnished` with
    everything that the room is, news of it would be of something unknown. `out` says why the game's rules have made a
    player a watcher.
    """

    id: int
    name: str
    person: Person | None
    role: Role
    seat: Seat | None = None
    ready: bool = False
    lost: tuple[float, int] | None = None
    gone: bool = False
    held: list[Line] = field(default_factory=list)
    furnished: bool = False
    out: str = ""

    @property
    def session(self) -> "Session | None":
        """Where the member hears what happens in the room; None while nobody is there who could."""
        return self.person.session if self.furnished and not self.gone and self.person is not None else None

    @property
    def seat_info(self) -> SeatInfo:
        """What the game is told of who sits there."""
        if self.person is None:
            return SeatInfo(bot=True)
        account = self.person.account
        return SeatInfo(guest=True) if account is None else SeatInfo(rating=account.rating)

    def public(self, balance: int | None) -> Member:
        """The member as everybody in the room may know it, with what the book holds of it."""
        account = self.person.standing if self.person else "bot"
        rating = self.person.rating if self.person else None
        away = self.lost[1] if self.lost else None
        return Member(self.id, self.name, account, self.role, self.seat, self.ready, away, rating, balance, self.out)

    def state(self) -> MemberState:
        """The member as the journal keeps it."""
        return MemberState(
            id=self.id,
            name=self.name,
            person=self.person.state() if self.person else None,
            role=self.role,
            seat=self.seat,
            ready=self.ready,
            lost=self.lost[1] if self.lost else None,
            gone=self.gone,
            held=tuple(self.held),
            out=self.out,
        )


class Members:
    """The members in the order in which they took their role, the bots last, and the host among them."""

    def __init__(self, bots: tuple[BotSeat, ...]) -> None:
        self.host: Occupant | None = None
        self._last = 0
        self._people: list[Occupant] = []
        self._bots = [self._new(bot.name, None, "player", ready=True) for bot in bots]

    def __iter__(self) -> Iterator[Occupant]:
        yield from self._people
        yield from self._bots

    @property
    def players(self) -> list[Occupant]:
        """The humans who play and have not left, the longest-joined first."""
        return [one for one in self._people if one.role == "player" and not one.gone]

    @property
    def watchers(self) -> list[Occupant]:
        """Those who only look."""
        return [one for one in self._people if one.role == "watcher" and not one.gone]

    @property
    def bots(self) -> list[Occupant]:
        """The computer players."""
        return self._bots

    @property
    def present(self) -> list[Occupant]:
        """All humans who have not left, connected or not."""
        return [one for one in self._people if not one.gone]

    def of(self, person: Person) -> Occupant | None:
        """The member that a person is now."""
        for one in self._people:
            if one.person is person and not one.gone:
                return one
        return None

    def former(self, person: Person) -> Occupant | None:
        """Who left a seat that was this person's."""
        return next((one for one in self._people if one.gone and one.person and one.person.same(person)), None)

    def numbered(self, member: int) -> Occupant | None:
        """The human member with this number who has not left."""
        return next((one for one in self.present if one.id == member), None)

    def enter(self, person: Person, role: Role) -> Occupant:
        """A person comes in, also again, or takes the other role. The first player is the host."""
        occupant = self.of(person) or self.former(person)
        if occupant is None:
            occupant = self._new(person.name, person, role)
        else:
            self._people.remove(occupant)
            occupant.role, occupant.ready, occupant.out = role, False, ""
            if occupant.gone:
                occupant.person, occupant.gone, occupant.lost = person, False, None
        self._people.append(occupant)
        self.hand_over()
        return occupant

    @property
    def seated(self) -> list[Occupant]:
        """The humans who took a seat, also those who left it since."""
        return [one for one in self._people if one.seat is not None]

    def seat_account(self, account: int) -> bool:
        """Whether an account has a seat in the game, even if its player has left."""
        people = [one.person for one in self.seated if one.person is not None]
        return any(person.account is not None and person.account.id == account for person in people)

    def part(self, occupant: Occupant, when: tuple[float, int]) -> None:
        """Somebody leaves for good (house clock's s, Unix s); whoever has a seat stays in the list, for the name."""
        occupant.held.clear()
        occupant.lost = occupant.lost or when
        if occupant.seat is None:
            self._people.remove(occupant)
        else:
            occupant.gone = True
        self.hand_over()

    def hand_over(self) -> None:
        """The longest-joined player becomes the host if the host plays no more. A bot never hosts."""
        players = self.players
        if self.host not in players:
            self.host = players[0] if players else None

    def take_seats(self) -> list[Occupant]:
        """The game begins: players sit down in the order in which they joined, then the bots."""
        seated = [*self.players, *self._bots]
        for seat, occupant in enumerate(seated):
            occupant.seat = seat
            occupant.ready = False
        return seated

    def at_seat(self, seat: Seat) -> Occupant | None:
        """Who sits, or sat, there."""
        return next((one for one in self if one.seat == seat), None)

    def state(self) -> MembersState:
        """All of this as the journal keeps it."""
        people, bots = (tuple(one.state() for one in some) for some in (self._people, self._bots))
        return MembersState(people, bots, self.host.id if self.host else None, self._last)

    def restore(self, state: MembersState, person_of: Callable[[Somebody], Person], now: tuple[float, int]) -> None:
        """Take the members from the journal. Nobody of them is connected `now` (house clock's s, Unix s)."""
        self._people = [_restored(one, person_of, now) for one in state.people]
        self._bots = [_restored(one, person_of, now) for one in state.bots]
        self._last = state.last
        self.host = next((one for one in self._people if one.id == state.host), None)

    def _new(self, name: str, person: Person | None, role: Role, *, ready: bool = False) -> Occupant:
        self._last += 1
        return Occupant(self._last, name, person, role, ready=ready)


def _restored(state: MemberState, person_of: Callable[[Somebody], Person], now: tuple[float, int]) -> Occupant:
    person = None if state.person is None else person_of(state.person)
    occupant = Occupant(
        state.id, state.name, person, state.role, state.seat, state.ready, gone=state.gone, out=state.out
    )
    if person is not None:
        # Whoever was away is so since then; by the house's clock the server's patience begins anew.
        occupant.lost = now[0], now[1] if state.lost is None else state.lost
        occupant.held = list(state.held)
        occupant.ready = False
    return occupant
