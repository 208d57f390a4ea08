"""No frame that any client got holds a card that its player may not see: every one is decoded and compared."""

import secrets
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
import structlog
import trio

from engines.five_of_a_kind.model import Answer, Claim, Claimed, Dealt, Resign, Resolved, Settings
from protocol import messages as m
from protocol.frames import FROM_CLIENT, framed
from tests.server.conftest import OpenHouse
from tests.server.stand import ON_MOCK_CLOCK, Client, Stand

pytestmark = ON_MOCK_CLOCK

CARD_WORDS = (b"squiggle", b"oval", b"diamond", b"striped", b"solid", b"open")


@dataclass
class Truth:
    """What the table looks like, from the dealt cards that a watcher saw; and who is choosing."""

    slots: list[str]
    newest: int | None = None
    choosing: int | None = None
    seen: list[int] = field(default_factory=list)

    def take(self, update: m.Update) -> None:
        """One step that the watcher saw."""
        for event in update.events:
            match event:
                case Dealt(slot=slot, card=card):
                    self.slots[slot], self.newest = card, slot
                case Claimed(seat=seat):
                    self.choosing = seat
                case Resolved():
                    self.choosing = None
                case _:
                    pass

    def allowed(self, settings: Settings, seat: int | None) -> list[str]:
        """What the slots may show to a viewer."""
        blind = seat is not None and seat == self.choosing
        return [
            card if not card or (not blind and (settings.previous == "keep" or slot == self.newest)) else "?"
            for slot, card in enumerate(self.slots)
        ]


def leaks(settings: Settings, seat: int | None, truth: Truth, update: m.Update) -> list[str]:
    """What an update shows that its viewer may not know."""
    found: list[str] = []
    shared: Any = update.shared
    if list(shared.slots) != truth.allowed(settings, seat):
        found.append(f"slots {shared.slots}, allowed {truth.allowed(settings, seat)}")
    if settings.previous == "mask" and shared.result is not None and (shared.result.snapshot or shared.result.traits):
        found.append("a masked room's result shows its board")
    if truth.choosing == seat and seat is not None:
        if shared.result is not None and shared.result.snapshot:
            found.append("the claimant sees the last board")
        if any(isinstance(event, Dealt) and event.card != "?" for event in update.events):
            found.append("the claimant sees a card dealt")
    if shared.final is None and (shared.testing is not None or shared.hint is not None):
        found.append("a hint that the room does not give")
    return found


async def play(stand: Stand, room: str, players: list[Client], seconds: int) -> None:
    """Players claim in turn, and answer or let the time run out; somebody comes back in the middle."""
    for number in range(seconds * 2):
        await trio.sleep(0.5)
        player = players[number % len(players)]
        own = player.own()
        if own is not None and own.legal.answers:
            player.ask(m.Act, room=room, command=Answer(own.legal.answers[number % len(own.legal.answers)]))
        elif own is not None and own.legal.claim is not None and number % 3 == 0:
            player.ask(m.Act, room=room, command=Claim(own.legal.claim))
        player.ask(m.Say, room=room, text=f"{number}")


@pytest.mark.parametrize("previous", ["keep", "mask"])
async def test_no_client_ever_got_a_hidden_card(open_house: OpenHouse, previous: str) -> None:
    async with open_house() as stand:
        settings = msgspec.structs.replace(
            Settings(bot=True, difficulty="expert", empty=20), previous=previous, minutes=1
        )
        room, players = await stand.playing("Ann", "Bo", settings=settings)
        watcher = await stand.guest("Gil")
        watcher.do(m.Watch, room=room)
        await play(stand, room, players, 20)
        players[0].hang_up()
        players[0] = await stand.account("Ann")
        await play(stand, room, players, 45)
        assert watcher.last(m.Room).phase == "over"
        truth: dict[int, Truth] = {}
        newest = Truth([""] * settings.slots)
        for update in watcher.all(m.Update):
            newest.take(update)
            truth[update.seq] = Truth(list(newest.slots), newest.newest, newest.choosing)
        claims = sum(isinstance(event, Claimed) for update in watcher.all(m.Update) for event in update.events)
        assert claims > 5
        checked = 0
        for seat, client in [(None, watcher), *enumerate(players)]:
            for update in client.all(m.Update):
                if update.seq in truth:
                    assert leaks(settings, seat, truth[update.seq], update) == []
                    checked += 1
            # A card's name stands in nothing but a view.
            for frame in client.frames:
                if b"five_of_a_kind.shared" not in frame and b"summary" not in frame and b"settings" not in frame:
                    assert not any(word in frame for word in CARD_WORDS)
        assert checked > 200


