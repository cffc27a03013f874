"""Attack chart in plain text.

presenter      board, roster and odds for the commands that know no game
board          the field and the units on it
forecast       what an attack will come to, exactly
attack_page    one attack, printed                   matrix_page   many attacks, as a table
chart_page     the Chart and the Formula, printed    odds_command  `gattai odds attack-chart`
"""
