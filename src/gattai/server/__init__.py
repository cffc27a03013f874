"""The server: the only part that knows about time, people and networks.

messages  messages between pages and server; schema: the same as JSON Schema
table     one match being played; it knows no disk and no account
    match       handles what arrives, in order    opening     how a match begins
    viewer      what a page is shown next         history     scenes and logs for each seat
    clock       how long a silent seat is waited for          timeliness  whether an answer comes at its time
    undo        who wants an answer back          thinking    where bots think and luck is reckoned
    journal     how a match is written down       played      a match as its parts see it
    lessons     guided games                      replays     any step of a transcript
    seating     what a transcript does not say
local     a table at home
    play        `gattai play`: opens the table    app         which address does what
    access      who is let in                     keys        tokens
    connection  one page's connection             room        all matches
    store       their files                       ledger      a match's file while it is played
    disk        whole files, appended lines, a lock           reading     a match from its file; writes nothing
    examining   what others send, read with a deadline        library     games and rules as cards
    static_files  the browser client
"""
