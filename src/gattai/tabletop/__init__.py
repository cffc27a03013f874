"""Building blocks of boards and cards that the games share; each module is usable alone.

* `hexes`: hexes as small integers, their geometry, and `HexField`, the description of a map
* `movement`: where a unit can move, the cost, and the path
* `sight`: exact lines of sight, and what blocks them
* `ground`: a table without a grid, exactly, in whole hundredths of an inch
* `content`: packs of cards in TOML, checked and gathered into a catalogue
(`pack_file` reads one file, `card_check` finds problems, `toml_lines` finds their lines,
`problem` words them)
"""
