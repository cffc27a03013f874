"""Finding a game, and what goes on besides: seeks, pairing, live games, what is said, the archive.

lobby     the part of the site that has them all     messages   what pages and lobby say to each other
seeks     who looks for an opponent                  pairing    who was found is given a match
notices   what pages are told, at whichever node     halls      the pages that are told
live      what is played now                         archive    what was played
rooms     what is said in the lobby and at matches
"""
