"""Odds: exact probabilities from running the rules with every outcome.

distribution   results with their exact chances
exact          walks a procedure of the rules through every outcome of the dice
luck           the result of an action against its odds, without the effect of choices
reckoning      the luck of a whole record, with totals per side
policy         how choices are made in the walk: nobody spends, or best for the chooser
"""
