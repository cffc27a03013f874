"""On which line the keys of a TOML text stand."""

import tomllib

import pytest

from gattai.tabletop.toml_lines import Place, TomlLines

TEXT = '''\
# a comment with [[unit]] in it
[pack]
id = "demo"
note = """
[[unit]]
id = "not a key"
"""

[[unit]]
id = "ox"      # [[unit]]
cells = [
  [1],
  [2, 3],
]
stats.speed = 3
[[unit.weapon]]
name = "saw"
[[unit.weapon]]
name = 'it''s = odd'
[unit.base]
size = { wide = 1, high = [
  2 ] }

[[unit]]
"id" = "bee"
[[unit.weapon]]
name = "sting"
'''.replace("it''s", "it is")


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("pack",), 2),
        (("pack", "note"), 4),
        (("unit", 0), 9),
        (("unit", 0, "id"), 10),
        (("unit", 0, "cells", 1), 11),
        (("unit", 0, "stats", "speed"), 15),
        (("unit", 0, "weapon", 0, "name"), 17),
        (("unit", 0, "weapon", 1, "name"), 19),
        (("unit", 0, "weapon", 1, "range"), 18),
        (("unit", 0, "base", "size", "high"), 21),
        (("unit", 1), 24),
        (("unit", 1, "id"), 25),
        (("unit", 1, "weapon", 0, "name"), 27),
        (("unit", 1, "speed"), 24),
        (("wapon",), None),
    ],
)
def test_a_place_has_its_line_or_that_of_what_holds_it(place: Place, line: int | None) -> None:
    tomllib.loads(TEXT)
    assert TomlLines(TEXT).line_of(place) == line


def test_an_empty_text_has_no_lines() -> None:
    assert TomlLines("").line_of(("pack",)) is None
