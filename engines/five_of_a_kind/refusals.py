"""Why a command is refused, in a sentence for the player. A refusal changes nothing and costs nothing."""

from engines.contract import Illegal, Seat
from engines.five_of_a_kind.model import Answer, Claim, Resign, Vote
from engines.five_of_a_kind.position import Position


def refusal(position: Position, seat: Seat, command: object, now: int) -> Illegal:
    """What to raise for a command that is not legal at `now`."""
    player = position.players[seat]
    if position.ended:
        return Illegal("over", "The game is over.")
    if player.resigned:
        return Illegal("resigned", "You have resigned.")
    match command:
        case Claim(card=card):
            return _claim(position, seat, card, now)
        case Answer():
            if position.choosing != seat:
                return Illegal("not_claimant", "You have no claim that waits for an answer.")
            return Illegal("not_a_choice", "That trait does not vary in this room.")
        case Vote() if player.bot:
            return Illegal("bot", "A bot does not vote.")
        case Vote() if player.lockout:
            return _locked_out(player.lockout)
        case Vote():
            return Illegal("same_vote", "That is your vote already.")
        case Resign():
            return Illegal("bot", "A bot does not resign.")
        case _:
            return Illegal("unknown", "That is no command of this game.")


def _claim(position: Position, seat: Seat, card: int, now: int) -> Illegal:
    lockout = position.players[seat].lockout
    if position.card is None:
        return Illegal("no_card", "No card has been dealt yet.")
    if lockout:
        return _locked_out(lockout)
    if card != position.card:
        return Illegal("new_card", "A new card came first.")
    if position.closer is None:
        raise AssertionError("a round that holds a card is open or somebody closed it")
    first, at = position.closer
    if first == seat:
        return Illegal("own_claim", "You have claimed this round already.")
    if now <= at:
        return Illegal("round_closed", "{player} claimed first, at the same moment.", first)
    return Illegal("round_closed", f"{{player}} was first, by {now - at:,} ms.", first)


def _locked_out(rounds: int) -> Illegal:
    more = "1 more round" if rounds == 1 else f"{rounds} more rounds"
    return Illegal("locked_out", f"You are locked out for {more}.")
