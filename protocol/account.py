"""The messages about one's own account. They belong to the unions in `messages`."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from protocol.parts import NameText, Password, Ref


class Reset(Struct, frozen=True, tag="reset"):
    """Set a new password by the one-time code that the server's admin has printed, and sign in."""

    ref: Ref
    name: NameText
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    password: Password


class ChangePassword(Struct, frozen=True, tag="change_password"):
    """Replace the password of the own account, by the old one."""

    ref: Ref
    old: Password
    new: Password


class SignOutEverywhere(Struct, frozen=True, tag="sign_out_everywhere"):
    """End whatever right to return other devices have kept. This connection goes on, with a new token."""

    ref: Ref


class DeleteAccount(Struct, frozen=True, tag="delete_account"):
    """Delete the own account. Finished games stay, under the name of a deleted player."""

    ref: Ref
    password: Password


OwnAccount: TypeAlias = ChangePassword | SignOutEverywhere | DeleteAccount
"""What somebody who has signed in asks about the own account."""
