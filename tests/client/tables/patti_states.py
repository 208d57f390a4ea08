"""The states of a table of Patti, by name."""

from dataclasses import replace
from typing import Any

from client.scene import Scene
from engines.patti.model import AllIn, Answered, Ask, Bet, Legal
from tests.client.tables.patti_scenes import (
    BLIND,
    LAST_TWO,
    MY_TURN,
    NOW,
    OPEN,
    SEEN,
    hand,
    over,
    result,
    scene,
    settings,
)

RICH: dict[int, dict[str, Any]] = {
    seat: {"coins": 9_876_543 - seat, "paid": 123_450, "net": 1_234_567 - 400_000 * seat, "due": False, "did": "bet"}
    for seat in range(8)
}
EIGHT: dict[int, dict[str, Any]] = {
    **RICH,
    0: {**RICH[0], "seen": True},
    1: {**RICH[1], "did": "blind", "blinds": 3},
    2: {**RICH[2], "seen": True},
    3: {**RICH[3], "did": "side show", "seen": True},
    4: {**RICH[4], "inside": False, "gone": "timeout", "seen": True},
    5: {**RICH[5], "away": NOW - 12_000, "did": "blind", "blinds": 5},
    6: {**RICH[6], "inside": False, "gone": "side show", "seen": True},
    7: {**RICH[7], "inside": False, "gone": "removed", "seated": False, "removed": True},
}
FEW: dict[int, dict[str, Any]] = {
    0: {"seen": True, "paid": 70, "did": "bet"},
    1: {"blinds": 2, "paid": 50, "did": "blind"},
    2: {"inside": False, "gone": "drop", "paid": 20, "seen": True},
    3: {"seen": True, "paid": 70, "did": "bet", "due": False},
    4: {**SEEN, "paid": 70},
}
TWO = {0: {"seen": True, "paid": 150, "did": "bet"}, 1: {"seen": True, "paid": 180, "did": "bet", "due": False}}
QUESTION = {"turn": 4, "ask": Ask(4, 0), "began": NOW - 3_000, "deadline": NOW + 12_000}
SHORT = {"coins": 20, "seen": True, "paid": 70, "did": "bet"}
ALL_IN = Legal(turn=41, all_in=20, drop=True, full=30)

