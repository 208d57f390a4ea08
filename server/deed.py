"""What a room is made from, and how it is joined."""

from dataclasses import dataclass
from typing import Any, Final

from engines.contract import Kind
from protocol.parts import Joining
from server.accounts import Denied


@dataclass(frozen=True)
class Terms:
    """How a room is joined: freely, with the host's consent, or with a passcode. Viewing is never restricted.

    `guests` says whether guests may join too, where the kind admits them.
    """

    joining: Joining = "open"
    passcode: str | None = None
    guests: bool = True

    def demand_sense(self, *, guests: bool) -> None:
        """Refuse terms that do not fit together, and any but the open ones for a guest's room.

        Raises:
            Denied: what is wrong with them.
        """
        if guests and (self.joining != "open" or not self.guests):
            raise Denied("joining", "Only accounts choose how their rooms are joined.")
        if self.joining == "passcode" and self.passcode is None:
            raise Denied("joining", "A room that is joined with a passcode needs one.")
        if self.joining != "passcode" and self.passcode is not None:
            raise Denied("joining", "Only a room that is joined with a passcode has one.")


OPEN: Final = Terms()
"""Everybody for whom the room is at all joins freely."""


@dataclass(frozen=True)
class Deed:
    """What a room is made from. `guests` says that a guest made it; `owner` is else the account that did.

    `owner_name` is the account's name, empty for a guest; None where a room from before it was kept does not tell.
    """

    id: str
    kind: Kind
    settings: Any
    guests: bool
    terms: Terms = OPEN
    owner: int | None = None
    owner_name: str | None = None
