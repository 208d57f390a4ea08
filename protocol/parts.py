"""What messages are made of: bounded values, and whatever the games put into messages."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from engines.five_of_a_kind import model as five_of_a_kind

# A line for each game in each union.
Settings: TypeAlias = five_of_a_kind.Settings
Command: TypeAlias = five_of_a_kind.Command
Shared: TypeAlias = five_of_a_kind.Shared
Own: TypeAlias = five_of_a_kind.Own
Event: TypeAlias = five_of_a_kind.Event

Ref: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]
NameText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
GameId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9a-z]+$")]
