"""Running the rules: the driver, batches of games, and sources of dice."""
