"""Attack chart: commands of this game only.

own_commands   `gattai attack-chart`     chart_page   prints the Chart and the Formula
"""
