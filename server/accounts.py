"""Accounts: names and passwords, checked so that a wrong name and a wrong password look the same from outside."""

import base64
import contextlib
import secrets
import time
import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

import trio
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct

from protocol.names import new_name
from protocol.text import BadName, clean_name, name_key, skeleton
from server.reset import code_digest
from server.store.errors import NameTaken, StoreError
from server.store.records import StoredAccount
from server.store.store import Store

T = TypeVar("T")

STARTING_RATING: Final = 1500.0
SHORTEST: Final = 8
LONGEST: Final = 256
"""Characters of a password."""

AT_A_TIME: Final = 2
"""Password checks side by side; each takes some 20 ms of one core and 19 MiB."""


class Account(Struct, frozen=True):
    """An account as the server uses it."""

    id: int
    name: str
    rating: float


class Denied(Exception):  # noqa: N818  # the word of the house
    """A request that the rules of the house do not allow: a code for programs, a sentence for the person."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code)
        self.code = code
        self.text = text


class Accounts:
    """Registers and signs in. Every method raises `Denied` where it cannot.

    Args:
        store: Where accounts are kept.
        queue: How many checks may run or wait; one more is sent away for a moment.
    """

    def __init__(self, store: Store, queue: int) -> None:
        self._store = store
        self._queue = queue
        self._waiting = 0
        self._limiter = trio.CapacityLimiter(AT_A_TIME)
        # What OWASP advises for argon2id at the least; the library's default would hold a core for three times as long.
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._nobody = unmatched(self._hasher)

    async def register(self, name: str, password: str) -> Account:
        """Make an account."""
        name = await self.free_name(name)
        demand_strength(name, password)
        hashed = await self._hashed(password)
        account = StoredAccount(0, name, hashed, STARTING_RATING, time.time_ns() // 1_000_000)
        try:
            stored = await self._store.add_account(account, name_key(name), skeleton(name))
        except NameTaken:
            raise _taken() from None
        except StoreError:
            raise _later() from None
        return Account(stored.id, stored.name, stored.rating)

    async def sign_in(self, name: str, password: str) -> Account:
        """Check a password. A wrong name is answered as a wrong password is, and after the same work."""
        stored = await self._find(name)
        fits = await self._fits(password, stored.password_hash if stored else self._nobody)
        if stored is None or not fits:
            raise _mismatch()
        if self._hasher.check_needs_rehash(stored.password_hash):
            await self._renew(stored, password)
        # Read again: a game that ended while the password was checked has changed the rating.
        stored = await self._find(name)
        if stored is None:
            raise _mismatch()
        return Account(stored.id, stored.name, stored.rating)

    async def confirm(self, account: Account, password: str) -> None:
        """Let the owner of an account, who has signed in, show the password once more."""
        stored = await self._find(account.name)
        fits = await self._fits(password, stored.password_hash if stored else self._nobody)
        if stored is None or stored.id != account.id or not fits:
            raise Denied("wrong_password", "That is not your password.")

    async def change(self, account: Account, old: str, new: str) -> None:
        """Replace a password by a new one."""
        demand_strength(account.name, new)
        await self.confirm(account, old)
        hashed = await self._hashed(new)
        try:
            await self._store.set_password_hash(account.id, hashed, final=True)
        except StoreError:
            raise _later() from None

    async def reset(self, name: str, code: str, new: str) -> Account:
        """Use a reset code up. A wrong name is answered as a wrong code is, and after the same work."""
        demand_strength(name, new)
        hashed = await self._hashed(new)
        try:
            key = name_key(clean_name(name.strip()))
            stored = await self._store.redeem(key, code_digest(code), hashed, time.time_ns() // 1_000_000)
        except BadName:
            stored = None
        except StoreError:
            raise _later() from None
        if stored is None:
            raise Denied("wrong_code", "That name and code do not go together, or the code was used or has expired.")
        return Account(stored.id, stored.name, stored.rating)

    async def sign_out(self, account: Account) -> None:
        """Let no restart bring anybody back by a token of an account that was told until now."""
        try:
            await self._store.forget_visits(account.id)
        except StoreError:
            raise _later() from None

    async def remove(self, account: Account) -> None:
        """Delete an account."""
        try:
            await self._store.remove_account(account.id)
        except StoreError:
            raise _later() from None

    async def free_name(self, name: str) -> str:
        """The name as it is kept, if no account has it or one that looks the same."""
        try:
            clean = new_name(name)
        except BadName as error:
            raise Denied("bad_name", str(error)) from None
        try:
            taken = await self._store.name_taken(name_key(clean), skeleton(clean))
        except StoreError:
            raise _later() from None
        if taken:
            raise _taken()
        return clean

    async def _find(self, name: str) -> StoredAccount | None:
        try:
            return await self._store.account(name_key(clean_name(name.strip())))
        except BadName:
            return None
        except StoreError:
            raise _later() from None

    async def _renew(self, stored: StoredAccount, password: str) -> None:
        # The hash is of an older strength. Nobody is kept waiting or turned away for that: another sign-in will do it.
        with contextlib.suppress(Denied, StoreError):
            await self._store.set_password_hash(stored.id, await self._hashed(password))

    async def _hashed(self, password: str) -> str:
        return await self._in_line(lambda: self._hasher.hash(octets(password)))

    async def _fits(self, password: str, hashed: str) -> bool:
        def verified() -> bool:
            try:
                return self._hasher.verify(hashed, octets(password))
            except (VerificationError, InvalidHashError):
                return False

        return await self._in_line(verified)

    async def _in_line(self, work: Callable[[], T]) -> T:
        if self._waiting >= self._queue:
            raise Denied("busy", "Many people are signing in just now. Try again in a moment.")
        self._waiting += 1
        try:
            return await trio.to_thread.run_sync(work, limiter=self._limiter)
        finally:
            self._waiting -= 1


def demand_strength(name: str, password: str) -> None:
    """Refuse a password that is too weak for an account of that name.

    Raises:
        Denied: what is wrong with it.
    """
    if len(password) < SHORTEST:
        raise Denied("weak_password", f"A password needs at least {SHORTEST} characters.")
    if len(password) > LONGEST:
        raise Denied("weak_password", f"A password may have at most {LONGEST} characters.")
    if name_key(password) == name_key(name):
        raise Denied("weak_password", "The password must not be the name.")
    if password.isspace():
        raise Denied("weak_password", "A password may not be nothing but spaces.")
    if any(unicodedata.category(letter) == "Cc" for letter in password):
        raise Denied("weak_password", "A password may not hold control characters.")


def octets(password: str) -> bytes:
    """The password as it is hashed: in NFC (RFC 8265, 4.2.2), since keyboards differ in how they send an accent."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


def unmatched(hasher: PasswordHasher) -> str:
    """A hash that no password has, of the hasher's own strength: checking against it costs what every check costs."""
    salt, tag = (base64.b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (16, hasher.hash_len))
    return f"$argon2id$v=19$m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}${salt}${tag}"


def _mismatch() -> Denied:
    return Denied("wrong_password", "That name and password do not go together.")


def _taken() -> Denied:
    return Denied("name_taken", "That name, or one that looks the same, belongs to somebody.")


def _later() -> Denied:
    return Denied("store", "The server cannot reach its accounts just now. Try again in a moment.")
