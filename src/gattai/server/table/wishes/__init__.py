"""What seats ask of each other: to take something back, to leave it at a draw."""
