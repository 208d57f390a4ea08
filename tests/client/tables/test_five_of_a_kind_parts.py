"""The table's parts by themselves: layout, words, arrow, bar, scoreboard and the final report."""

from dataclasses import replace
from time import tzset

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as altered

from client.art.cards import drawn, measure
from client.art.palette import FULL, MONO, SIXTEEN, Look
from client.art.signs import signs
from client.tables.five_of_a_kind.board import arrow, board_face, lit
from client.tables.five_of_a_kind.choice import choice_size
from client.tables.five_of_a_kind.claim import claim_face
from client.tables.five_of_a_kind.clock import Clock, clock_face
from client.tables.five_of_a_kind.final import final_face, report
from client.tables.five_of_a_kind.hint import Hint
from client.tables.five_of_a_kind.interval import BOXES, Box, BoxFace, box_faces
from client.tables.five_of_a_kind.layout import BESIDE_NAME, layout
from client.tables.five_of_a_kind.press import Press
from client.tables.five_of_a_kind.scoreboard import Scoreboard, ScoreFace, Standing, lockout_badge, score_face, standing
from client.tables.five_of_a_kind.verdict import Verdict, verdict_face
from client.tables.five_of_a_kind.words import hint_words, left, said
from client.tables.phrases import count, span
from client.widgets.bar import bar, steps
from client.widgets.holds import Holds
from engines.five_of_a_kind.model import (
    Claim,
    ClaimOutcome,
    IntervalChanged,
    Legal,
    Pending,
    PlayerRow,
    RangeShare,
    ReactionRow,
    Trait,
)
from protocol.messages import RatingChange
from tests.client.tables.scenes import NOW, ended, own, result, rows, scene, settings, shared


@given(st.integers(1, 240), st.integers(1, 80), st.sampled_from([3, 4, 5]), st.booleans(), st.integers(0, 18))
def test_a_layout_fits_its_size(width: int, height: int, slots: int, review: bool, names: int) -> None:
    place = layout(width, height, slots, review=review, names=names)
    assert place.card_cols >= 3
    assert place.card_rows >= 3
    if width >= 60 and height >= 17:
        assert place.margin + place.play_cols <= width
        rows = place.bar_rows + place.chips + place.laid + place.play_rows + place.low_rows
        assert rows + place.above + place.below == height
        assert place.card_cols >= 9
        assert place.card_rows >= 11
        assert place.score_cols >= 14


@given(st.integers(60, 240), st.integers(17, 80), st.sampled_from([3, 6, 9]), st.sampled_from([3, 4, 5]))
def test_the_answers_fit_and_have_pictures_and_leave_the_slots_in_sight(
    width: int, height: int, answers: int, slots: int
) -> None:
    place = layout(width, height, slots)
    cols, lines = choice_size(answers, (place.board_cols, place.card_rows), (width, height))
    assert place.board_cols <= cols <= width
    assert answers + 2 <= lines < place.play_rows
    assert place.card_rows - lines >= place.card_rows // 3 or lines == answers + 2


def test_the_smallest_screen_has_the_cards_of_the_design() -> None:
    for slots, size in ((4, (16, 13)), (5, (13, 13))):
        place = layout(80, 21, slots)
        assert (place.card_cols, place.card_rows) == size
        assert (place.arrow, place.top_rows, place.low_rows) == (2, 3, 3)
        assert place.score_cols + place.board_cols == 80
    # Fewer cards are wider, and their symbols too.
    three = layout(80, 21, 3)
    assert (three.card_cols, three.card_rows) == (21, 13)
    assert measure(three.card_cols - 2, three.card_rows - 3)[:2] == (15, 3)


def test_a_review_takes_no_row_of_the_cards_at_the_smallest_full_screen() -> None:
    for slots in (4, 5):
        place, bare = layout(80, 21, slots, review=True), layout(80, 21, slots)
        assert (place.card_cols, place.card_rows) == (bare.card_cols, bare.card_rows)
        assert (place.chips, place.laid, place.arrow, place.low_rows) == (1, 1, 1, 3)
        assert place.bar_rows + place.chips + place.laid + place.play_rows + place.low_rows == 21


