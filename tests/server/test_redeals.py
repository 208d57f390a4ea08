"""Recorded games told through a real room: no byte that reaches a seat depends on what the seat cannot know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import pytest

from engines.catalogue import KINDS
from engines.chance import Chance
from engines.contract import Game, Step, Viewer
from engines.five_of_a_kind.game import Game as FiveOfAKindGame
from engines.patti.game import Game as PattiGame
from server.deed import Deed
from server.room import Room
from tests.engines import leaks, test_noninterference, test_patti_noninterference
from tests.engines.drive import Act, Table
from tests.engines.golden import COMMANDS, FOLDER, STEP, table_of
from tests.engines.leaks import Leaky, Spoil
from tests.engines.shadow import Facts
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand

REDEALS: Final = 20
"""For each seat and game, at moments spread over the whole game."""
FOLLOWED: Final = 10
"""Steps for which a re-deal is followed; it ends earlier where the seat learns something by right."""
GAMES: Final = (
    "five_of_a_kind-matching-mask-bot",
    "five_of_a_kind-anything-keep",
    "five_of_a_kind-non_matching-mask",
    *sorted(file.stem for file in FOLDER.glob("patti-*.txt")),
)
Moment = tuple[Game, Act | None, int]
"""A position, and the act (None: time) that came next at an ms."""


def five_of_a_kind(game: Any, viewer: Viewer, chance: Chance, same_deck: bool) -> tuple[Game, Facts] | None:
    """Another board where the viewer sees none, another deck, and other secrets of the bot."""
    blind = game.audience(viewer) != game.audience(None)
    other = test_noninterference.twin(game.position, chance, blind=blind, same_deck=same_deck)
    return FiveOfAKindGame(other), test_noninterference.until_settled if blind else test_noninterference.public


def patti(game: Any, viewer: Viewer, chance: Chance, same_deck: bool) -> tuple[Game, Facts] | None:
    """Other hands where the viewer has seen none, and another deck."""
    if game.position.running is None:
        return None
    other = test_patti_noninterference.twin(game.position, viewer, chance, same_deck=same_deck)
    return PattiGame(other), test_patti_noninterference.facts_of(viewer)


Redeal = Callable[[Any, Viewer, Chance, bool], tuple[Game, Facts] | None]
BY_KIND: Final[dict[str, Redeal]] = {"five_of_a_kind": five_of_a_kind, "patti": patti}


@dataclass
class Shown:
    """A moment of a game as a room shows it."""

    shown: Game
    time: int
    resumes: int = 0
    paused: str = ""


def recorded(text: str) -> tuple[Table, list[Moment]]:
    """A recorded game's table at its end, and every position on the way with what came next."""
    table, moments = table_of(text), list[Moment]()
    before = table.game

    def watch(table: Table, _: Step, act: Act | None) -> None:
        nonlocal before
        moments.append((before, act, table.now))
        before = table.game

    table.watchers.append(watch)
    for line in text.splitlines():
        if step := STEP.fullmatch(line):
            table.advance(int(step["at"]), most=1 if step["time"] else None)
            if not step["time"]:
                command = msgspec.json.decode(step["command"], type=COMMANDS[table.kind.name])
                table.act(int(step["seat"]) if step["seat"] else None, command)
    return table, moments


async def seated(stand: Stand, table: Table) -> tuple[Room, dict[Viewer, Client]]:
    """A room of the server with a client at every seat that a person has, and one that watches."""
    room = Room(stand.house, Deed("abcde", table.kind, table.settings, guests=False))
    clients: dict[Viewer, Client] = {}
    people = [seat for seat, info in enumerate(table.first) if not info.bot]
    for viewer in (None, *people):
        client = await stand.guest(f"Viewer {viewer}")
        with stand.hub.batch():
            occupant = room.members.enter(stand.person(client), "watcher" if viewer is None else "player")
        occupant.seat, occupant.furnished = viewer, True
        clients[viewer] = client
    room.phase = "playing"
    return room, clients


def pairs(game: Game, other: Game, moments: list[Moment], facts: Facts) -> list[tuple[Step, Step, int]]:
    """What the same acts make of both games, up to where the viewer learns by right that they differ."""
    made = [(Step(game), Step(other), moments[0][2])]
    for _, act, at in moments:
        mine, theirs = (
            one.expire(at) if act is None else one.apply(act.seat, act.command, at) for one in (game, other)
        )
        known = facts(mine)
        if known is None or known != facts(theirs):
            break
        made.append((mine, theirs, at))
        game, other = mine.game, theirs.game
    return made


def frames(stand: Stand, room: Room, client: Client, made: list[tuple[Step, int]]) -> tuple[bytes, ...]:
    """What a client receives when the room shows it these steps."""
    client.frames.clear()
    room.mail._seq = 0
    with stand.hub.batch():
        for step, at in made:
            room.mail.show_game(Shown(step.game, at), step.events)  # type: ignore[arg-type]  # the room's Play, as it shows
    return tuple(client.frames)


async def compare(stand: Stand, name: str, spoil: Spoil | None = None) -> int:
    """Tell one recorded game with every re-deal to every viewer; how many frames were compared."""
    table, moments = recorded((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    room, clients = await seated(stand, table)
    redeal, compared = BY_KIND[table.kind.name], 0
    for viewer, client in clients.items():
        for number in range(REDEALS):
            start = number * len(moments) // REDEALS
            chance = Chance(table.key).fork(f"{viewer} {number}")
            # Where nothing is hidden just then, the next moment at which something is.
            made = ((at, redeal(moments[at][0], viewer, chance, number % 2 == 0)) for at in range(start, len(moments)))
            at, other = next(((at, other) for at, other in made if other is not None), (0, None))
            if other is None:
                continue
            game, twin = (one if spoil is None else Leaky(one, spoil) for one in (moments[at][0], other[0]))
            both = pairs(game, twin, moments[at : at + FOLLOWED], other[1])
            told = frames(stand, room, client, [(mine, time) for mine, _, time in both])
            again = frames(stand, room, client, [(theirs, time) for _, theirs, time in both])
            assert again == told, f"viewer {viewer} could tell a re-deal"
            compared += len(told)
    return compared


def test_every_kind_of_the_catalogue_is_dealt_again() -> None:
    assert set(BY_KIND) == set(KINDS) == {name.partition("-")[0] for name in GAMES}


@ON_MOCK_CLOCK
@pytest.mark.parametrize("name", GAMES)
async def test_no_seat_receives_a_byte_that_depends_on_what_it_cannot_know(open_house: OpenHouse, name: str) -> None:
    async with open_house() as stand:
        assert await compare(stand, name) > 100


@ON_MOCK_CLOCK
@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        (GAMES[0], leaks.shows_masked_cards),
        (GAMES[0], leaks.tells_what_the_bot_learned),
        (GAMES[2], leaks.hurries_when_there_is_an_answer),
        (GAMES[3], test_patti_noninterference.shows_a_blind_hand_to_its_player),
        (GAMES[3], test_patti_noninterference.shows_the_salts),
        (GAMES[4], test_patti_noninterference.tells_in_an_event),
    ],
)
async def test_a_planted_leak_is_caught(open_house: OpenHouse, name: str, spoil: Spoil) -> None:
    async with open_house() as stand:
        with pytest.raises(AssertionError, match="could tell"):
            await compare(stand, name, spoil)