async def test_only_a_server_under_test_names_the_helpers_in_any_frame(open_house: OpenHouse) -> None:
    for testing in (False, True):
        async with open_house(testing=testing) as stand:
            settings = Settings(bot=True, minutes=1, previous="mask")
            room, players = await stand.playing("Ann", "Bo", settings=settings)
            watcher = await stand.guest("Gil")
            watcher.do(m.Watch, room=room)
            await play(stand, room, players, 65)
            assert watcher.last(m.Room).phase == "over"
            for client in (*players, watcher):
                assert any(b"testing" in frame for frame in client.frames) is testing
                assert client.last(m.Room).testing is testing
                shown: list[Any] = [update.shared for update in client.all(m.Update)]
                assert all((one.testing is not None) is (testing and one.final is None) for one in shown)
                assert {one.testing.bot is not None for one in shown if one.testing} == ({True} if testing else set())


@pytest.mark.parametrize("spot", ["message", "settings"])
async def test_a_client_cannot_turn_the_helpers_on(open_house: OpenHouse, spot: str) -> None:
    async with open_house() as stand:
        ann = await stand.account("Ann")
        create: dict[str, object] = {"type": "create", "ref": 99, "settings": {"type": "five_of_a_kind"}}
        part = create if spot == "message" else create["settings"]
        assert isinstance(part, dict)
        part["testing"] = True
        ann.bytes(framed(msgspec.msgpack.encode(create), FROM_CLIENT))
        await trio.sleep(0.1)
        assert ann.last(m.Goodbye).code == "bad_message"
        assert not any(b"testing" in frame for frame in ann.frames)


async def test_the_leak_test_finds_a_leak(open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    from engines.five_of_a_kind import sight

    def careless(*_: object, **__: object) -> str:
        return "table"

    monkeypatch.setattr(sight, "audience", careless)
    async with open_house() as stand:
        settings = Settings()
        room, (ann, _) = await stand.playing("Ann", "Bo", settings=settings)
        gil = await stand.guest("Gil")
        gil.do(m.Watch, room=room)
        await trio.sleep(1.5)
        own = ann.own()
        assert own is not None
        assert own.legal.claim is not None
        ann.do(m.Act, room=room, command=Claim(own.legal.claim))
        truth = Truth([""] * settings.slots)
        for update in gil.all(m.Update):
            truth.take(update)
        assert leaks(settings, 0, truth, ann.last(m.Update)) != []
        assert leaks(settings, None, truth, gil.last(m.Update)) == []


async def test_no_key_leaves_the_server_before_the_end_and_no_two_are_alike(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers that start in one moment deal different cards, and neither frames nor log say which will come."""
    system = secrets.token_bytes
    keys, boards = [], []
    for _ in range(2):
        async with open_house() as stand:
            monkeypatch.setattr(secrets, "token_bytes", system)  # the tests' own keys are always the same
            with structlog.testing.capture_logs() as log:
                room, (ann, bo) = await stand.playing("Ann", "Bo", settings=Settings(end="rounds", rounds=10))
                await trio.sleep(6)
            play = stand.room(room).play
            assert play is not None
            key = play.match.key
            for form in (key, key.hex().encode(), repr(key).encode()):
                assert all(form not in frame for client in (ann, bo) for frame in client.frames)
                assert form not in repr(log).encode()
            assert ann.last(m.Room).key is None
            keys.append(key)
            boards.append(msgspec.msgpack.encode(ann.shared()))
            for client in (ann, bo):
                client.do(m.Act, room=room, command=Resign())
            await trio.sleep(1)
            assert ann.last(m.Room).key == key.hex(), "afterwards everybody can deal it again"
            ann.do(m.Leave, room=room)
    assert len(set(keys)) == len(set(boards)) == 2
    assert all(len(key) == 32 for key in keys)
