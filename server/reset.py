"""Codes that reset a password once: an admin prints one and hands it to the player, by whatever way they trust."""

import hashlib
import secrets
import time
from typing import Final

from protocol.text import BadName, clean_name, name_key
from server.config import Config
from server.store import people
from server.store.beside import beside
from server.store.writer import transact

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letter looks like another or like a digit."""
LENGTH: Final = 16
"""79 bits: nobody guesses one, so a fast hash keeps it well enough."""
HOURS: Final = 24
"""For so long a code can be used."""


class NoSuchAccount(ValueError):  # noqa: N818  # what happened
    """There is no account with that name. Its text is a sentence for the admin."""


def new_code(config: Config, name: str) -> str:
    """Give an account a new code, in place of an older one. The server may run meanwhile.

    Raises:
        NoSuchAccount: nobody has that name.
        StoreError: the database cannot be used.
    """
    code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    expires = time.time_ns() // 1_000_000 + HOURS * 3_600_000
    with beside(config) as (connection, place):
        try:
            key = name_key(clean_name(name.strip()))
        except BadName:
            raise NoSuchAccount(f"There is no account named {name!r}.") from None
        found = transact(connection, place, "write", lambda c: people.set_code(c, key, code_digest(code), expires))
    if found is None:
        raise NoSuchAccount(f"There is no account named {name!r}.")
    return "-".join(code[at : at + 4] for at in range(0, LENGTH, 4))


def code_digest(code: str) -> bytes:
    """What is kept of a code, however its groups and letters were typed."""
    plain = "".join(character for character in code.lower() if character.isalnum())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).digest()
