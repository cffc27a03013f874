"""Robot Empire in plain text.

presenter      the table, hands and cards, for the commands that know no game
own_commands   `gattai robot-empire`: decks checked and listed, cards printed
"""