@pytest.mark.parametrize("slots", [3, 4, 5])
def test_names_have_the_columns_that_the_cards_can_spare(slots: int) -> None:
    # No player's name is longer than 16 cells. A panel of 33 columns stands beside a wide table.
    bare = layout(87, 37, slots, review=True)
    for width, names in ((87, 16), (167, 16), (80, 14)):
        place = layout(width, 37 if width > 80 else 21, slots, review=True, names=names)
        assert place.score_cols - BESIDE_NAME >= names
        assert place.margin + place.play_cols <= width
    full = layout(87, 37, slots, review=True, names=16)
    assert drawn(full.card_cols, full.card_rows)[1] == drawn(bare.card_cols, bare.card_rows)[1]
    # Vote boxes begin where the cards do, also beside the hint panel, which begins where the names do.
    assert full.hint_cols + 1 == full.score_cols
    # A table under the panel is as high as the panel, and hardly a row of it is empty.
    assert full.above + full.below <= 7


@pytest.mark.parametrize("slots", [3, 4, 5])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_the_arrow_leads_from_the_middle_to_the_slot(slots: int, rows: int) -> None:
    for pointer in range(slots):
        lines = arrow(pointer, slots, 13, rows, Look())
        assert len(lines) == rows
        heads = [line.index("▲") for line in lines if "▲" in line]
        assert heads == [pointer * 13 + 6]
        origins = [line.index("●") for line in lines if "●" in line]
        middle = (slots * 13 - 1) // 2
        assert origins == [middle] or (rows == 1 and heads == [middle])
        for line in arrow(pointer, slots, 13, rows, Look(glyphs="ascii")):
            assert line.isascii()


