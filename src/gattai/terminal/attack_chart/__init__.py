"""Attack chart: what no scene says.

odds_command   `gattai odds attack-chart`            laid_table    two units to be asked about
chart_page     the Chart and the Formula, printed    matrix_page   many attacks, as a table
"""
