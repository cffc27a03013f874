"""A.E.G.I.S. at the command line.

presenter       everything below, behind the contract of `terminal.presenters`
board           the field in plain text       roster          the units and the shape they are in
card_page       cards, Actions and squads in print
grouped_menu    hundreds of options, by unit and kind
laid_table      two units on an open field    terms           "target EVA +1", read and laid
forecast        what an Action will come to   action_page     ... and printed
matrix_page     who should shoot whom         odds_command    `gattai odds aegis`
squad_file      a squad in a file, judged     own_commands    `gattai aegis`
"""
