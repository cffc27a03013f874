"""How sure a study is: arrays of pairs in, small structs out.

Nothing here reads a file or a clock. Values come in the order of their pairs, one for each pair: the
games of a pair share their dice and are not independent of each other, so no figure counts games.
Every interval holds however often one looked at it before (`docs/explanation/lab.md`).
"""
