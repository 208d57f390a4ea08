"""Playthroughs as text: a whole game, what came of each act, and what each viewer saw change.

A playthrough holds its own script (settings, seats, key, commands with times), so that it can be played again from its
text: a change of the rules or the views shows up as a difference in a file that people can read.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engines.catalogue import KINDS
from engines.contract import SeatInfo, Step, System, Viewer
from engines.five_of_a_kind import model as five_of_a_kind
from engines.patti import model as patti
from tests.engines.drive import Act, Table, seen_events

FOLDER = Path(__file__).parents[1] / "data" / "golden"
COMMANDS: dict[str, Any] = {"five_of_a_kind": five_of_a_kind.Command | System, "patti": patti.Command | System}
"""By kind: every command that a playthrough may hold."""

STEP = re.compile(r"(?P<at>\d+) ms: (?:(?P<time>time)|(?:room|seat (?P<seat>\d+)) (?P<command>\{.*\}))")


class Writer:
    """A watcher that writes down what happens at a table."""

    def __init__(self, table: Table) -> None:
        self.lines = [
            f"kind {table.kind.name}, rules {table.kind.rules}",
            f"settings {_json(table.settings)}",
            *(f"seat {seat}: {_json(info)}" for seat, info in enumerate(table.seats)),
            f"key {table.key.hex()}",
        ]
        self._views: dict[str, dict[str, Any]] = {}
        self._plans: dict[int, str] = {}
        self._write(table, Step(table.game), "0 ms: start")

    def __call__(self, table: Table, step: Step, act: Act | None) -> None:
        """Write one step."""
        if act is None:
            self._write(table, step, f"{table.now} ms: time")
        else:
            who = "room" if act.seat is None else f"seat {act.seat}"
            self._write(table, step, f"{act.at} ms: {who} {_json(act.command)}")

    def _write(self, table: Table, step: Step, title: str) -> None:
        self.lines += ["", title]
        self.lines += [f"  {_json(event)}" for event in step.events]
        self.lines += [f"  entry: {one.giver} to {one.taker}, {one.amount} for {one.why}" for one in step.transfers]
        viewers: tuple[Viewer, ...] = (None, *range(len(table.seats)))
        for audience in dict.fromkeys(table.game.audience(viewer) for viewer in viewers):
            seen = seen_events(table.game, step.events, audience)
            self.lines += [f"  {audience} is told {_json(event)}" for event in seen if event not in step.events]
            self._changes(audience, table.game.shared(audience))
        for seat in range(len(table.seats)):
            self._changes(f"seat {seat}", table.game.own(seat))
        for seat, bot in table.bots.items():
            plan = "nothing" if bot.plan is None else f"{_json(bot.plan.command)} at {bot.plan.at} ms"
            if self._plans.get(seat, "nothing") != plan:
                self.lines.append(f"  seat {seat} plans {plan}")
            self._plans[seat] = plan
        self._ending(table)

    def _changes(self, who: str, view: Any) -> None:
        new = msgspec.to_builtins(view)
        changed = list(_differences(self._views.get(who, {}), new, ""))
        if changed:
            self.lines.append(f"  {who} sees {', '.join(changed)}")
        self._views[who] = new

    def _ending(self, table: Table) -> None:
        outcome = table.game.outcome
        if outcome is not None:
            ratings = {seat: table.seats[seat].rating for seat in table.humans}
            new = table.kind.rate(outcome, table.seats, ratings)
            self.lines += ["", f"outcome {_json(outcome)}"]
            self.lines += [f"new rating of seat {seat}: {rating:.6f}" for seat, rating in new.items()]


def recorded(table: Table) -> Writer:
    """A writer that watches the table from now on."""
    writer = Writer(table)
    table.watchers.append(writer)
    return writer


def text_of(writer: Writer) -> str:
    """What was written, as a file holds it."""
    return "\n".join(writer.lines) + "\n"


def played_again(text: str) -> str:
    """The text that today's rules make of a playthrough's own script."""
    table = table_of(text)
    writer = recorded(table)
    for line in text.splitlines():
        step = STEP.fullmatch(line)
        if step is None:
            continue
        if step["time"]:
            table.advance(int(step["at"]), most=1)
        else:
            table.advance(int(step["at"]))
            command = msgspec.json.decode(step["command"], type=COMMANDS[table.kind.name])
            table.act(int(step["seat"]) if step["seat"] else None, command)
    return text_of(writer)


def table_of(text: str) -> Table:
    """The table at Start that a playthrough's head describes."""
    kind = KINDS[_head(text, r"kind (\w+), .*")[0]]
    settings = msgspec.json.decode(_head(text, "settings (.*)")[0], type=kind.settings)
    seats = tuple(msgspec.json.decode(seat, type=SeatInfo) for seat in _head(text, r"seat \d+: (.*)"))
    return Table(kind, settings, seats, bytes.fromhex(_head(text, "key (.*)")[0]), bots_act=False)


def _head(text: str, pattern: str) -> list[str]:
    return re.findall(f"^{pattern}$", text.partition("\n\n")[0], re.MULTILINE)


def _differences(old: Any, new: Any, path: str) -> Iterator[str]:
    """What is new in a view, each difference with its path: whole values, but of a part that changed its changes."""
    if isinstance(new, dict) and isinstance(old, dict) and (path == "" or old.keys() == new.keys()):
        for name, value in new.items():
            yield from _differences(old.get(name, ...), value, f"{path}.{name}" if path else name)
    elif isinstance(new, list | tuple) and isinstance(old, list | tuple) and len(old) == len(new):
        for at, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _differences(before, after, f"{path}[{at}]")
    elif old != new or type(old) is not type(new):
        yield f"{path} {_json(new)}"


def _json(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value), separators=(", ", ": "))
