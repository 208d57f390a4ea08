"""Any message at all, made from the types of the unions themselves: a new field is tried without a line here."""

from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import Struct

from protocol import messages as m

CLIENT_KINDS: tuple[type[Struct], ...] = get_args(m.ClientMessage)
SERVER_KINDS: tuple[type[Struct], ...] = get_args(m.ServerMessage)

_TEXTS = st.characters(codec="utf-8")


def _integers(kind: msgspec.inspect.IntType) -> st.SearchStrategy[int]:
    return st.integers(-(2**63) if kind.ge is None else kind.ge, 2**63 - 1 if kind.le is None else kind.le)


def _texts(kind: msgspec.inspect.StrType) -> st.SearchStrategy[str]:
    if kind.pattern is not None:
        return st.from_regex(kind.pattern, fullmatch=True).filter(
            lambda text: len(text) <= (kind.max_length or 99) and not text.endswith("\n")
        )
    return st.text(_TEXTS, min_size=kind.min_length or 0, max_size=min(kind.max_length or 20, 20))


def _of(kind: msgspec.inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case msgspec.inspect.IntType():
            return _integers(kind)
        case msgspec.inspect.StrType():
            return _texts(kind)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.FloatType():
            return st.floats(allow_nan=False)
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case msgspec.inspect.UnionType(types=types):
            return st.one_of(*map(_of, types))
        case msgspec.inspect.VarTupleType(item_type=item):
            return st.lists(_of(item), max_size=3).map(tuple)
        case msgspec.inspect.TupleType(item_types=items):
            return st.tuples(*map(_of, items))
        case msgspec.inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{field.name: _of(field.type) for field in fields})
        case _:
            raise AssertionError(f"a message holds a {kind}, which nothing here can make")


BY_KIND: dict[type[Struct], st.SearchStrategy[Any]] = {
    kind: _of(msgspec.inspect.type_info(kind)) for kind in (*CLIENT_KINDS, *SERVER_KINDS)
}
"""For each kind of message, any one of that kind."""

CLIENT_MESSAGES: st.SearchStrategy[Any] = st.one_of(*(BY_KIND[kind] for kind in CLIENT_KINDS))
SERVER_MESSAGES: st.SearchStrategy[Any] = st.one_of(*(BY_KIND[kind] for kind in SERVER_KINDS))
