"""The rules card: the game as it is played in a room of certain settings, on one page."""

from engines.five_of_a_kind.model import Settings
from engines.five_of_a_kind.setup import SETUP, end, typed


def rules_card(rules: Settings) -> str:
    """Short rules for these settings. A name in braces stands for the key that does it."""
    return "\n\n".join((_cards(rules), _goal(rules), _claim(rules), _lockout(rules), _pace(rules), _end(rules)))


def _cards(rules: Settings) -> str:
    empty = f"{rules.empty} in 100 cards are empty and count nothing." if rules.empty else "No card is empty."
    mask = "Only the newest card stays visible; the others show a question mark." if rules.previous == "mask" else ""
    headline = SETUP.headline(rules).removeprefix("Deck: ")
    first = f"Cards come one by one into {rules.slots} slots, each over the card that lay there."
    return " ".join(part for part in (first, f"The deck has {headline}, with replacement.", empty, mask) if part)


def _goal(rules: Settings) -> str:
    match rules.counting:
        case "matching":
            return "Claim with {claim} when exactly five printed symbols on the table share a trait."
        case "non_matching":
            return (
                "Claim with {claim} when exactly five printed symbols on the table lack a trait: five that are not "
                "red, for example."
            )
        case "anything":
            return "Claim with {claim} when exactly five symbols are on the table in all."


def _claim(rules: Settings) -> str:
    if not typed(rules):
        return "The claim is judged at once. A right one scores a point, and closes the round until the next card."
    seconds = rules.choose // 1000
    hint = " A hint tells when there is an answer, never which." if rules.hint == "availability" else ""
    return (
        f"The first to claim has {seconds} seconds to choose the trait, by its digit, by its letter, or with the "
        "arrows and Enter, and sees no card meanwhile. A right answer scores a point. The round is closed until the "
        f"next card.{hint}"
    )


def _lockout(rules: Settings) -> str:
    wrong = "A wrong claim" if not typed(rules) else "A wrong answer, or none in time,"
    if not rules.lockout:
        return f"{wrong} costs nothing but the round."
    rounds = f"{rules.lockout} round{'' if rules.lockout == 1 else 's'}"
    return (
        f"{wrong} locks you out of claims and votes for {rounds}. If all are locked out, the shortest is taken off all."
    )


def _pace(rules: Settings) -> str:
    seconds = rules.interval / 1000
    return (
        f"The first card comes after {seconds:g} s. More than half of those who may vote make the cards 10 % faster or "
        "slower."
    )


def _end(rules: Settings) -> str:
    ends = {"time": "after", "rounds": "after", "points": "as soon as somebody has"}[rules.end]
    return f"The game ends {ends} {end(rules)}. The most points win; equal points are equal."
