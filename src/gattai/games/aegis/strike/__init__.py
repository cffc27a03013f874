"""How an Action is carried out: whom it reaches, its dice, what it does to those it hits."""