def test_the_newest_card_is_the_one_before_the_pointer() -> None:
    assert board_face(shared(settings(), pointer=0), 16, 13).newest == 3
    assert board_face(shared(settings(), pointer=0, slots=("",) * 4), 16, 13).newest is None


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (0, "0:00"),
        (42_999, "0:42"),
        (600_000, "10:00"),
        (3_600_000, "1:00:00"),
        (259_170_000, "71:59:30"),
        (-5, "0:00"),
    ],
)
def test_times_read_like_a_clock_in_every_zone(time: int, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for zone in ("Asia/Kolkata", "Pacific/Chatham", "UTC"):
        monkeypatch.setenv("TZ", zone)
        tzset()
        assert span(time) == text
    monkeypatch.undo()
    tzset()


def test_elapsed_and_left_add_up() -> None:
    for now in (0, 1, 999, 1000, 42_500, 179_999, 180_000):
        rest = left(settings(), shared(settings()), now)
        minutes, seconds = rest.removesuffix(" left").split(":")
        elapsed_minutes, elapsed_seconds = span(now).split(":")
        whole = 60 * (int(minutes) + int(elapsed_minutes)) + int(seconds) + int(elapsed_seconds)
        assert whole == 180


def test_what_is_left_of_rounds_and_points() -> None:
    rules = settings(end="rounds", rounds=30)
    assert left(rules, shared(rules, round=0), 0) == "30 rounds left"
    assert left(rules, shared(rules, round=30, open=True), 0) == "1 round left"
    assert left(rules, shared(rules, round=29, open=False), 0) == "1 round left"
    waiting = shared(rules, round=29, open=False, claim=Pending(0, 0, 3000))
    assert left(rules, waiting, 0) == "2 rounds left"
    assert left(settings(end="points", points=20), shared(settings(end="points")), 0) == "first to 20"


def test_votes_and_rounds_are_counted_in_words() -> None:
    assert [count(number, "vote") for number in (0, 1, 2)] == ["0 vote", "1 vote", "2 votes"]
    assert [count(number, "round") for number in (0, 1, 2)] == ["0 rounds", "1 round", "2 rounds"]


def test_non_matching_answers_say_not() -> None:
    assert said("red", settings()) == "red"
    assert said("red", settings(counting="non_matching")) == "not red"


def test_the_hint_stands_empty_without_an_answer() -> None:
    rules = settings(hint="availability")
    assert hint_words(rules, shared(rules, hint=False)) == ""
    assert hint_words(rules, shared(rules, hint=True)) == "There's a trait!"
    none = settings(color=False, shape=False, shading=False, counting="anything", hint="availability")
    assert hint_words(none, shared(none, hint=True)) == "It is!"


def test_the_hint_panel_stays_in_one_line_too_and_parts_from_what_is_beside_it() -> None:
    for width, empty, full in (
        (19, "[Hint            ] ", "[There's a trait!] "),
        (25, "[Hint                  ] ", "[Hint There's a trait! ] "),
    ):
        for words, line in (("", empty), ("There's a trait!", full)):
            assert [strip.adjust_cell_length(width).text for strip in Hint(Look(), words).paint(width, 1)] == [line]
    assert layout(60, 17, 5).hint_cols == 19


@pytest.mark.parametrize(
    ("outcome", "trait", "seat", "words"),
    [
        ("correct", "red", 1, "Bo:     red correct (+1)"),
        ("correct", "squiggle", 0, "You: ~~~ squiggle correct (+1)"),
        ("incorrect", "open", 1, "Bo: [ ] open incorrect"),
        ("correct", None, 1, "Bo: correct (+1)"),
        ("timeout", None, 1, "Bo: no answer in time"),
        ("resignation", None, 1, "Bo: resigned, claim cancelled"),
        ("game deadline", None, 1, "Bo: the game ended first"),
    ],
)
def test_verdicts(outcome: ClaimOutcome, trait: Trait | None, seat: int, words: str) -> None:
    settled = altered(result(outcome, None, seat), trait=trait)
    told = Verdict(Look(), verdict_face(scene(view={"result": settled}), NOW))
    for width in (42, 120):
        lines = [strip.text for strip in told.paint(width, 3)]
        assert {len(line) for line in lines} == {width}
        assert [line.strip() for line in lines[:2]] == [words, "after 812 ms, round 12"]


def test_a_non_matching_verdict_says_not_in_its_chip_and_a_long_name_gives_way() -> None:
    settled = result("correct", "squiggle", 2)
    face = verdict_face(scene(settings(counting="non_matching"), players=3, view={"result": settled}), NOW)
    told = Verdict(Look(), face)
    assert [strip.text.rstrip() for strip in told.paint(42, 3)] == [
        " Christopher Robin: not ~~~ squiggle",
        " correct (+1)",
        " after 812 ms, round 12",
    ], "a name is whole as long as there is a row for the rest"
    assert told.paint(50, 3)[0].text.rstrip() == " Christopher Robin: not ~~~ squiggle correct (+1)"
    assert [strip.text.rstrip() for strip in told.paint(42, 2)][1] == " correct (+1)", "and rather than when it was"
    relieved = replace(face, lines=(*face.lines[:2], "1 round taken off every lockout"))
    assert [strip.text.rstrip() for strip in Verdict(Look(), relieved).paint(42, 2)] == [
        " Christop…: not ~~~ squiggle correct (+1)",
        " 1 round taken off every lockout",
    ], "but for news it gives way, no more than it has to"
    narrow = " ".join(strip.text for strip in Verdict(Look(), replace(face, fold="Hide")).paint(26, 2))
    assert " not ~~~ squiggle" in narrow, "the chip stays whole"


@pytest.mark.parametrize("width", [22, 23, 26])
def test_a_timeout_is_told_whole_beside_any_name_and_what_is_cut_says_so(width: int) -> None:
    settled = scene(players=3, view={"result": result("timeout", None, 2)})
    told = Verdict(Look(), replace(verdict_face(settled, NOW), fold="Hide"))
    for height in (2, 3):
        lines = [strip.text.rstrip() for strip in told.paint(width, height)]
        assert lines[0] == " Christopher Robin:"
        assert lines[1] == f"{' no answer':{width - 8}} h Hide"
    news = replace(told.content, who="", lines=("You claimed.", "Cards come faster than a player reads: 900 ms"))
    told.show(news)
    assert told.paint(width, 3)[-1].text.rstrip().endswith("…")


def test_what_is_too_long_for_a_narrow_table_goes_as_a_whole_word_or_clause() -> None:
    rules = settings(color=False, shape=False, shading=False, counting="anything", end="rounds", rounds=100)
    settled = scene(rules, view={"round": 6, "result": result("incorrect", None, 1, rules=rules)})
    told = Verdict(Look(), replace(verdict_face(settled, NOW), fold="Hide"))
    assert [strip.text.rstrip() for strip in told.paint(26, 2)] == [" Bo: incorrect", " after 812 ms      h Hide"]
    assert told.paint(42, 2)[1].text.rstrip() == " after 812 ms, round 12            h Hide"
    clock = Clock(Look(), clock_face(settled, NOW))
    assert [strip.text.strip() for strip in clock.paint(14, 3)] == ["0:42 elapsed", "95 rounds", "round 6"]
    assert clock.paint(16, 3)[1].text == " 95 rounds left "


def test_a_change_of_the_interval_is_told() -> None:
    now = replace(scene(view={"result": result()}), fresh=(IntervalChanged(1000, 900),))
    assert verdict_face(now, NOW).lines[2] == "Cards come faster: 900 ms"


def test_the_claim_control_says_why_it_is_closed() -> None:
    none = {"legal": Legal()}
    out = (PlayerRow(0, 0, 1, False, None),)
    gone = (PlayerRow(0, 0, 0, True, None),)
    faces = {
        "round is closed": scene(view={"open": False}, mine=none),
        "no card yet": scene(view={"open": False, "round": 0}, mine=none),
        "locked out: 1": scene(view={"players": out}, mine=none),
        "resigned": scene(view={"players": gone}, mine=none),
        "watching": scene(watching=True),
        "Bo chooses": scene(view={"open": False, "claim": Pending(1, NOW, NOW + 9)}, mine=none),
        "game over": ended(),
    }
    for words, now in faces.items():
        face = claim_face(now, pressed=True)
        assert (face.state, face.words) == ("closed", words) or face.state == "sent"
        assert claim_face(now, pressed=False) == type(face)("closed", words)
    mine = scene(view={"open": False, "claim": Pending(0, NOW, NOW + 9)}, mine=none)
    assert claim_face(mine, pressed=True).state == "gone"


def test_boxes_follow_votes_and_rights() -> None:
    faces = box_faces(scene(mine={"vote": "slower", "legal": Legal(votes=("none", "faster"))}), None)
    assert {choice: (face.chosen, face.open) for choice, face in faces.items()} == {
        "none": (False, True),
        "slower": (True, False),
        "faster": (False, True),
    }
    echo = box_faces(scene(), "faster")
    assert [choice for choice, face in echo.items() if face.chosen] == ["faster"]
    assert not echo["faster"].open


def test_a_box_of_one_line_is_never_cut() -> None:
    box = Box(Look(), "slower")
    for votes, width, text in ((0, 16, "- Slow 0 votes"), (0, 14, "-Slow 0 votes"), (3, 19, "- Slower 3 votes")):
        box.show(BoxFace(f"Slower {votes} votes", "-", open=True))
        assert box.paint(width, 1)[0].text.strip() == text


@given(st.floats(0, 1), st.integers(0, 60))
def test_a_bar_keeps_its_width(share: float, cells: int) -> None:
    assert sum(part.cell_length for part in bar(share, cells, "", Look())) == cells


def test_a_bar_is_full_at_first_and_empty_at_the_end() -> None:
    assert bar(1, 10, "", Look())[0].text == "█" * 10
    assert bar(0, 10, "", Look())[0].text == ""
    assert steps(1000, 1000, 4000, 20) == 1.0
    assert steps(4000, 1000, 4000, 20) == 0.0
    assert steps(9000, 1000, 4000, 20) == 0.0
    assert 0 < steps(3999, 1000, 4000, 20) < 0.1


NAMES = ("李雷", "ＡＢ", "👩‍👩‍👧‍👦", "🇬🇧", "Zoë", "ﷺ", "a" + "\u0301" * 30, "Ann", "[/]", "李雷李雷李雷李雷李雷")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [14, 16, 26])
def test_columns_line_up_whatever_the_names(name: str, width: int) -> None:
    from protocol.text import painted

    states = (
        Standing(painted(name), 7),
        Standing(painted(name), 120, lockout=5, me=True),
        Standing(painted(name), 0, resigned=True),
        Standing(painted(name), 3, away="0:42", lockout=2),
        Standing(painted(name), 3, claims=True),
    )
    for look in (Look(FULL), Look(MONO, "ascii")):
        for row in states:
            for brief in (False, True):
                strip = standing(row, width, look, brief=brief)
                assert strip.cell_length == width
                assert strip.text.rstrip().endswith(str(row.points))
                assert strip.text.endswith(" ") or width == 14 or row.points > 99


