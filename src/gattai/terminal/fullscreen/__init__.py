"""The client that fills the terminal. It draws scenes and knows no game, as the browser's does.

app        what each key does               pages      question, odds, why not, log, rules, help
drawn      what is seen, panel by panel     arranging  which panel stands where, at any size
board      a board as a widget              canvas     ... as letters and colours
dialogs    pages, yes or no, the curtain    looks      the style sheet
opening    from a record to an open screen

Textual is an extra, `gattai[terminal]`: only `app`, `drawn`, `board`, `dialogs` and `looks` need it.
"""
