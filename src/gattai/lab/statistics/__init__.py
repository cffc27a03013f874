"""The statistics of studies: arrays of pairs in, small structs out.

Nothing here reads a file or a clock. Values come in the order of their pairs, one per pair: the
games of a pair share their dice and are not independent, so the observations are pairs, not games.
Every interval is valid at every look (`docs/explanation/lab.md`).
"""
