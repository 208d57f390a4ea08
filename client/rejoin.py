"""A visit that outlasts its link: coming back to the server again and again, ever more patiently."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Final

from textual import work

from client.conversation import Conversation
from client.link import FarewellError, LinkError, UnknownCertificateError
from client.screens.dialogs import Option, Question
from client.screens.lobby import LobbyScreen
from client.screens.lost import LostScreen
from client.visit import Visit
from protocol.messages import Guest, Refused, Signed

FIRST: Final = 0.5
MOST: Final = 4.0
"""Seconds before the first try and, after twice as many each time, before each of the late ones.

Nobody shall miss the count-down (10 s, as servers come) after which games go on at a server that is back."""
SPREAD: Final = 0.25
"""By which share a pause may be longer or shorter: not all clients of a restarted server shall come at once."""

SUPERSEDED: Final = "superseded"
"""The code of the farewell to a connection whose person has a newer one."""


def pauses(luck: Random) -> Iterator[float]:
    """How long to wait before each try (s)."""
    pause = FIRST
    while True:
        yield pause * luck.uniform(1 - SPREAD, 1 + SPREAD)
        pause = min(MOST, 2 * pause)


async def rejoin(talk: Conversation, banner: LostScreen, sentence: str, luck: Random) -> None:
    """Connect again, for as long as it takes; `sentence` is why the link was lost.

    Raises:
        LinkError: it is no use, or not ours to decide: somebody is there in our place, or the server looks different.
    """
    patience = pauses(luck)
    while True:
        pause = next(patience)
        banner.waits(sentence, pause)
        banner.again.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await banner.again.wait()
        if banner.again.is_set():
            # Somebody is there and wants in: a failure now is no reason to wait as long as before.
            patience = pauses(luck)
        banner.waits(sentence, None)
        try:
            await talk.resume()
        except UnknownCertificateError:
            raise
        except LinkError as error:
            if isinstance(error, FarewellError) and error.code == SUPERSEDED:
                raise
            sentence = str(error)
        else:
            return


class Lasting(Visit):
    """A visit that outlasts its link."""

    @work(exclusive=True, group="lost")
    async def on_lost(self, sentence: str) -> None:
        """Say that the link is gone, and come back by oneself; but not where a newer visit of one's own is there."""
        me, goodbye = self.talk.state.me, self.talk.state.goodbye
        if me is None:
            self._complain(sentence)
            return
        if goodbye is not None and goodbye.code == "deleted":
            await self.start_over(sentence)
            return
        self.clock.stop()
        self.show_state()
        if goodbye is not None and goodbye.code == SUPERSEDED and not await self._wants_back(sentence):
            await self.start_over("")
            return
        banner = LostScreen(sentence)
        self.push_screen(banner)
        try:
            await rejoin(self.talk, banner, sentence, self.luck)
        except LinkError as error:
            await self.start_over(str(error))
            if isinstance(error, UnknownCertificateError):
                self.enter_again()
            return
        if self.talk.state.me is None:
            refusal = await self._signed_anew(me)
            if refusal is not None:
                await self.start_over(refusal)
                return
        here = self.here
        self.clock.go()
        banner.finish()
        for screen in self.screen_stack:
            if isinstance(screen, LobbyScreen):
                screen.hear_anew()
        self._settle()
        if here is not None and self.here is None:
            self.tell("The server does not know the room any more in which you were.")

    async def _wants_back(self, sentence: str) -> bool:
        """Whether the player wants the place back that a newer visit has taken."""
        options = (Option("s", "Start screen", ""), Option("c", "Come back here", "back"))
        answer = await self.push_screen_wait(Question("Signed in elsewhere", sentence, options))
        return answer == "back"

    async def _signed_anew(self, me: Signed) -> str | None:
        """Come in again on a server that has forgotten the visit; a sentence where only the player can."""
        if me.account != "guest":
            return "The server no longer knows this visit. Please sign in again."
        answer = await self.talk.ask(lambda ref: Guest(ref, me.name))
        return answer.text if isinstance(answer, Refused) else None

    async def on_lost_screen_given_up(self) -> None:
        """The player does not wait any longer."""
        self.workers.cancel_group(self, "lost")
        await self.start_over("")
