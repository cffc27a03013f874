"""Odds: the same rules, answered with every outcome.

distribution   results with their exact chances
exact          walks a procedure of the rules through every way the dice can fall
policy         who chooses what while the dice are walked: nobody spends, or best for the chooser
"""
