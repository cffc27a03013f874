"""What is measured: single actions, to compare results with luck; whole games, for studies."""
