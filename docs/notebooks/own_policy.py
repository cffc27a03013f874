# %% [markdown]
# # A policy that learns
#
# Greedy takes the answer after which the table is worth most, and what a table is worth was set by hand. Here games teach it: greedy plays against
# itself, every table that it judged is kept as a row of *traits* (what units can do, never which they are) with how the game ended, and a logistic
# regression learns the chance to win. A match of mirrored games says whether it was worth it.
#
# Needs `pip install 'gattai[lab]'`. With the numbers below it takes about three minutes of one core.

# %%
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from gattai.lab.training.course import Wish, sample_of, train, traits_of
from gattai.lab.training.fitting import fitted, loss_of

GAMES = 800  # short: 8
PROOF = 400  # short: 2
SEED = "1"
OPENING = 0  # first answers of every game that are drawn; see below

# %% [markdown]
# ## Play, learn, and be tested
#
# Greedy sets its units up in the same way in every game, so with `OPENING = 0` all games begin at a handful of tables. What is learnt here plays well at
# these tables, and that is all the match below says. With `OPENING = 10`, which is usual for `gattai bots train`, every game begins at a table of its own.
# Try it, and another seed: how much of the score was luck?

# %%
folder = Path(tempfile.mkdtemp())
wish = Wish("attack-chart", SEED, GAMES, rounds=1, opening=OPENING, proof=PROOF, workers=1)
weights, (point,) = train(wish, folder, print)
assert point.score is not None and point.low is not None and point.high is not None
print(f"against greedy: {point.score:.1%} of {PROOF} games ({point.low:.1%} to {point.high:.1%})")

# %% [markdown]
# ## The curve
#
# How well are the ends of games told that nothing was learnt from, with more and more games? Lower is better.

# %%
traits = traits_of("attack-chart")
sample = sample_of(pl.read_parquet(folder / "tables" / "round-1.parquet"), traits)
unseen = sample.part(sample.game % 5 == 0)
print(f"by hand: {loss_of(unseen.seen[:, 0], unseen.score):.4f}")
curve = {}
for share in (8, 4, 2, 1):
    chosen = (sample.game % 5 != 0) & (sample.game < GAMES // share)
    if np.unique(sample.score[chosen]).size > 1:
        fit = fitted(sample.part(chosen), len(traits.stages), 0, 1)
        curve[GAMES // share] = loss_of(fit.leads(unseen), unseen.score)
        print(f"{GAMES // share:>5} games: {curve[GAMES // share]:.4f}")

# %% [markdown]
# ## What it has learnt
#
# The first trait is the hand-set worth; the others correct it.

# %%
mean = np.mean(weights.plain, axis=0)
for at in np.argsort(-np.abs(mean))[:8]:
    print(f"{weights.traits[at]:>20} {mean[at]:+.3f}")
