"""How fast the rules are: boards, whole games of a bot, and acts, in one process and without a network."""

import statistics
import time
from collections.abc import Callable
from typing import Any, Final

RUNS: Final = 5


def measure() -> int:
    """Boards of five slots per second through `answers`, whole games of a bot and an idle human, and acts of Patti."""
    from engines.chance import Chance
    from engines.five_of_a_kind.board import answers, deck
    from engines.five_of_a_kind.model import Settings

    for counting in ("matching", "non_matching"):
        settings = Settings(slots=5, counting=counting)
        chance, boards, cards = Chance(bytes(32)), [], deck(settings)
        for _ in range(20_000):
            board = []
            for _ in range(5):
                pick, chance = chance.below(len(cards))
                board.append(cards[pick])
            boards.append(tuple(board))

        def count(boards: list[tuple[int, ...]] = boards, settings: Settings = settings) -> int:
            for board in boards:
                answers(board, settings)
            return len(boards)

        report(f"boards of 5 slots, {counting}", count)
    report("whole 3-minute games with a bot", bot_games)
    report("acts of Patti by six who choose at random", patti_acts)
    return 0


def bot_games() -> int:
    """Ten games from start to end, each through the same steps that a room takes."""
    from engines.contract import SeatInfo
    from engines.five_of_a_kind.kind import FiveOfAKind
    from engines.five_of_a_kind.model import Settings
    from server.match import Match

    games = 10
    for number in range(games):
        settings = Settings(bot=True)
        seats = (SeatInfo(), SeatInfo(bot=True))
        match = Match(FiveOfAKind(), settings, seats, number.to_bytes(32, "big"), lambda step, at: None)
        while match.outcome is None:
            match.advance(match.due or 0)
    return games


def patti_acts() -> int:
    """Twenty sessions of six who do whatever is legal, each act drawn, judged and carried out."""
    from engines.chance import Chance
    from engines.contract import SeatInfo
    from engines.patti.game import new
    from engines.patti.model import Settings

    acts = 0
    for number in range(20):
        key = number.to_bytes(32, "big")
        game: Any = new(Settings(), [SeatInfo(balance=10_000)] * 6, key)
        chance = Chance(key).fork("acts")
        while (deadline := game.deadline) is not None:
            running = game.position.running
            if running is None:
                game = game.expire(deadline).game
                continue
            seat = running.turn if running.asked is None else running.asked
            command, chance = game.legal(seat).sample(chance)
            game = game.apply(seat, command, running.began).game
            acts += 1
    return acts


def report(what: str, run: Callable[[], int]) -> None:
    """Print the median rate of several runs per second of processor time, with the slowest and the fastest."""
    run()
    rates = []
    for _ in range(RUNS):
        started = time.process_time()
        done = run()
        rates.append(done / (time.process_time() - started))
    low, high = min(rates), max(rates)
    print(f"{what}: {statistics.median(rates):,.0f} a CPU-second ({low:,.0f} to {high:,.0f}, {RUNS} runs)")
