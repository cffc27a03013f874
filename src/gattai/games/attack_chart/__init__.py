"""Attack chart: the one-sheet attack sequence, Power against Defence, as a firefight on hexes."""
