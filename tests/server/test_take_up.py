"""Recorded games of every kind and mode, dropped at command after command, and taken up again from what was written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.contract import Game, Seat, Sit
from server.entries import Acted, Passed, checkpoint_of, encoded, entry_of
from server.match import Match
from server.store.records import TimedCommand
from tests.engines.drive import Act
from tests.engines.golden import COMMANDS, FOLDER, STEP, table_of

FILES = sorted(FOLDER.glob("*.txt"))
CHECKPOINT_EVERY = 23


def views(game: Game, seats: int) -> dict[str, bytes]:
    """Everything that anybody may be shown of a game now."""
    shown: dict[str, Any] = {}
    for viewer in (None, *range(seats)):
        for testing in (False, True):
            audience = game.audience(viewer, testing=testing)
            shown[audience] = game.shared(audience)
        if viewer is not None:
            shown[f"seat {viewer}"] = game.own(viewer)
    return {who: msgspec.msgpack.encode(view) for who, view in shown.items()}


class Recorded:
    """A recorded game that is played once more, and written down on the way as a room does it."""

    def __init__(self, text: str) -> None:
        self.table = table_of(text)
        self.written: list[bytes] = []
        self.match = self.fresh()
        self.seats = len(self.table.seats)
        self._acts = list(acts(text, self.table.kind.name))
        self._checkpoints = [(0, encoded(self.match.checkpoint()))]

    def fresh(self) -> Match:
        """The game at its start."""
        table = self.table

        def record(entry: Acted | Passed) -> None:
            self.written.append(encoded(entry))

        return Match(table.kind, table.settings, table.seats, table.key, lambda *_: None, record)

    def play(self) -> Iterator[int]:
        """Let people and the room do what they did; the bots do the same again by themselves."""
        bots = {seat for seat, info in enumerate(self.table.seats) if info.bot}
        for number, act in enumerate(act for act in self._acts if act.seat not in bots):
            if number % 3:
                self.match.advance((self.match.now + act.at) // 2)
            self.match.act(act.seat, act.command, act.at)
            if isinstance(act.command, Sit):
                self.seats = max(self.seats, act.command.seat + 1)
            if len(self.written) - self._checkpoints[-1][0] >= CHECKPOINT_EVERY and self.match.outcome is None:
                self._checkpoints.append((len(self.written), encoded(self.match.checkpoint())))
            yield number

    def taken_up(self, checkpoint: int) -> Match:
        """The game as a start of the server finds it, from one of its checkpoints."""
        covered, at = self._checkpoints[checkpoint]
        entries = [entry_of(one) for one in self.written]
        written, match = list(self.written), self.fresh()
        before = [TimedCommand(one.time, one.seat, one.command) for one in entries[:covered] if isinstance(one, Acted)]
        match.take_up(checkpoint_of(at), before)
        for entry in entries[covered:]:
            assert isinstance(entry, Acted | Passed)
            match.relive(entry)
        assert self.written == written, "what is lived through again is not written again"
        return match


def acts(text: str, kind: str) -> Iterator[Act]:
    """The script of a recording."""
    for line in text.splitlines():
        step = STEP.fullmatch(line)
        if step is not None and not step["time"]:
            command = msgspec.json.decode(step["command"], type=COMMANDS[kind])
            yield Act(int(step["at"]), int(step["seat"]) if step["seat"] else None, command)


def plans(match: Match) -> dict[Seat, Any]:
    """What the bots still wish to do."""
    return {seat: bot.plan for seat, bot in match.bots.items() if bot.plan and bot.plan is not match.sent.get(seat)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_that_is_dropped_at_any_command_is_taken_up_byte_for_byte(path: Path) -> None:
    game = Recorded(path.read_text(encoding="utf-8"))
    looks = 0
    for number in game.play():
        looks += 1
        for checkpoint in {-1, 0} if number % 7 == 0 else {-1}:
            match = game.taken_up(checkpoint)
            assert views(match.game, game.seats) == views(game.match.game, game.seats)
            assert match.game == game.match.game
            assert (match.bots, plans(match)) == (game.match.bots, plans(game.match))
            assert (match.due, match.outcome, match.commands) == (
                game.match.due,
                game.match.outcome,
                game.match.commands,
            )
    assert looks >= 5
