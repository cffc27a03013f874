"""The full-screen client. Like the browser client, it draws scenes and knows no game.

app        handles the keys                 pages      question, odds, why not, log, rules, help
drawn      draws the panels                 arranging  places the panels at any size
board      the board as a widget            canvas     the board as characters and colours
dialogs    pages, yes or no, the curtain    looks      the style sheet
opening    opens the screen for a record

Textual is an extra, `gattai[terminal]`: only `app`, `drawn`, `board`, `dialogs` and `looks` need it.
"""
