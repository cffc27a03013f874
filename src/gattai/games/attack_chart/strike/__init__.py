"""The Attack Sequence: what dice need, what a melee does to them, and how they are rolled."""
