"""The table's sentences: what a scene says, without a widget in sight."""

from typing import Final

from client.scene import Scene
from client.tables.phrases import count, span
from engines.contract import Seat
from engines.five_of_a_kind.model import Ended, Own, Result, Settings, Shared
from protocol.text import painted

ENDINGS: Final[dict[Ended, str]] = {
    "time": "The time is up",
    "rounds": "The last round is played",
    "points": "The point target is reached",
    "abandoned": "No player was left",
}


def said(trait: str, settings: Settings) -> str:
    """A trait as an answer: "red", or "not red" where what counts is what has it not."""
    return f"not {trait}" if settings.counting == "non_matching" else trait


def seat_of(scene: Scene) -> Seat | None:
    """The seat that this client plays; None for those who watch."""
    own = own_of(scene)
    return own.seat if own else None


def shared_of(scene: Scene) -> Shared | None:
    """What everybody sees of the game; None before its first news."""
    shared = scene.update.shared if scene.update else None
    return shared if isinstance(shared, Shared) else None


def own_of(scene: Scene) -> Own | None:
    """What only this player sees."""
    own = scene.update.own if scene.update else None
    return own if isinstance(own, Own) else None


def settings_of(scene: Scene) -> Settings:
    """The room's settings.

    Raises:
        TypeError: it plays another game; a table is only ever shown for its own.
    """
    if not isinstance(scene.room.settings, Settings):
        raise TypeError("that room plays another game")
    return scene.room.settings


def left(settings: Settings, shared: Shared, now: float) -> str:
    """What is left until the end that is in effect. `now` is the room's clock in ms."""
    if shared.ends_at is not None:
        # Rounded up, so that elapsed and left add up to the limit and 0:00 means the end.
        return f"{span(-(-(shared.ends_at - now) // 1000) * 1000)} left"
    if settings.end == "rounds":
        # A round is over once its claim is settled, and not yet while that waits for its answer.
        settled = not shared.open and shared.claim is None
        done = shared.round if settled else shared.round - 1
        rounds = max(0, settings.rounds - max(0, done))
        return f"{count(rounds, 'round')} left"
    return f"first to {settings.points}"


def goal(settings: Settings) -> str:
    """What a claim is for, in one sentence of at most 44 cells."""
    match settings.counting:
        case "matching":
            return "Claim when exactly five share a trait."
        case "non_matching":
            return "Claim when exactly five lack a trait."
        case "anything":
            return "Claim when exactly five symbols are in play."


def verdict(scene: Scene, result: Result) -> tuple[str, str]:
    """Who claimed and what came of it: "Ann" and "correct (+1)". The chosen trait's chip has its place between them."""
    words = {
        "correct": "correct (+1)",
        "incorrect": "incorrect",
        "timeout": "no answer in time",
        "resignation": "resigned, claim cancelled",
        "game deadline": "the game ended first",
    }[result.outcome]
    return "You" if result.seat == seat_of(scene) else painted(scene.name(result.seat)), words


def hint_words(settings: Settings, shared: Shared) -> str:
    """The availability hint: empty while the board has no answer."""
    if not shared.hint:
        return ""
    return "It is!" if settings.counting == "anything" else "There's a trait!"
