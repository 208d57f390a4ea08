"""What messages are made of: bounded values, and whatever the games put into messages."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from engines.five_of_a_kind import model as five_of_a_kind
from engines.patti import model as patti

# A line for each game in each union.
Settings: TypeAlias = five_of_a_kind.Settings | patti.Settings
Command: TypeAlias = five_of_a_kind.Command | patti.Command
Shared: TypeAlias = five_of_a_kind.Shared | patti.Shared
Own: TypeAlias = five_of_a_kind.Own | patti.Own
Event: TypeAlias = five_of_a_kind.Event | patti.Event

Ref: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]
RoomId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=16, pattern="^[a-z0-9]+$")]
GameId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[0-9a-z]+$")]
NameText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Password: TypeAlias = Annotated[str, Meta(min_length=1, max_length=256)]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=16_384)]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Version: TypeAlias = Annotated[str, Meta(max_length=32)]
Card: TypeAlias = Annotated[str, Meta(min_length=1, max_length=8)]
Joining: TypeAlias = Literal["open", "approval", "passcode"]
Passcode: TypeAlias = Annotated[str, Meta(min_length=4, max_length=4, pattern="^[0-9]{4}$")]
