"""Combat: damage, the battle, and its odds."""
