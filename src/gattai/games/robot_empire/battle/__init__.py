"""Combat: damage, the battle, and what chance there is in it."""
