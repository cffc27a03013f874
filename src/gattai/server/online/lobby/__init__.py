"""The lobby: seeks, pairing, live games, chat, the archive.

lobby     combines all of these     messages     messages between pages and lobby
seeks     who looks for an opponent  pairing   begins matches for players who were found
notices   notices to pages on any node  live_lobby  the pages in the lobby
live      matches in progress        archive   completed matches
rooms     what is said in the lobby and at matches
"""
