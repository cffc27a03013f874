"""The command line and the clients for a terminal.

main         the entry point: quick to start   overview     what can be done, by example
commands     what each command does            arguments    arguments that many commands take
complaint    the one place that turns a user's mistake into a message and an exit code
printing     text, tables, JSON                naming       cards as people name them
client       what prompt and full screen share
prompt       a person at the keyboard          fullscreen   the client that fills the terminal
pages        scenes in plain text              svg          a scene as a picture
aegis, ...   what no scene says of a game
"""