def test_a_lockout_has_a_cross_and_its_number() -> None:
    texts = [
        "".join(part.text for part in lockout_badge(3, look)) for look in (Look(FULL), Look(MONO), Look(MONO, "ascii"))
    ]
    assert texts == ["◖×◗3", "(×)3", "(x)3"]
    cross = lockout_badge(3, Look(FULL))[1].style
    assert cross is not None
    assert cross.color is not None
    assert cross.bgcolor is not None
    assert (cross.color.name, cross.bgcolor.name) == ("#ffffff", FULL.alarm)


def test_the_scoreboard_keeps_the_servers_order() -> None:
    players = (PlayerRow(2, 5, 0, False, None, True), PlayerRow(1, 5, 0, False, 9), PlayerRow(0, 1, 3, False, None))
    face = score_face(scene(view={"players": players}), NOW)
    assert [row.name for row in face.rows] == ["Bot (Adaptive)", "Bo", "Ann"]
    assert [row.me for row in face.rows] == [False, False, True]
    assert [row.away for row in face.rows] == ["", "0:42", ""]
    board = Scoreboard(Look(), face)
    lines = [strip.text.rstrip() for strip in board.paint(16, 9)]
    assert lines[1:] == [" Bot (Adapt…  5", "   …ive)", " Bo           5", "   away 0:42", "►Ann          1", "   ◖×◗3"]
    lines = [strip.text.rstrip() for strip in board.paint(16, 6)]
    assert lines[1:] == [" Bot (Adapt…  5", "   …ive)", " Bo           5", "   away 0:42", "►Ann    ◖×◗3  1"]
    lines = [strip.text.rstrip() for strip in board.paint(16, 5)]
    assert lines[1:] == [" Bot (Adapt…  5", " Bo           5", "   away 0:42", "►Ann    ◖×◗3  1"]
    assert " Bo     0:42  5" in [strip.text.rstrip() for strip in board.paint(16, 4)]


