"""The description of the wire holds every message and every part with its fields and types, and no others.

What stands in the tables is computed from the types, so a failing test shows the cell that belongs there.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias, get_args

import msgspec
import pytest
from msgspec import NODEFAULT, Struct, inspect

from protocol import codec, frames, text
from protocol import messages as m
from protocol.connection import Connection
from protocol.states import CLIENT, SERVER, State
from tests.protocol.strategies import CLIENT_KINDS, SERVER_KINDS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in TEXT.splitlines() if line.startswith("| ")]
BY_NAME = {row[0].strip("`"): row[1:] for row in ROWS if row[0] not in ("type", "---")}

# What each game puts into messages, under the name that the description gives to it.
THE_GAMES_OWN = {"settings": m.Settings, "command": m.Command, "shared": m.Shared, "own": m.Own, "event": m.Event}

Kind: TypeAlias = type[Struct]


def members(union: Any) -> tuple[Kind, ...]:
    """The Structs of a union, or the one Struct that it is as long as there is one game."""
    return get_args(union) or (union,)


def untagged(kind: Kind) -> str:
    """The name of a part without a tag: two games may both have a `Legal`, so theirs stand behind the game's name."""
    games = kind.__module__.split(".")[1:-1]
    return ".".join((*games, kind.__name__))


@cache
def parts() -> dict[Kind, str]:
    """Every Struct that can stand in a message, with its name in the description."""
    found: dict[Kind, str] = {}

    def look(kind: inspect.Type) -> None:
        match kind:
            case inspect.StructType(cls=cls, tag=tag, fields=fields) if cls not in found:
                found[cls] = str(tag or untagged(cls))
                for field in fields:
                    look(field.type)
            case inspect.UnionType(types=inner) | inspect.TupleType(item_types=inner):
                for one in inner:
                    look(one)
            case inspect.VarTupleType(item_type=item):
                look(item)

    for message in (*CLIENT_KINDS, *SERVER_KINDS):
        look(inspect.type_info(message))
    return found


def bounds(kind: inspect.IntType | inspect.StrType, least: int | None, most: int | None, name: str) -> str:
    """A number's or a text's type with its bounds."""
    between = "" if least is None and most is None else f" {least or 0}–{most}"
    pattern = f" of {kind.pattern}" if isinstance(kind, inspect.StrType) and kind.pattern else ""
    return f"{name}{between}{pattern}"


def typed(kind: inspect.Type) -> str:
    """A type as the description writes it."""
    match kind:
        case inspect.IntType(ge=least, le=most):
            return bounds(kind, least, most, "int")
        case inspect.StrType(min_length=least, max_length=most):
            return bounds(kind, least, most, "text")
        case inspect.BoolType():
            return "bool"
        case inspect.FloatType():
            return "float"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType(values=values):
            return "/".join(str(value) for value in values)
        case inspect.VarTupleType(item_type=item):
            return f"array of {typed(item)}"
        case inspect.TupleType(item_types=items):
            return "array of " + " and ".join(map(typed, items))
        case inspect.StructType(cls=cls):
            return game_part((cls,)) or parts()[cls]
        case inspect.UnionType(types=types):
            structs = tuple(one.cls for one in types if isinstance(one, inspect.StructType))
            own = game_part(structs)
            names = [own] if own else [parts()[one] for one in structs]
            return " or ".join([*names, *(typed(one) for one in types if not isinstance(one, inspect.StructType))])
        case _:
            raise AssertionError(f"the description has no word for {kind}")


def game_part(structs: tuple[Kind, ...]) -> str:
    """The name of the part that these Structs make up for all games."""
    return next((name for name, union in THE_GAMES_OWN.items() if set(members(union)) == set(structs)), "")


