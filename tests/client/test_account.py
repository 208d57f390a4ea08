"""The account in the running client: forms that say what is wrong, and what follows from each answer."""

from textwrap import wrap

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from client.screens.account import WORDS
from client.screens.connect import _WHY
from engines.patti.setup import SETUP as PATTI
from protocol.messages import (
    Accepted,
    Browse,
    ChangePassword,
    DeleteAccount,
    Goodbye,
    Refused,
    Reset,
    Rooms,
    Signed,
    SignOutEverywhere,
)
from tests.client.peer import Peer, Script
from tests.client.play import enter, playing

pytestmark = pytest.mark.asyncio


def registered(peer_plays: Script) -> Script:
    """A server on which ann has an account."""

    async def script(peer: Peer) -> None:
        await enter(peer)
        peer.send(Signed("ann", "registered", 1500.0, "token"), Rooms(()))
        await peer_plays(peer)
        await peer.gone()

    return script


async def test_the_password_is_changed_with_a_sentence_for_each_mistake(screen: SnapshotAssertion) -> None:
    heard: list[ChangePassword] = []

    async def script(peer: Peer) -> None:
        heard.append(await peer.expect(ChangePassword))
        peer.send(Refused(heard[-1].ref, "wrong_password", "That is not your password."))
        heard.append(await peer.expect(ChangePassword))
        peer.send(Signed("ann", "registered", 1500.0, "newer"), Accepted(heard[-1].ref))
        devices = await peer.expect(SignOutEverywhere)
        peer.send(Signed("ann", "registered", 1500.0, "newest"), Accepted(devices.ref))

    async with playing(registered(script)) as play:
        await play.until("Play now", "1500.0")
        await play.press("a")
        await play.until("Change the password")
        await play.press("tab", *"wrong", "enter")
        await play.until("New password is needed.")
        await play.press(*"ahorse99", "enter")
        await play.until("New password again is needed.")
        await play.press(*"ahorse98", "enter")
        await play.until("The two new passwords differ. Type the second one again.")
        await play.press(*"ahorse99")
        await play.until("•" * 8 + "\n")
        await play.press("enter")
        await play.until("That is not your password.")
        async for size, seen in play.at_sizes("Account"):
            assert seen == screen(name=size)
        await play.press(*"horse", "enter")
        await play.until("The password is changed.")
        assert [(one.old, one.new) for one in heard] == [("wrong", "ahorse99"), ("horse", "ahorse99")]
        assert "•" not in await play.until("The password is changed.")
        assert play.app.talk.state.me is not None
        assert play.app.talk.state.me.token == "newer"
        await play.press("right")
        seen = await play.until("Sign out everywhere", "You stay here.")
        assert "New password" not in seen
        assert "Sign out" in [line.strip() for line in seen.splitlines()]
        await play.press("tab", "enter")
        await play.until("Only this client is signed in now.")
        await play.press("escape")
        await play.until("Play now")


async def test_an_account_is_deleted_only_after_a_question_and_leads_to_the_first_screen() -> None:
    async def script(peer: Peer) -> None:
        delete = await peer.expect(DeleteAccount)
        assert delete.password == "horse"
        peer.send(Refused(delete.ref, "unfinished", "The game in room a is not over. Try again when it is."))
        delete = await peer.expect(DeleteAccount)
        peer.send(Accepted(delete.ref), Goodbye("deleted", "Your account is deleted."))
        peer.close()

    async with playing(registered(script)) as play:
        await play.until("Play now", "1500.0")
        await play.press("a")
        await play.until("Change the password")
        await play.press("right", "right")
        await play.until("gone for good")
        await play.press("tab", *"horse", "enter")
        await play.until("Delete the account ann for good?")
        await play.press("escape")
        await play.gone("Delete the account ann for good?")
        for words in ("The game in room a is not over.", "Your account is deleted."):
            await play.press("enter")
            await play.until("Delete the account ann for good?")
            await play.press("d")
            await play.until(words)
        assert "1500.0" not in await play.until("Your account is deleted.", "Connect")


async def test_what_a_choice_means_is_whole_in_the_smallest_window() -> None:
    for words in (*(means for _, means, _ in WORDS.values()), *_WHY.values()):
        assert len(wrap(words, 52)) <= 2, words
    for bots in range(6):
        # Beside the button for it there is room for so much.
        assert len(PATTI.headline(replace(PATTI.defaults(), bots=bots))) <= 41


async def test_a_guest_has_no_account_to_look_after() -> None:
    async def script(peer: Peer) -> None:
        await enter(peer)
        await peer.gone()

    async with playing(script) as play:
        assert "Account" not in await play.until("Play now", "guest")
        await play.press("a")
        await play.pilot.pause()
        assert "Change the password" not in await play.until("Play now")


async def test_who_has_a_reset_code_comes_in_with_a_new_password(screen: SnapshotAssertion) -> None:
    heard: list[Reset] = []

    async def script(peer: Peer) -> None:
        await peer.welcome()
        heard.append(await peer.expect(Reset))
        if len(heard) == 1:
            peer.send(Refused(heard[-1].ref, "wrong_code", "That name and code do not go together."))
        else:
            peer.send(Signed("ann", "registered", 1500.0, "token"), Accepted(heard[-1].ref))
            browse = await peer.expect(Browse)
            peer.send(Rooms(()), Accepted(browse.ref))
        await peer.gone()

    async with playing(script, direct=False) as play:
        await play.until("Connect", "ann")
        play.app.screen.query_one("#field-way").focus()
        await play.press("right", "right", "right")
        await play.until("[Reset code]", "New password")
        await play.press("tab", "enter")
        await play.until("The code from the server's admin is needed.")
        await play.press(*"abcd-efgh", "enter")
        await play.until("A password is needed.")
        await play.press(*"ahorse99")
        assert (await play.until("•" * 8)).replace(
            str(play.app.screen.query_one("#server", Input).value), "?"
        ) == screen
        await play.press("enter")
        await play.until("That name and code do not go together.")
        await play.press("enter")
        await play.until("Play now", "1500.0")
        assert [(one.name, one.code, one.password) for one in heard] == [("ann", "abcd-efgh", "ahorse99")] * 2