def test_second_lines_go_to_those_who_need_one_and_none_comes_with_a_claim() -> None:
    held = Standing("Christopher Robi", 9, lockout=2)
    board = Scoreboard(Look(), ScoreFace((held, replace(held, lockout=0), Standing("Zoë", 8, lockout=2))))
    lines = [" Christopher Robi  9", "   ◖×◗2", " Christopher Robi  9", " Zoë         ◖×◗2  8"]
    assert [strip.text.rstrip() for strip in board.paint(21, 5)][1:] == lines
    board.show(ScoreFace((held, replace(held, lockout=0, claims=True), board.content.rows[2])))
    assert [len(strip.text) for strip in board.paint(21, 5)] == [21] * 5


@pytest.mark.parametrize("slots", [3, 4, 5])
@pytest.mark.parametrize("width", [60, 80])
def test_a_name_of_sixteen_cells_is_whole_at_the_smallest_sizes(slots: int, width: int) -> None:
    place = layout(width, 17 if width == 60 else 21, slots, review=True, names=16)
    if (width, slots) != (60, 5):
        assert place.score_cols >= 16 + BESIDE_NAME
        return
    # There the cards are as narrow as can be, and the name goes on in its second line.
    board = Scoreboard(Look(), ScoreFace((Standing("christopher_long", 9, lockout=1),)))
    lines = [strip.text.rstrip() for strip in board.paint(place.score_cols, 3)]
    assert lines[1:] == [" christoph…  9", "  …er_long ◖×◗1"]


