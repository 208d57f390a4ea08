"""New names: letters of all the world, and nothing that passes for a mark of ours or the end of a name."""

import pytest

from protocol.names import new_name, plain
from protocol.text import BadName, clean_name


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Ann B",
        "o'Neil",
        "D’Arcy",
        "ʻOhana",
        "J.-P. 2",
        "ann_b",
        "007",
        "Zoë",
        "ệ" * 16,
        "Иван",
        "Ἀθηνᾶ",
        "李雷",
        "佐々木",
        "まりこx",
        "ラーメン",
        "김민수 B",
        "राम",
        "สมชาย",
        "עדי",
        "علي",
        "ابو بكر",
        "தமிழ்",
        "მარიამ",
        "አበበ",
    ],
)
def test_names_of_all_languages_are_taken(name: str) -> None:
    assert new_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Berta: ok",
        "Berta： ok",
        "Bertaː ok",
        "Berta꞉ ok",
        "Berta∶ ok",
        "Bertaः",
        "►Doro",
        "▶Doro",
        "* The server",
        "⁎ Ann",
        "•Ann",
        "√Ann",
        "Ann♠",
        "👍 ok",
        "Ann (Bo)",
        "[0]",
        "[red]x",
        "Ann ǀ Bo",
        "Ann|Bo",
        "-Ann",
        ".Ann",
        "'Ann'",
        "_Ann",
        "ᐅDoro",
        "ꓮꓠꓠ",
        "ᎳᎪᏞᏞ",
        "Аnn",
        "Annα",
        "The server",
        "SERVER",
        "the-sеrver",
        "Fivefold",
        "Bot",
        "",
    ],
)
def test_nothing_passes_for_a_mark_or_for_the_house(name: str) -> None:
    with pytest.raises(BadName):
        new_name(name)


def test_who_had_another_name_before_keeps_it() -> None:
    assert clean_name("Berta: ok") == "Berta: ok"
    assert not plain("Berta: ok")
