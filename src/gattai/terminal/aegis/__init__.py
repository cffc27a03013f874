"""A.E.G.I.S.: commands of this game only.

own_commands    `gattai aegis ...`            squad_file      checks squads in files
card_page       prints cards
"""
