"""The course of a battle: what is asked when, rounds and turns, moves, Momentum and duties."""
