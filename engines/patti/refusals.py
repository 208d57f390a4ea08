"""Why a command is refused, in a sentence for the player. A refusal changes nothing and costs nothing."""

from engines.contract import Illegal, Seat
from engines.patti.model import AllIn, Answer, Bet, Drop, Hold, See, Show, SideShow
from engines.patti.position import BLIND_BETS, Position, Round


def refusal(position: Position, seat: Seat, command: object) -> Illegal:
    """What to raise for a command that is not legal now."""
    if position.ended:
        return Illegal("over", "The session is over.")
    if not position.chairs[seat].seated:
        return Illegal("left", "You have left the table.")
    if isinstance(command, Hold):
        return _hold(position, seat)
    if not isinstance(command, See | Bet | AllIn | Drop | SideShow | Answer | Show):
        return Illegal("unknown", "That is no command of this game.")
    return _in_round(position, seat, command)


def _in_round(position: Position, seat: Seat, command: See | Bet | AllIn | Drop | SideShow | Answer | Show) -> Illegal:
    """Why somebody cannot do that in the round."""
    round_ = position.running
    if round_ is None:
        return Illegal("no_round", "The next round has not begun.")
    if seat not in round_.players:
        return Illegal("sits_out", "You sit this round out.")
    if seat not in round_.inside:
        return Illegal("dropped", "You are not in any more.")
    match command:
        case See():
            return Illegal("seen", "You have seen your cards.")
        case Answer():
            return Illegal("not_asked", "Nobody waits for your answer.")
        case _ if round_.asked is not None and round_.turn == seat:
            return Illegal("waiting", "{player} has not answered yet.", round_.asked)
        case _ if round_.asked is not None or round_.turn != seat:
            return Illegal("not_your_turn", "It is {player}'s turn.", round_.turn)
        case _ if command.turn != position.turns:
            return Illegal("late", "That was meant for an earlier turn.")
        case _:
            return _act(position, round_, seat, command)


def _act(position: Position, round_: Round, seat: Seat, command: object) -> Illegal:
    """Why somebody on turn cannot do that."""
    play, inside = round_.play(seat), len(round_.inside)
    if not play.seen and play.blinds >= BLIND_BETS:
        return Illegal("must_see", f"After {BLIND_BETS} blind bets you must see your cards first.")
    match command:
        case Show() if inside > 2:
            return Illegal("too_many", f"A show is for two; {inside} are in.")
        case SideShow() if inside < 3:
            return Illegal("too_few", "A side show takes three; ask for a show.")
        case SideShow() if not play.seen:
            return Illegal("blind", "See your cards first.")
        case Show() | SideShow() if position.chairs[seat].coins < round_.bet:
            return Illegal("too_dear", f"That costs {round_.bet:,}.")
        case SideShow():
            rival = round_.rival(seat)
            if rival is None:
                return Illegal("nobody_acted", "Nobody who is in has acted before you.")
            return Illegal("rival_blind", "{player} has not seen any cards.", rival)
        case AllIn():
            return Illegal("enough", "You have enough for a bet.")
        case _:
            return Illegal("too_dear", f"That costs {play.price(round_.bet):,}; you can go all in.")


def _hold(position: Position, seat: Seat) -> Illegal:
    if seat != position.host:
        return Illegal("not_host", "Only the host can hold the next round.")
    if position.next_deal is None:
        return Illegal("no_pause", "The next round can be held between rounds.")
    return Illegal("same", "That is so already.")
