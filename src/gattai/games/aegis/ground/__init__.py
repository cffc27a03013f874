"""What a battle is fought on: one interface, and what the standard mode makes of it."""
