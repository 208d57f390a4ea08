"""Numbers as every table writes them."""

from client.tables.phrases import gain


def test_a_ratings_change_has_one_decimal_and_a_sign_only_where_there_is_a_change() -> None:
    afters = (1513.24, 1494.5, 1500.0, 1499.98, 1500.04)
    assert [gain(1500, after) for after in afters] == ["+13.2", "-5.5", "0.0", "0.0", "0.0"]
