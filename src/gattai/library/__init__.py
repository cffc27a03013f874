"""What `import gattai` hands out: games, matches, positions, views and odds, with text in and text out.

game       a game, how a match of it begins, and the match itself
position   where a match stands                      view     what one seat sees of it
odds       the chances of an option                  meaning  what a text stands for
told       what happened, in words                   dice     who throws them
settings   what can be set of a match

Names are imported when they are first used, by the package root, which lists them all.
"""
