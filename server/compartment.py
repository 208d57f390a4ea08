"""What holds a room's faults: whatever goes wrong inside of it ends it, and nothing else."""

from types import TracebackType
from typing import Self

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

    def contained(self) -> Self:
        """Whatever goes wrong inside ends this compartment only; the one who asked is refused."""
        if self.closed:
            raise Denied("no_room", "There is no such room any more.")
        return self

    def __enter__(self) -> None:
        """Nothing is to be prepared."""

    def __exit__(self, _kind: object, fault: BaseException | None, _trace: TracebackType | None) -> None:
        """Refuse what the rules refuse, and let the compartment fail of anything else."""
        if fault is None or isinstance(fault, Denied):
            return
        if isinstance(fault, Illegal):
            name = "Somebody" if fault.seat is None else self.name_at(fault.seat)
            raise Denied(fault.code, fault.text.replace("{player}", name)) from None
        if isinstance(fault, Exception):
            self.fail(fault)
            raise Denied("fault", "Something is wrong in the server; the room was closed.") from fault
