"""The phases of a battle: questions, rounds and turns, moves, Momentum and duties."""
