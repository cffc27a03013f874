"""An attack from its aim to its Counter: pools, the exchange of dice, damage, losses."""
