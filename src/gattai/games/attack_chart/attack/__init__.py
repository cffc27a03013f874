"""The Attack Sequence: the numbers that dice need, melee modifiers, and the rolls."""
