"""Attack chart: what no scene says.

forecast       what an attack will come to, exactly
attack_page    one attack, printed                   matrix_page   many attacks, as a table
chart_page     the Chart and the Formula, printed    odds_command  `gattai odds attack-chart`
"""