STATES: dict[str, Scene] = {
    "first round coming": scene(
        rows={seat: {"playing": False, "inside": False, "paid": 0} for seat in range(5)},
        view={"turn": None, "round": 0, "lap": 0, "bet": 10, "dealer": None, "next_deal": NOW + 3_000},
        legal=Legal(hold=True),
    ),
    "blind on turn": scene(rows={1: SEEN, 4: SEEN}, view=MY_TURN, legal=BLIND),
    "must see": scene(rows={0: {"blinds": 5}}, view=MY_TURN, legal=Legal(turn=41, see=True, drop=True, full=30)),
    "on turn": scene(rows=FEW, view=MY_TURN, legal=OPEN, mine=hand(0)),
    "bet sent": scene(rows=FEW, view=MY_TURN, legal=OPEN, mine=hand(0), pending=(Bet(41),)),
    "another on turn": scene(rows=FEW, mine=hand(0), bots=2),
    "eight": scene(
        players=8,
        rows=EIGHT,
        view={"bet": 10_650, "raised": 15_980, "lap": 17, "turn": 2, "pot": 987_600},
        mine=hand(0),
    ),
    "eight on turn": scene(
        players=8,
        rows={**EIGHT, 1: {**EIGHT[1], "seen": True}},
        view={"bet": 10_650, "raised": 15_980, "lap": 17, "turn": 0, "pot": 987_600},
        legal=Legal(turn=9, bet=10_650, drop=True, full=10_650, side_show=5),
        mine=hand(0),
    ),
    "two on turn": scene(players=2, rows=TWO, view=MY_TURN, legal=LAST_TWO, mine=hand(0)),
    "asked for a side show": scene(
        rows={**FEW, 4: {**FEW[4], "did": "side show"}}, view=QUESTION, legal=Legal(turn=42, answer=True), mine=hand(0)
    ),
    "asking for a side show": scene(
        rows={**FEW, 0: {**FEW[0], "did": "side show"}},
        view={**QUESTION, "turn": 0, "ask": Ask(0, 4)},
        mine=hand(0),
    ),
    "a side show of others": scene(
        rows={**FEW, 4: {**FEW[4], "did": "side show"}}, view={**QUESTION, "ask": Ask(4, 3)}, mine=hand(0)
    ),
    "a side show declined": scene(
        rows={**FEW, 4: {**FEW[4], "did": "side show"}},
        view={"turn": 1, "compared": Answered(4, 3, "declined")},
        mine=hand(0),
        legal=Legal(),
    ),
    "after a side show": scene(
        rows={**FEW, 1: {"seen": True, "inside": False, "did": "side show", "gone": "side show", "paid": 80}},
        view={"turn": 3},
        mine=hand(0),
        others=(hand(1),),
    ),
    "clock stopped": scene(
        rows={**FEW, 0: SHORT},
        view={**MY_TURN, "stopped": True, "deadline": NOW + 581_000},
        legal=ALL_IN,
        mine=hand(0),
    ),
    "all in sent": scene(
        rows={**FEW, 0: SHORT},
        view={**MY_TURN, "stopped": True, "deadline": NOW + 581_000},
        legal=ALL_IN,
        mine=hand(0),
        pending=(AllIn(41),),
    ),
    "show": scene(players=2, rows=TWO, view=result(), legal=Legal(hold=True), mine=hand(0)),
    "all in": scene(
        rows={**FEW, 1: {**FEW[1], "coins": 0, "did": "all in"}},
        view=result("all in", winners=(3, 4), seats=(0, 1, 3, 4), pot=331),
        mine=hand(0),
    ),
    "last one in": scene(
        rows={seat: {**FEW[seat], "inside": seat == 3, "gone": None if seat == 3 else "drop"} for seat in range(5)},
        view=result("last", winners=(3,), seats=(), pot=330),
        mine=hand(0),
    ),
    "held": scene(
        players=2, rows=TWO, view={**result(), "held": True, "next_deal": NOW + 500_000}, legal=Legal(hold=False)
    ),
    "dropped": scene(rows={**FEW, 0: {**FEW[0], "inside": False, "gone": "drop"}}, mine=hand(0), legal=Legal()),
    "sitting out": scene(
        rows={0: {"playing": False, "inside": False, "coins": 7, "waits": 12, "paid": 0}}, legal=Legal()
    ),
    "removed": scene(
        rows={0: {"inside": False, "gone": "removed", "seated": False, "removed": True, "coins": 9_890}}, legal=Legal()
    ),
    "gone and back": scene(
        rows={
            0: {"inside": False, "gone": "left"},
            1: {"inside": False, "gone": "drop", "seated": False, "removed": True},
            2: {"inside": False, "gone": "left", "seated": False},
            3: {"inside": False, "gone": "drop", "away": NOW - 20_000},
            4: {"due": False, "did": "bet"},
        },
        view={"turn": 4},
        legal=Legal(),
    ),
    "waiting for a player": scene(
        players=2,
        rows={0: TWO[0], 1: {**TWO[1], "seated": False, "inside": False, "gone": "left"}},
        view={**result("last", seats=()), "next_deal": None},
        legal=Legal(),
    ),
    "watching": scene(rows=FEW, watching=True),
    "the end": over(),
    "the end of eight": over(8),
}
STATES["stacked"] = scene(rules=settings(cards=20, boot=100, factor=20), rows=FEW, view={"stacked": True}, mine=hand(0))
STATES["refused"] = replace(STATES["another on turn"], notice="It is Bo's turn.")
