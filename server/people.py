"""Who is here. A person outlives a connection, so that a lost one costs no seat."""

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from protocol.messages import ServerMessage
from protocol.text import skeleton
from server.accounts import Account, Denied
from server.allowance import Allowance
from server.config import RatesSection
from server.entries import Somebody

if TYPE_CHECKING:
    from server.joining import Door
    from server.room import Room
    from server.session import Session


class Person:
    """An account or a guest with the rooms they are in, connected or not."""

    def __init__(self, name: str, account: Account | None, rates: RatesSection, digest: bytes | None = None) -> None:
        self.name = name
        self.account = account
        self.token = "" if digest else secrets.token_urlsafe(24)
        """Whoever shows it is this person. After a restart it is not known here before it is shown."""
        self.digest = digest or digest_of(self.token)
        """What is kept of the token, so that no disk and no backup lets anybody in."""
        self.session: Session | None = None
        self.lost = 0.0
        """When the last connection ended (house clock's s); it counts while there is none."""
        self.rooms: dict[str, Room] = {}
        self.asleep: set[str] = set()
        """The rooms they are in that sleep on disk."""
        self.answers: OrderedDict[int, bytes] = OrderedDict()
        """The newest answers by their refs: a request whose answer was lost with a connection is sent again."""
        self.asking: Door | None = None
        """Of which room the host has been asked; of one at a time."""
        self.leaving = False
        """Whether the account is being deleted."""
        self.chat = Allowance(rates.chat)
        self.acts = Allowance(rates.acts)
        self.inquiries = Allowance(rates.inquiries)

    @property
    def key(self) -> str:
        """What stays the same when somebody leaves the server and comes again."""
        return skeleton(self.name)

    @property
    def registered(self) -> bool:
        """Whether this is an account."""
        return self.account is not None

    @property
    def standing(self) -> Literal["registered", "guest"]:
        """As what they are known."""
        return "registered" if self.registered else "guest"

    @property
    def rating(self) -> float | None:
        """The account's rating; a guest has none."""
        return self.account.rating if self.account else None

    def same(self, other: "Person") -> bool:
        """Whether this is the same account, or the same guest who has never been forgotten."""
        if self.account is not None and other.account is not None:
            return self.account.id == other.account.id
        return self.digest == other.digest

    def owns(self, account: int | None) -> bool:
        """Whether this is the account with that number."""
        return self.account is not None and self.account.id == account

    def send(self, message: ServerMessage) -> None:
        """Tell them something, if they are connected."""
        if self.session is not None:
            self.session.send(message)

    def rate(self, rating: float) -> None:
        """A rated game has changed the account's rating."""
        if self.account is not None:
            self.account = replace(self.account, rating=rating)
            if self.session is not None:
                self.session.introduce(self)

    def state(self) -> Somebody:
        """The person as the journal keeps it."""
        return Somebody(self.name, self.account.id if self.account else None, self.digest)

    @property
    def connected(self) -> bool:
        """Whether somebody is at the other end now."""
        return self.session is not None


class People:
    """Everybody who is connected or has a place in a room, by account, by name and by token."""

    def __init__(self, rates: RatesSection) -> None:
        self._rates = rates
        self._by_name: dict[str, Person] = {}
        self._by_digest: dict[bytes, Person] = {}

    def __len__(self) -> int:
        return len(self._by_digest)

    def __iter__(self) -> Iterator[Person]:
        return iter(self._by_digest.values())

    def of_account(self, account: Account) -> Person:
        """The person of an account, here already or new."""
        person = self._by_name.get(skeleton(account.name))
        if person is None or person.account is None or person.account.id != account.id:
            if person is not None:
                raise Denied("name_taken", "A guest uses that name just now. Try again when they have left.")
            person = self._add(Person(account.name, account, self._rates))
        person.account = account
        if not person.token:
            self.renew(person)
        return person

    def present(self, account: Account) -> Person | None:
        """The person of an account, if they are here."""
        person = self._by_name.get(skeleton(account.name))
        same = person is not None and person.account is not None and person.account.id == account.id
        return person if same else None

    def guest(self, name: str) -> Person:
        """A new guest.

        Raises:
            Denied: somebody with that name is here.
        """
        self.check_free(name)
        return self._add(Person(name, None, self._rates))

    def check_free(self, name: str) -> None:
        """Refuse a name that somebody here has.

        Raises:
            Denied: it is not free.
        """
        if skeleton(name) in self._by_name:
            raise Denied("name_taken", "Somebody with that name is here already.")

    def with_token(self, token: str) -> Person | None:
        """The person who got this token."""
        person = self._by_digest.get(digest_of(token))
        if person is not None:
            person.token = token
        return person

    def returning(self, name: str, account: Account | None, digest: bytes) -> Person:
        """Somebody whom the server knew before it was restarted, as often as it asks for them.

        An account is there once, whichever of its tokens was written down where.
        """
        here = None if account is None else self.present(account)
        return here or self._by_digest.get(digest) or self._add(Person(name, account, self._rates, digest))

    def settle(self, person: Person) -> None:
        """Forget a person who is neither connected nor in a room, and waits for none."""
        if person.session is None and not person.rooms and not person.asleep and person.asking is None:
            self._by_digest.pop(person.digest, None)
            if self._by_name.get(person.key) is person:
                del self._by_name[person.key]

    def _add(self, person: Person) -> Person:
        self._by_name[person.key] = person
        self._by_digest[person.digest] = person
        return person

    def renew(self, person: Person) -> None:
        """From now on only a new token is theirs; whoever holds the old one, on whatever device, is nobody."""
        self._by_digest.pop(person.digest, None)
        person.token = secrets.token_urlsafe(24)
        person.digest = digest_of(person.token)
        self._by_digest[person.digest] = person
        for room in person.rooms.values():
            room.log.touch()
        if person.asking is not None:
            person.asking.touch()


def digest_of(token: str) -> bytes:
    """The SHA-256 of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