@pytest.mark.parametrize("name", ["Christopher Robi", "李雷李雷李雷李雷", "Bot (Adaptive)"])
def test_nothing_is_taken_from_a_name_by_what_holds_its_player_back(name: str) -> None:
    states = ({"claims": True}, {"lockout": 5}, {"resigned": True}, {"away": "0:42", "lockout": 5})
    face = ScoreFace(tuple(Standing(name, 100, **state) for state in states))
    for look in (Look(FULL), Look(MONO, "ascii")):
        lines = [strip.text for strip in Scoreboard(look, face).paint(face.longest + BESIDE_NAME, 9)]
        assert [line.split(" 100")[0].strip() for line in lines[1::2]] == [name] * 4
        assert [line.split()[-1] for line in lines[2::2]] == [
            "claims",
            "◖×◗5" if not look.ascii else "(x)5",
            "Resigned",
            "0:42",
        ]


@pytest.mark.parametrize("width", [14, 15, 21])
def test_what_holds_a_player_back_is_whole_beside_the_rest_of_any_name(width: int) -> None:
    states = ({"claims": True}, {"lockout": 5}, {"resigned": True}, {"away": "0:42"}, {"away": "0:42", "lockout": 5})
    words = ("claims", "◖×◗5", "Resigned", "away 0:42", "◖×◗5 away 0:42")
    for name in ("Wolfgang-Amadeu5", "Wolfgang-Amadeus-Theophilus", "李雷李雷李雷李雷"):
        face = ScoreFace(tuple(Standing(name, 100, **state) for state in states))
        lines = [strip.text for strip in Scoreboard(Look(), face).paint(width, 11)]
        assert all(line.rstrip().endswith(word) for line, word in zip(lines[2::2], words, strict=True)), lines


def test_the_final_scoreboard_rounds_and_colours() -> None:
    face = final_face(ended(4))
    assert face is not None
    lines = report(face, 100, 40, Look())
    tones = {}
    for line in lines:
        for part in line:
            if part.text.strip() in {"+13.2", "0.0", "-5.5"} and part.style and part.style.color:
                tones[part.text.strip()] = part.style.color.name
    assert tones == {"+13.2": FULL.good, "0.0": FULL.text, "-5.5": FULL.bad}
    text = "\n".join(line.text for line in lines)
    assert "-0.0" not in text
    assert "1501.0" in text


def test_an_abandoned_game_is_called_so() -> None:
    face = final_face(ended(2))
    assert face is not None
    for how, headline in (("abandoned", "Game abandoned: "), ("rounds", "Game complete: ")):
        ended_so = replace(face, final=altered(face.final, how=how))
        assert any(line.text.strip().startswith(headline) for line in report(ended_so, 80, 30, Look()))
    long = altered(face.final, how="abandoned", dealt=1508, opportunities=1295, missed=1287)
    line = next(line.text for line in report(replace(face, final=long), 60, 17, Look()) if "Game" in line.text)
    assert line.strip() == "Game abandoned: 1508 dealt, 1295 opportunities, 1287 missed"


@given(st.floats(1, 3000, allow_nan=False), st.floats(-40, 40, allow_nan=False))
def test_no_rating_is_ever_minus_zero(before: float, change: float) -> None:
    face = final_face(ended(1))
    assert face is not None
    rated = replace(face, ratings=(RatingChange(0, before, max(1.0, before + change)),))
    assert "-0.0" not in "\n".join(line.text for line in report(rated, 80, 30, Look()))


def test_who_is_not_rated_has_dashes() -> None:
    face = final_face(ended(1, rated=False))
    assert face is not None
    lines = (line.text.strip("│ ") for line in report(face, 80, 40, Look()))
    scores = [line for line in lines if line.startswith(("►Ann", "Bot"))]
    assert [line.count("–") for line in scores[:2]] == [2, 2]


