"""Pieces of wood and card that the games share; each module is usable alone.

* `hexes`: hexes as small integers, their geometry, and `HexField`, the description of a map
* `movement`: where a unit can get to, at what price, and by which path
* `sight`: who sees whom, exactly, and what stands between
* `ground`: a table without a grid, exactly, in whole hundredths of an inch
* `content`: packs of cards in TOML, checked and gathered into a catalogue
  (`pack_file` reads one file, `card_check` finds what is wrong, `toml_lines` knows on which line,
  `problem` puts it into words)
"""
