"""A.E.G.I.S.: squads of five robots on a hex grid that share energy and combine."""
