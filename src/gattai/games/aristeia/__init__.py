"""Aristeia! (Corvus Belli): a four-a-side arena sport of symbol dice, Switches and Tactics."""
