"""MechaStellar at the command line.

rules_page      rulesets in print, and how two differ
unit_page       profiles, weapons and forces in print
own_commands    `gattai mechastellar`
laid_table      two units on open ground        worked_examples  attacks the document plays out
forecast        what an attack will come to     attack_page      ... and printed
odds_command    `gattai odds mechastellar`
"""
