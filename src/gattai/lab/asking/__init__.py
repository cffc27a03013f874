"""Questions that take many studies: a curve, the number at a root, what each piece is worth, a league."""
