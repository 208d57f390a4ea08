"""The description of the wire names every message with its fields, and no others."""

import re
import typing
from pathlib import Path

import msgspec
import pytest

from engines.five_of_a_kind import model
from protocol import messages

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `?([\w.]+)`? \| (.*?) \|", TEXT, re.MULTILINE))
TAGGED = [
    *typing.get_args(messages.ClientMessage),
    *typing.get_args(messages.ServerMessage),
    *typing.get_args(model.Command),
    *typing.get_args(model.Event),
]
PARTS = [
    *(messages.Line, messages.Member, messages.RatingChange),
    *(model.Settings, model.Shared, model.Own, model.Legal, model.PlayerRow, model.Pending, model.Result, model.Final),
    *(model.ReactionRow, model.RangeShare, model.ClaimRecord, model.BotNumbers, model.Testing),
]


def name(kind: type[msgspec.Struct]) -> str:
    tag = str(kind.__struct_config__.tag or "")
    return tag if kind in TAGGED or tag in ROWS else kind.__name__


@pytest.mark.parametrize("kind", TAGGED + PARTS, ids=lambda kind: kind.__name__)
def test_the_fields_are_described(kind: type[msgspec.Struct]) -> None:
    described = re.findall(r"`(\w+)`", ROWS[name(kind)])
    assert described == [field.name for field in msgspec.structs.fields(kind)]


def test_nothing_else_is_described() -> None:
    assert set(ROWS) - {"type"} == {name(kind) for kind in TAGGED + PARTS}
