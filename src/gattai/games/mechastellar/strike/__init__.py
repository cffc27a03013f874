"""An attack from its aim to its Counter: what both sides bring, the exchange of dice, damage, losses."""