def described(kind: Kind) -> str:
    """The fields of a Struct as the description lists them."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    cells = []
    for field in info.fields:
        default = "" if field.default is NODEFAULT else f" = {plain(field.default)}"
        cells.append(f"`{field.name}` {typed(field.type)}{default}")
    return "; ".join(cells) or "–"


def plain(value: object) -> str:
    """A default as the description writes it."""
    return value or '""' if isinstance(value, str) else msgspec.json.encode(value).decode()


def when(kind: Kind) -> str:
    """In which states a message may be said, and which state follows where it is another one."""
    table = CLIENT if kind in CLIENT_KINDS else SERVER
    steps = [(state, table[state][kind]) for state in State if kind in table[state]]
    return ", ".join(
        state.name.lower() + (f" → {after.name.lower()}" if after is not state else "") for state, after in steps
    )


@pytest.mark.parametrize("kind", [*CLIENT_KINDS, *SERVER_KINDS], ids=lambda kind: kind.__name__)
def test_every_message_is_described_with_its_states_and_fields(kind: Kind) -> None:
    states, fields, meaning = BY_NAME[parts()[kind]]
    assert states == when(kind)
    assert fields == described(kind)
    assert meaning.endswith(".")


@pytest.mark.parametrize("kind", sorted(set(parts()) - {*CLIENT_KINDS, *SERVER_KINDS}, key=str), ids=str)
def test_every_part_of_a_message_is_described_with_its_fields(kind: Kind) -> None:
    fields, meaning = BY_NAME[parts()[kind]]
    assert fields == described(kind)
    assert meaning.endswith(".")


def test_nothing_else_is_described_and_nothing_twice() -> None:
    assert set(BY_NAME) == set(parts().values())
    assert len(ROWS) == len(BY_NAME) + len(re.findall(r"^\| type \|", TEXT, re.MULTILINE)) * 2


def test_the_numbers_are_those_of_the_code() -> None:
    for sentence in (
        f"version {m.PROTOCOL} of the protocol",
        f"at most {frames.FROM_CLIENT:,} bytes from a client",
        f"{frames.FROM_SERVER:,} from a server",
        f"{codec.FROM_CLIENT_LIMITS.entries} entries in a map or an array",
        f"{codec.FROM_CLIENT_LIMITS.containers} maps and arrays",
        f"{text.NAME_CELLS} cells and {text.NAME_BYTES} bytes",
        f"{text.CHAT_CELLS} cells",
        f"{m.CHAT_LENGTH} characters",
    ):
        assert sentence in re.sub(r"\s+", " ", TEXT), sentence


def test_the_example_is_a_conversation() -> None:
    client, server = Connection("client"), Connection("server")
    for side, line in re.findall(r"^([<>]) (\{.*\})$", TEXT, re.MULTILINE):
        body = msgspec.msgpack.encode(msgspec.json.decode(line))
        sender, taker = (client, server) if side == ">" else (server, client)
        message: Any = (codec.from_client if side == ">" else codec.from_server)(body)
        assert taker.receive(sender.send(message)) == [message]
    assert client.state is server.state is State.SIGNED


def test_the_frame_of_the_example_is_one() -> None:
    (dump,) = re.findall(r"^[0-9a-f ]{20,}$", TEXT, re.MULTILINE)
    (body,) = frames.FrameReader(frames.FROM_CLIENT).feed(bytes.fromhex(dump))
    assert codec.from_client(body) == m.Guest(1, "Ann")
    assert f"{frames.HEADER} + {len(body)} bytes" in TEXT


# Codes: wherever the code names one it stands before the sentence that goes with it.
ENDS = {"Goodbye", "_end", "_turn_away", "RemoteProtocolError"}
"""What is told to a connection that is closed."""


def named(folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Every code in the sources under a folder, with what it is given to and the file."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            arguments, taker = [], ""
            if isinstance(node, ast.Call):
                arguments = node.args
                taker = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            elif isinstance(node, ast.Tuple):
                arguments = node.elts
            for code, sentence in pairwise(arguments):
                value = getattr(code, "value", None)
                if isinstance(value, str) and re.fullmatch("[a-z_]+", value) and is_sentence(sentence):
                    yield value, taker, file


def is_sentence(node: ast.expr) -> bool:
    """Whether this is a text that ends as a sentence does, whatever stands in it."""
    last = node.values[-1] if isinstance(node, ast.JoinedStr) else node
    return isinstance(last, ast.Constant) and str(last.value).endswith(".")


def listed(beginning: str) -> list[set[str]]:
    """The codes in each paragraph from these words on."""
    paragraphs = re.findall(rf"{re.escape(beginning)}(.*?)\n\n", TEXT + "\n\n", re.DOTALL)
    return [set(re.findall("`([a-z_]+)`", one)) for one in paragraphs]


def test_every_code_of_the_house_is_described() -> None:
    (refusals,), (ends,) = listed("`refused` codes of the house: "), listed("`goodbye` codes: ")
    found = [*named(ROOT / "server"), *named(ROOT / "protocol")]
    assert {code for code, taker, _ in found if taker in ENDS} <= ends
    assert {code for code, taker, _ in found if taker in {"Denied", "Illegal"}} <= refusals
    assert {code for code, taker, file in found if not taker and file.parts[-2] == "server"} <= refusals
    assert {"resuming", "wrong_passcode", "throttled"} <= {code for code, _, _ in found}, "the search finds them"
    assert {"crowded", "bad_message"} <= {code for code, taker, _ in found if taker in ENDS}


def test_every_code_of_a_game_is_described_with_it() -> None:
    own, (refusals,) = listed("Their refusal codes: "), listed("`refused` codes of the house: ")
    for kind, codes in zip(("five_of_a_kind", "patti"), own, strict=True):
        found = {code for code, taker, _ in named(ROOT / "engines" / kind) if taker == "Illegal"}
        assert len(found) >= 10
        assert found <= codes | refusals, (kind, found - codes - refusals)
