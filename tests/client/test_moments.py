"""What a message line says of the player's own keys."""

from client.screens.moments import ASIDE, Moments


def test_what_is_said_of_ones_keys_stands_for_a_moment() -> None:
    now = 0.0
    moments = Moments(lambda: now)
    assert moments.aside == ""
    moments.say("Too soon.")
    assert moments.aside == "Too soon."
    now = ASIDE
    assert moments.aside == ""


def test_what_is_said_goes_as_soon_as_it_is_not_true_any_more() -> None:
    waits = True
    moments = Moments(lambda: 0.0)
    moments.say("It is Bo's turn.", lambda: waits)
    assert moments.aside == "It is Bo's turn."
    waits = False
    assert moments.aside == ""
    moments.say("Too soon.")
    moments.pass_over()
    assert moments.aside == ""
