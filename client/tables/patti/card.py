"""The rules card: the ranking of hands, and the game as it is played in a room of certain settings, on one page."""

from client.tables.patti.words import coins, ladder
from engines.patti.model import Settings
from engines.patti.setup import PLACES

RANKING = (
    ("1 Trail", "three of a rank", "A♠ A♥ A♦"),
    ("2 Pure sequence", "three in a row, one suit", "Q♣ K♣ A♣"),
    ("3 Sequence", "three in a row", "J♠ Q♥ K♦"),
    ("4 Color", "one suit, not in a row", "{low}♥ J♥ A♥"),
    ("5 Pair", "two of a rank", "K♠ K♣ A♦"),
    ("6 High card", "none of these", "A♠ J♥ {low}♦"),
)


def rules_card(rules: Settings, *, hands: bool = True) -> str:
    """Short rules for these settings, the hands first. A name in braces stands for the key that does it."""
    parts = (_blind(rules), _acts(rules), _stakes(rules), _coins(rules), _session(rules))
    return "\n\n".join((ranking(rules), *parts) if hands else parts)


def ranking(rules: Settings) -> str:
    """The hands, the best first."""
    low = "9" if rules.cards == 24 else "10"
    lines = [f"{name:<17}{what:<26}{cards.replace('{low}', low)}" for name, what, cards in RANKING]
    runs = "9-10-J, 10-J-Q, J-Q-K, Q-K-A" if rules.cards == 24 else "10-J-Q, J-Q-K, Q-K-A"
    return "\n".join([*lines, "", f"In a row are only {runs}. Then the highest card decides; suits never count."])


def _blind(rules: Settings) -> str:
    return (
        "Three cards each, face down. Blind you pay half the bet, five times a round at most. See your cards at any "
        "time with {act_see}, and you pay the whole bet. Nobody knows a hand that was not looked at, you neither."
    )


def _acts(rules: Settings) -> str:
    return (
        "On your turn, within 30 seconds: bet with {act_bet} or drop with {act_drop}. With two left in, {act_show} "
        "pays the bet for a show: the better hand wins, equal ones share. With three or more, {act_side_show} pays the "
        "bet to compare in private with whoever acted before you, if both have seen: the weaker hand drops, of equal "
        "ones yours. A key only chooses; {send} sends it."
    )


def _stakes(rules: Settings) -> str:
    bets = " ".join(map(coins, ladder(rules, 6)))
    return (
        f"Nobody raises: after each lap of the table the bet rises by itself: {bets} … With less than the price you "
        "can go all in with {act_all_in}; your clock stops meanwhile. That ends the betting: all show, the best hand "
        "takes the pot, equal ones share it."
    )


def _coins(rules: Settings) -> str:
    return (
        f"Everybody pays {rules.boot} coins before the deal. Whoever has less sits out and has 5,000 coins again after "
        "25 rounds. Who is away for more than 60 seconds is removed, and pays 100 coins."
    )


def _session(rules: Settings) -> str:
    return (
        f"A session has {rules.rounds} rounds, for up to {PLACES[rules.cards]} players. It ends before that when one "
        "player is left."
    )
