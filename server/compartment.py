"""What holds a room's faults: whatever goes wrong inside of it ends it, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager

from engines.contract import Illegal, Seat
from server.accounts import Denied


class Compartment:
    """Something that can be closed, and fails alone."""

    closed = False

    def fail(self, fault: BaseException) -> None:
        """Something is wrong inside; whoever is in it has to go."""
        raise NotImplementedError

    def name_at(self, seat: Seat) -> str:
        """The name of whoever sits, or sat, at a seat."""
        raise NotImplementedError

    @contextmanager
    def contained(self) -> Iterator[None]:
        """Whatever goes wrong inside ends this compartment only; the one who asked is refused."""
        if self.closed:
            raise Denied("no_room", "There is no such room any more.")
        try:
            yield
        except Denied:
            raise
        except Illegal as refusal:
            name = "Somebody" if refusal.seat is None else self.name_at(refusal.seat)
            raise Denied(refusal.code, refusal.text.replace("{player}", name)) from None
        except Exception as fault:
            self.fail(fault)
            raise Denied("fault", "Something is wrong in the server; the room was closed.") from fault
