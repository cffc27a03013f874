"""MechaStellar: commands of this game only.

rules_page      prints rulesets and their differences
unit_page       prints profiles, weapons and forces
own_commands    `gattai mechastellar`
"""
