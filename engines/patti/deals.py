"""Dealing a round: who plays, who deals, the boot, the deck, and the commitments to every card."""

import hmac

from msgspec.structs import replace

from engines.cards import deck
from engines.contract import Illegal, Seat, Transfer
from engines.patti import showdown
from engines.patti.betting import open_turn
from engines.patti.hands import Hand
from engines.patti.model import Dealt, Reloaded, Three
from engines.patti.position import Play, Position, Round
from engines.proof import card_commitment

RELOAD = 5_000
"""The balance after a reload (R29)."""

WAITS = 25
"""After so many rounds sat out for want of coins comes the reload (R29)."""

RANKS = {24: "9TJQKA", 20: "TJQKA"}
DECKS = {cards: deck(ranks) for cards, ranks in RANKS.items()}


def deal(position: Position, now: int) -> Position:
    """The next round, if two can play; else the table waits (R32)."""
    position = _reloaded(position)
    able = [seat for seat in position.seated if not position.short(seat)]
    playing = [seat for seat in able if position.chairs[seat].away is None]
    if len(playing) < 2:
        return position.but(next_deal=None, held=False)
    position = _with_dealer(position, playing)
    position = _waiting(position, playing)
    at = position.ring.index(_the(position.dealer)) + 1
    players = tuple([seat for seat in (*position.ring[at:], *position.ring[:at]) if seat in playing])
    position = _dealt(position, players)
    position = position.booked([Transfer(seat, "pot", position.settings.boot, "boot") for seat in players])
    if not any(position.chairs[seat].coins for seat in players):
        return showdown.reveal(position, "boot", now)
    return open_turn(position, players[0], now)


def stack(position: Position, cards: tuple[str, ...]) -> Position:
    """The next deal begins with these cards, from the first player's first on (R39).

    Raises:
        Illegal: the deck does not hold these cards, each once.
    """
    if not set(cards) <= set(DECKS[position.settings.cards]):
        raise Illegal("no_deck", "The deck does not hold these cards.")
    if twice := next((card for at, card in enumerate(cards) if card in cards[:at]), ""):
        raise Illegal("no_deck", f"{twice} stands there twice.")
    return position.but(stack=cards)


def _reloaded(position: Position) -> Position:
    """Those whose waiting is over have coins again; all of them, if else nobody could play (R29)."""
    seated = position.seated
    short = [seat for seat in seated if position.short(seat)]
    nobody = len(seated) - len(short) < 2
    for seat in short:
        if nobody or position.chairs[seat].waited >= WAITS:
            position = position.moving("mint", seat, RELOAD - position.chairs[seat].coins, "reload")
            position = position.but_chair(seat, waited=0).telling(Reloaded(seat, RELOAD))
    return position


def _with_dealer(position: Position, playing: list[Seat]) -> Position:
    """The deal moves to the next on the left who plays; the first dealer is drawn by lot (R5)."""
    if position.dealer is None:
        pick, lots = position.lots.below(len(playing))
        dealer, position = playing[pick], position.but(lots=lots)
    else:
        at = position.ring.index(position.dealer) + 1
        dealer = next(seat for seat in (*position.ring[at:], *position.ring[:at]) if seat in playing)
    return position.but(dealer=dealer, ring=position.seated)


def _waiting(position: Position, playing: list[Seat]) -> Position:
    """Count the round for those who sit it out for want of coins."""
    chairs = list(position.chairs)
    for seat in position.seated:
        chair = chairs[seat]
        if position.short(seat):
            chairs[seat] = replace(chair, waited=chair.waited + 1)
        elif seat in playing:
            chairs[seat] = replace(chair, waited=0, played=chair.played + 1)
    return position.but(chairs=tuple(chairs))


def _dealt(position: Position, players: tuple[Seat, ...]) -> Position:
    """Three cards for everybody, face down, from a stream of this round's own (R8, R39)."""
    number = position.dealt + 1
    stream = position.deals.fork(f"round {number}")
    rest = [card for card in DECKS[position.settings.cards] if card not in position.stack]
    cards = (*position.stack, *stream.shuffled(rest)[0])
    salting = hmac.new(stream.key, b"salts:", "sha512")
    plays, commitments = [], []
    for at, seat in enumerate(players):
        hand: Hand = (cards[3 * at], cards[3 * at + 1], cards[3 * at + 2])
        salts = _salts(salting, at)
        plays.append(Play(hand, salts, position.settings.boot))
        first, second, third = [
            card_commitment(salt, number, seat, place, card)
            for place, (salt, card) in enumerate(zip(salts, hand, strict=True), 1)
        ]
        commitments.append((first, second, third))
    return position.but(
        dealt=number,
        round=Round(
            number,
            players,
            tuple(plays),
            tuple(commitments),
            inside=players,
            due=players,
            bet=position.settings.boot,
            pot=0,
            turn=players[0],
        ),
        next_deal=None,
        held=False,
        stacked=position.stacked or bool(position.stack),
        stack=(),
    ).telling(Dealt(number, _the(position.dealer), players))


def _salts(salting: hmac.HMAC, at: int) -> Three:
    """The salts of one hand: the parts of one pseudo-random block, none of which says anything of another."""
    mac = salting.copy()
    mac.update(b"%d" % at)
    block = mac.hexdigest()
    return block[:32], block[32:64], block[64:96]


def _the(dealer: Seat | None) -> Seat:
    if dealer is None:
        raise AssertionError("a round has a dealer")
    return dealer
