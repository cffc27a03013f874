"""Robot Empire in plain text.

presenter      the table, hands and cards, for the commands that know no game
noted_menu     options at the prompt, with prices and figures
odds_command   `gattai odds robot-empire`: words read; odds_page prints what comes of it
own_commands   `gattai robot-empire`: decks checked and listed, cards printed
"""
