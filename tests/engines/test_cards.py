"""Cards by name."""

from engines.cards import RANKS, SUITS, deck, suit, value


def test_a_whole_deck_holds_each_card_once() -> None:
    cards = deck()
    assert len(cards) == len(set(cards)) == 52
    assert {card[0] for card in cards} == set(RANKS)
    assert {suit(card) for card in cards} == set(SUITS)


def test_a_short_deck_holds_the_ranks_asked_for() -> None:
    assert deck("AK") == ("As", "Ks", "Ah", "Kh", "Ad", "Kd", "Ac", "Kc")


def test_values_grow_from_the_two_to_the_ace() -> None:
    assert [value(rank + "s") for rank in RANKS] == list(range(2, 15))
