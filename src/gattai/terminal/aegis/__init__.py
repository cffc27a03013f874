"""A.E.G.I.S.: what no scene says.

own_commands    `gattai aegis ...`            squad_file      squads in files, judged
card_page       cards, printed                odds_command    `gattai odds aegis`
laid_table      two units to be asked about   terms           what is given beside the cards
matrix_page     squad against squad
"""
