"""How many passwords may be guessed and accounts made, by whom, from where and in all; a restart forgets none of it."""

import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

import trio

from protocol.text import BadName, clean_name, name_key
from server.accounts import Denied
from server.allowance import Allowance
from server.config import RatesSection
from server.store.records import Spent

MOST: Final = 20_000
"""So many buckets are kept at most; beyond, the one that was used longest ago is as if it were full."""
GUESSES: Final = {"wrong_password", "wrong_code"}
"""The codes of refusals that answer a guess."""

Key: TypeAlias = tuple[str, bytes]
"""The name of a rate, and a digest of whom or what it counts: neither names nor addresses are kept."""


class Throttle:
    """Token buckets by account, by address and in all. It counts names that nobody has as it does the others."""

    def __init__(self, rates: RatesSection) -> None:
        self._rates = rates
        self._buckets: OrderedDict[Key, Allowance] = OrderedDict()
        self._changed: set[Key] = set()

    @contextmanager
    def guess(self, name: str, address: str) -> Iterator[None]:
        """Around the check of a password or code. Only one that fails counts.

        Raises:
            Denied: there were too many.
        """
        keys = (
            ("sign_in_account", digest(account_key(name))),
            ("sign_in_address", digest(address)),
            ("sign_in_all", b""),
        )
        self._spend(keys, "Too many attempts to sign in.")
        try:
            yield
        except Denied as denied:
            if denied.code not in GUESSES:
                self._give_back(keys)
            raise
        except BaseException:
            self._give_back(keys)
            raise
        else:
            self._give_back(keys)

    @contextmanager
    def new_account(self, address: str) -> Iterator[None]:
        """Around the making of an account. Only one that is made counts.

        Raises:
            Denied: there were too many.
        """
        keys = (("register_address", digest(address)), ("register_all", b""))
        self._spend(keys, "Too many new accounts.")
        try:
            yield
        except BaseException:
            self._give_back(keys)
            raise

    # What outlives a restart.

    def restore(self, kept: Iterable[Spent]) -> None:
        """Take up what an earlier life of the server has counted."""
        now = unix_ms()
        for spent in kept:
            rate = getattr(self._rates, spent.rate, None)
            if rate is None:
                continue
            gained = max(0, now - spent.at) / 1000 / rate.every
            self._buckets[spent.rate, spent.key] = Allowance(rate, min(float(rate.burst), spent.left + gained))
            self._changed.add((spent.rate, spent.key))

    def changes(self) -> tuple[tuple[Spent, ...], tuple[Key, ...]]:
        """What has changed since the last time: buckets to keep, and those that are full again or were given up."""
        now, kept, gone = unix_ms(), [], []
        for key in self._changed:
            bucket = self._buckets.get(key)
            if bucket is None or bucket.untouched:
                gone.append(key)
                self._buckets.pop(key, None)
            else:
                kept.append(Spent(*key, bucket.left, now))
        self._changed.clear()
        return tuple(kept), tuple(gone)

    def unwritten(self, spent: Iterable[Spent], gone: Iterable[Key]) -> None:
        """These changes could not be kept; the next time they are told again."""
        self._changed.update(gone)
        self._changed.update((one.rate, one.key) for one in spent)

    # Inside.

    def _spend(self, keys: Iterable[Key], words: str) -> None:
        """Take one from each bucket, or from none."""
        buckets = [self._bucket(key) for key in keys]
        wait = max(bucket.wait for bucket in buckets)
        if wait > 0:
            raise Denied("throttled", f"{words} Try again in {duration(wait)}.")
        for bucket in buckets:
            bucket.spend(trio.current_time())
        self._changed.update(keys)

    def _give_back(self, keys: Iterable[Key]) -> None:
        for key in keys:
            self._bucket(key).give_back()
            self._changed.add(key)

    def _bucket(self, key: Key) -> Allowance:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Allowance(getattr(self._rates, key[0]))
            if len(self._buckets) > MOST:
                self._changed.add(self._buckets.popitem(last=False)[0])
        self._buckets.move_to_end(key)
        return bucket


def demand(allowance: Allowance, words: str, at: float) -> None:
    """Count something once more, at a moment of Trio's clock.

    Raises:
        Denied: it is not allowed now; the text says when it will be.
    """
    if not allowance.spend(at):
        raise Denied("too_fast", f"{words} Try again in {duration(allowance.wait)}.")


def duration(seconds: float) -> str:
    """A wait in words, never too short a one."""
    return f"{max(1, math.ceil(seconds))} s" if seconds <= 120 else f"{math.ceil(seconds / 60)} min"


def account_key(name: str) -> str:
    """The account that a typed name means; the names that nobody can have count as one."""
    try:
        return name_key(clean_name(name.strip()))
    except BadName:
        return ""


def digest(text: str) -> bytes:
    """A short hash that two texts do not share."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def unix_ms() -> int:
    """The time of day."""
    return time.time_ns() // 1_000_000