@pytest.mark.parametrize("look", [Look(), Look(SIXTEEN, "ascii")], ids=["blocks", "ascii"])
def test_every_number_of_the_end_stands_apart_at_every_width(look: Look) -> None:
    face = final_face(ended(1))
    assert face is not None
    whole, none = RangeShare(100, 100, 100), RangeShare(0, 0, 0)
    reactions = (ReactionRow(0, 999, (whole,) * 4), ReactionRow(1, 0, (none,) * 4))
    worst = replace(face, final=altered(face.final, reactions=reactions))
    for width in range(60, 201):
        lines = report(worst, width, 40, look)
        assert {line.cell_length for line in lines} == {width}
        words = [line.text.strip("│| ").split() for line in lines]
        assert ["►Ann" if look == Look() else ">Ann", "999", *["100"] * 12] in words
        assert ["Player", *(["all", signs(look).right, signs(look).wrong] * 4)] in words
        assert ["Claims", "<0.5", "s", "0.5-1", "s", "1-2", "s", "2+", "s"] in words
        assert any(len(row) > 4 and row[-5:] == ["0", *[signs(look).dash] * 4] for row in words)


@pytest.mark.parametrize("size", [(87, 37), (118, 37), (80, 21), (60, 17)], ids=str)
def test_the_end_stands_in_the_middle(size: tuple[int, int]) -> None:
    face = final_face(ended(2))
    assert face is not None
    lines = [line.text for line in report(face, *size, Look())]
    full = [number for number, line in enumerate(lines) if line.strip()]
    assert abs(full[0] - (size[1] - 1 - full[-1])) <= 1
    complete = next(line for line in lines if "Game complete" in line)
    assert abs(len(complete) - len(complete.lstrip()) - (len(complete) - len(complete.rstrip()))) <= 2
    assert sum(line.strip().startswith("┌─ ") for line in lines) == (2 if size[0] >= 80 else 0)


def test_a_press_ends_with_its_effect() -> None:
    before = scene()
    press = Press(Claim(76), at=0, revision=77)
    assert not press.over(replace(before, pending=(Claim(76),)), 10)
    assert not press.over(before, 20)
    assert press.over(replace(before, notice="Too late."), 30)
    assert press.over(scene(view={"revision": 78}), 30)
    assert not press.over(replace(scene(view={"revision": 78}), pending=(Claim(76),)), 30)
    assert press.over(before, 3001)


def test_a_key_counts_again_after_a_rest() -> None:
    holds = Holds()
    counted = []
    for time in (0, 30, 60, 359, 659, 660):
        holds.report("space", time)
        counted.append(holds.fresh)
    assert counted == [True, False, False, False, True, False]
    holds.report("c", 661)
    assert holds.fresh


def test_scenes_are_what_the_wire_can_carry() -> None:
    """The scenes of these tests pass through the types of the wire unchanged."""
    import msgspec

    for one in (shared(settings()), own(), *rows(8)):
        plain = msgspec.to_builtins(one)
        assert msgspec.convert(plain, type(one)) == one


def test_a_selected_answer_lights_the_cards_that_it_counts_and_never_an_empty_one() -> None:
    slots = ("2 red oval solid", "-", "3 red diamond open", "1 blue oval solid", "")
    assert lit(slots, settings(), None) is None
    assert lit(slots, settings(), "red") == frozenset({0, 2})
    assert lit(slots, settings(counting="non_matching"), "diamond") == frozenset({0, 3})
    plain = settings(color=False, shape=False, shading=False, counting="anything")
    assert lit(("1 blue oval solid", "-", "", "3 blue oval solid"), plain, "anything") == frozenset({0, 3})


def test_a_vote_in_one_line_keeps_its_key_and_its_word() -> None:
    faces = box_faces(scene(view={"slower": 2, "faster": 1}), "faster")
    for width in range(13, 24):
        for choice, word in zip(BOXES, ("1000 ms", "2 votes", "1 vote"), strict=True):
            box = Box(Look(MONO), choice)
            box.content = faces[choice]
            [line] = box.paint(width, 1)
            assert faces[choice].key in line.text
            assert word in line.text
            assert any(part.style and part.style.reverse for part in line) is (choice == "faster")
