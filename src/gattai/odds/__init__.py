"""Odds: the same rules, answered with every outcome.

distribution   results with their exact chances
exact          walks a procedure of the rules through every way the dice can fall
luck           what an action came to against its odds: no choice adds to it
reckoning      the luck of a whole record, with the sums of each side
policy         who chooses what while the dice are walked: nobody spends, or best for the chooser
"""
