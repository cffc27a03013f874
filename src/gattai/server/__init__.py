"""The server: the only part that knows time, people and networks.

messages   what pages and server say to each other    schema     the same as JSON Schema
play       `gattai play`: opens the table             app        which address does what
guard      who is let in                              keys       tokens
room       all matches                                shelf      their files
match      one match: what is said, in order          opening    how a match begins
page       what a page is shown next                  socket     one page's connection
chronicle  scenes and logs, seat by seat              luck       dice beside what was expected
advice     odds, previews, why not                    thinking   where bots think
library    games, rules and squads as cards           replays    any step of a transcript
hearing    whether an answer comes at its time        patience   how long a silent seat is waited for
pages      the files of the browser client            lessons    guided games
"""
