"""The public API of `import gattai`: games, matches, positions, views and odds, as text.

game        games and matches
position    positions of a match
view        what one seat sees of a position
odds        the chances of an option
meaning     reads answers as people write them
log         log lines
dice        sources of dice
settings    match settings
table_text  tables set up from text

The package root lists all names and imports them when they are first used.
"""
