"""The client that fills the terminal. It draws scenes and knows no game, as the browser's does.

app        what each key does               client     the match behind it: what is known, what is asked
drawn      what is seen, panel by panel     arranging  which panel stands where, at any size
plan       who, what, where: the menu       pages      question, odds, why not, log, rules, help
grid       a board in rows and columns      canvas     ... as letters and colours
board      ... as a widget                  panels     pieces, cards, tracks, dice in styled text
dialogs    pages, yes or no, the curtain    words      every word the client says by itself
paint      colours, light and dark          looks      the style sheet
opening    from a record to an open screen

Textual is an extra, `gattai[terminal]`: only `app`, `drawn`, `board`, `dialogs` and `looks` need it.
"""
