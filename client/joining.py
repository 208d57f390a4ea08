"""How rooms are joined, in words."""

from typing import Final

from client.scene import Scene
from client.state import ClientState
from engines.contract import Choice
from protocol.messages import Asker, Room
from protocol.parts import Joining
from protocol.text import painted

CHOICES: Final = (
    Choice("open", "Open"),
    Choice("approval", "Host approval"),
    Choice("passcode", "4-digit passcode"),
)
GUESTS: Final = (Choice(True, "May join"), Choice(False, "May only watch"))
MEANINGS: Final = {
    "open": "Whoever has an account joins at once.",
    "approval": "Whoever wants to join asks you, and you accept or decline.",
    "passcode": "Whoever types the passcode joins. Only you see it.",
}
"""What each way of joining means, for the host who chooses it."""
GUEST_MEANINGS: Final = {
    True: "Guests may join in the same way as everybody else.",
    False: "Guests may watch, but only players with an account join.",
}
DIGITS: Final = 4
"""The length of a passcode."""
INCOMPLETE: Final = "A passcode has four digits."


def label(joining: Joining) -> str:
    """A way of joining as the form and Room info name it."""
    return next(choice.label for choice in CHOICES if choice.value == joining)


def opened_by_guest(room: Room) -> bool:
    """Whether a guest opened the room: its book, where it has one, is nobody's then."""
    if room.book is not None:
        return not room.book
    host = next((member for member in room.members if member.member == room.host), None)
    return host is not None and host.account == "guest"


def facts(room: Room, *, admits: bool) -> tuple[tuple[str, str], ...]:
    """How the room is joined, as a setting by name; the host reads the passcode too.

    A guest's room is open to everybody. Where the game `admits` guests at all, it is told whether this room does.
    """
    guests = (("Guests", next(one.label for one in GUESTS if one.value is room.guests)),) if admits else ()
    if room.joining == "open" and opened_by_guest(room):
        return guests
    return (("Joining", f"Passcode {room.passcode}" if room.passcode else label(room.joining)), *guests)


def asked_sentence(state: ClientState) -> str:
    """Which host has been asked; nothing where none is."""
    if state.asked is None:
        return ""
    row = state.rows.get(state.asked)
    whose = f"{row.host}'s room" if row is not None and row.host else f"room {state.asked}"
    return f"You have asked to join {whose}: c cancels."


def asking(askers: tuple[Asker, ...]) -> str:
    """Who asks the host to be let in, in a few words; nothing where nobody does."""
    if not askers:
        return ""
    more = len(askers) - 1
    return (
        f"{painted(askers[0].name)} and {more} more ask to join" if more else f"{painted(askers[0].name)} asks to join"
    )


def asked_of(state: ClientState) -> str:
    """Who asks this client as the host of a room to be let in, as a sentence; nothing where nobody does."""
    return next((f"{words} your room." for scene in state.scenes.values() if (words := asking(scene.room.askers))), "")


def no_seat(scene: Scene, *, free: bool) -> str:
    """Why this client cannot become a player of a room, where it has no request; `free` says whether a place is."""
    room, me = scene.room, scene.me
    if room.phase == "over":
        return "The game is over."
    if me is not None and me.role == "player":
        return "You play here already."
    if me is not None and me.account == "guest" and not room.guests:
        return "Guests may only watch this room."
    return "You can only watch this room." if free else "The room is full; you can only watch it."


def no_next_room(scene: Scene) -> str:
    """Why this client cannot go to a next room with the same settings, nor open it; "" if it can."""
    room, me = scene.room, scene.me
    if room.phase != "over":
        return "A new room comes after the game."
    if room.successor is not None:
        return ""
    if me is None or me.role == "watcher":
        return "Only those who played to the end open the next room; then you can come along."
    if (me.account == "guest") is not opened_by_guest(room):
        opener = "a guest" if opened_by_guest(room) else "a player with an account"
        return f"Here {opener} opens the next room; then you can come along."
    return ""
