"""Robot Empire: commands of this game only.

own_commands   `gattai robot-empire`: check and list decks, print cards, chances to draw
"""
