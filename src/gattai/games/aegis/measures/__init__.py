"""What is measured: an action, for telling luck; a whole game, for studies."""
