"""Aristeia! at the command line.

forecast        what a roll will come to        roll_page       ... and printed
odds_command    `gattai odds aristeia`
"""
