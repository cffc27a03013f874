"""The command line and the clients for a terminal.

main         the entry point: quick to start   overview     the commands, by example
commands     what each command does            arguments    arguments shared by many commands
complaint    turns a user's mistake into a message and an exit code
printing     text, tables, JSON                naming       finds cards by name
client       shared by prompt and full screen
prompt       the line-by-line client            fullscreen   the full-screen client
pages        scenes in plain text              svg          a scene as a picture
aegis, ...   commands of single games
"""
