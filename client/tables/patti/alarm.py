"""Little time left on the viewer's own turn: a warning that comes nearer, by the server's deadline alone."""

from typing import Final

from client.scene import Scene
from client.tables.patti.seats import waits_for
from client.tables.patti.words import own_of, shared_of

WARNINGS: Final = (1, 2, 3, 5, 10, 15)
"""At so many seconds there is one, unless the whole time is no longer."""


def alarm(scene: Scene, now: float) -> int | None:
    """Under how many seconds the table waits for the viewer at `now` (the room's ms); None while there is more time.

    Whoever was not looked at for a while is given the nearest one alone, and nobody one for a turn that is over.
    """
    own, shared = own_of(scene), shared_of(scene)
    if own is None or shared is None or waits_for(shared) != own.seat or shared.stopped:
        return None
    if shared.began is None or shared.deadline is None or now >= shared.deadline:
        return None
    left, whole = shared.deadline - now, shared.deadline - shared.began
    return next((seconds for seconds in WARNINGS if left <= 1000 * seconds < whole), None)
