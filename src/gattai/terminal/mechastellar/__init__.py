"""MechaStellar at the command line.

presenter       the table in words, behind the contract of `terminal.presenters`
rules_page      rulesets in print, and how two differ
unit_page       profiles, weapons and forces in print
own_commands    `gattai mechastellar`
"""
