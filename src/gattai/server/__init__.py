"""The server: the only part that knows time, people and networks.

messages   what pages and server say to each other    schema     the same as JSON Schema
play       `gattai play`: opens the table             app        which address does what
guard      who is let in                              keys       tokens
room       all matches                                shelf      their files
match      one match: what is said, in order          opening    how a match begins
page       what a page is shown next                  socket     one page's connection
chronicle  scenes and logs, seat by seat
thinking   where bots think and luck is reckoned      replays    any step of a transcript
library    games, rules and squads as cards
hearing    whether an answer comes at its time        patience   how long a silent seat is waited for
pages      the files of the browser client            lessons    guided games
disk       whole files, appended lines, a lock        ledger     a match's file while it is played
reading    a match from its file; writes nothing      seating    what a transcript does not say
examining  what others send, read with a deadline     taking_back  who wants an answer back
"""
