"""Aristeia! at the command line.

presenter       the match in words, behind the contract of `terminal.presenters`
forecast        what a roll will come to        roll_page       ... and printed
odds_command    `gattai odds aristeia`
"""
