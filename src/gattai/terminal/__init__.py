"""The command line.

main         the commands and their arguments; everything else is imported when it is needed
overview     what can be done, by example
complaint    the one place that turns a user's mistake into a message and an exit code
page         printing: text, tables, JSON
game_list    the games there are               rule_pages   rules and rulings, one or many
coverage     rules, the code that cites them   proofs       ... and the tests that prove them
session      a game being played and saved     setting      players, dice and options from words
prompt       a person at the keyboard          pages        scenes in plain text
story        a transcript, retold              replaying    `gattai replay`
packing      packs checked                     aegis, ...   what no scene says of a game
drawing      a scene as SVG                    tokens       ... its cells and pieces; `labels` places names
naming       cards as people name them         owners       a seat's colour and shape
fullscreen   the client that fills the terminal
"""
