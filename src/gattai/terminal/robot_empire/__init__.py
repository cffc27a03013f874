"""Robot Empire in plain text.

odds_command   `gattai odds robot-empire`: words read; odds_page prints what comes of it
own_commands   `gattai robot-empire`: decks checked and listed, cards printed
"""
