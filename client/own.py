"""The player's own things: options, and keys that were moved."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from textual import work
from textual.screen import Screen

from client.art.palette import PALETTES
from client.keys import sorted_out
from client.local import complaint_of_keys
from client.rejoin import Lasting
from client.screens.account import AccountScreen
from client.screens.create import CreateScreen
from client.screens.dialogs import Option, Question
from client.screens.lobby import LobbyScreen
from client.screens.options import OptionsScreen
from client.screens.profile import ProfileScreen
from client.screens.replay import ReplayScreen
from client.screens.room import RoomScreen
from client.screens.shell import ShowReplay
from client.tables.registry import KINDS
from protocol.messages import Accepted, History, LookUp, Profile, Recall, Refused, Replay, Steps
from protocol.text import painted

PLACES: Final[Mapping[type[Screen[Any]], str]] = {
    LobbyScreen: LobbyScreen.TITLE_HERE,
    CreateScreen: CreateScreen.TITLE_HERE,
    RoomScreen: RoomScreen.TITLE_HERE,
    **{kind.table: kind.title for kind in KINDS.values()},
    ProfileScreen: ProfileScreen.TITLE_HERE,
    AccountScreen: AccountScreen.TITLE_HERE,
    ReplayScreen: "Replay",
}
"""The screens whose keys can be moved."""

PARTS: Final = {"colors": "palette", "glyphs": "glyphs", "letters": "letters", "suits": "suits"}
"""The options of how things are drawn, and the part of the look that each decides."""


UNKEPT: Final = "Not kept after this run: the settings cannot be written."
"""Told of an option that holds, and that the disk did not take."""


class Own(Lasting):
    """A visit as the player likes it."""

    def on_mount(self) -> None:
        """Follow the options; Textual calls this before the visit shows its first screen."""
        good, bad = sorted_out(self.local.keys, PLACES)
        if bad:
            self.trouble = f"{self.trouble} {complaint_of_keys(bad, self.path)}".strip()
        self.move_keys(good)
        self.move_little(not self.local.motion)

    def arrive(self) -> None:
        """Tell of settings that could not be used, once, where it is seen."""
        super().arrive()
        if self.trouble:
            self.call_after_refresh(self.tell, self.trouble)

    def on_show_options(self) -> None:
        """Show the options over whatever stands there."""
        screen = OptionsScreen(self.talk.state, self.look, self.local, self.moved, PLACES, self.trouble)
        self.push_screen(self.keyed(screen))

    # The account.

    def on_show_account(self) -> None:
        """Show what can be done with the account."""
        self.push_screen(self.keyed(AccountScreen(self.talk.state)))

    @work(exclusive=True, group="account")
    async def on_account_screen_asked(self, event: AccountScreen.Asked) -> None:
        """Ask the server, and say what it answered. A deleted account's goodbye leads to the first screen by itself."""
        for screen in self.screen_stack:
            if isinstance(screen, AccountScreen):
                if event.final and not await self._sure():
                    screen.conclude("")
                    return
                answer = await self.talk.ask(event.make)
                if screen.stands and not (event.final and isinstance(answer, Accepted)):
                    screen.conclude(answer.text if isinstance(answer, Refused) else None)
                return

    async def _sure(self) -> bool:
        """Whether the player really wants the account deleted."""
        name = self.talk.state.me.name if self.talk.state.me else ""
        words = f"Delete the account {painted(name)} for good?"
        options = (Option("c", "Keep it", ""), Option("d", "Delete", "yes"))
        answer = await self.push_screen_wait(Question("Delete the account", words, options))
        return answer == "yes"

    # What is over.

    @work(exclusive=True, group="profile")
    async def on_show_profile(self) -> None:
        """Show the profile, and fill it with what the server has kept."""
        screen = ProfileScreen(self.talk.state)
        await self.push_screen(self.keyed(screen))
        screen.tell("Asking the server …", "$text-muted")
        profile = await self.talk.look_up(LookUp)
        if isinstance(profile, Profile) and screen.stands:
            screen.introduce(profile)
            await self._fill(screen, None)
        elif isinstance(profile, Refused):
            self.tell(profile.text)

    @work(exclusive=True, group="profile")
    async def on_profile_screen_older(self, event: ProfileScreen.Older) -> None:
        """Show older games."""
        for screen in self.screen_stack:
            if isinstance(screen, ProfileScreen):
                await self._fill(screen, event.before)

    async def _fill(self, screen: ProfileScreen, before: str | None) -> None:
        history = await self.talk.look_up(lambda ref: Recall(ref, before))
        if isinstance(history, History) and screen.stands:
            screen.add(history)
        elif isinstance(history, Refused):
            self.tell(history.text)

    @work(exclusive=True, group="replay")
    async def on_show_replay(self, event: ShowReplay) -> None:
        """Show a finished game again; its pages are asked for one after another while it stands there."""
        screen: ReplayScreen | None = None
        start = 0
        while screen is None or (screen.stands and not screen.whole):
            page = await self.talk.look_up(lambda ref, start=start: Replay(ref, event.game, start))  # type: ignore[misc]
            if not isinstance(page, Steps):
                sentence = page.text if isinstance(page, Refused) else ""
                (screen or self).tell(sentence)
                return
            kind = KINDS.get(page.row.kind)
            if kind is None or not page.steps:
                self.tell("This client does not know that game. Please update it.")
                return
            if screen is None:
                screen = ReplayScreen(kind, page.row, self.look)
                await self.push_screen(self.keyed(screen))
            await screen.add(page)
            start += len(page.steps)

    # Options.

    def on_options_screen_changed(self, event: OptionsScreen.Changed) -> None:
        """An option is another one: follow it at once, and keep it."""
        self.trouble = ""
        if not self.remember(**event.changes):
            self.tell(UNKEPT)
        local, auto = self.local, self.auto
        # What was not changed stays as it is: the command line may have wanted it so.
        anew: dict[str, Any] = {
            "palette": auto.palette if local.colors == "auto" else PALETTES[local.colors],
            "glyphs": auto.glyphs if local.glyphs == "auto" else local.glyphs,
            "letters": local.letters,
            "suits": local.suits,
        }
        changed = {PARTS[name]: anew[PARTS[name]] for name in event.changes if name in PARTS}
        if changed:
            self.dress(replace(self.look, **changed))
        self.move_little(not local.motion)
        self.move_keys(local.keys)
