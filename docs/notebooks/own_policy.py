# %% [markdown]
# # A policy that learns
#
# Greedy takes the answer with the best score, and the evaluation that scores it was tuned by hand. Here games teach it: greedy plays against
# itself, every state that it scored is stored as a row of *features* (what units can do, never which they are) with the result of the game, and a
# logistic regression learns the chance to win. A match of mirrored games shows the gain.
#
# Needs `pip install 'gattai[lab]'`. With the numbers below it takes about three minutes of one core.

# %%
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from gattai.lab.training.fitting import fitted, loss_of
from gattai.lab.training.pipeline import Wish, features_of, sample_of, train

GAMES = 800  # short: 8
PROOF = 400  # short: 2
SEED = "1"
OPENING = 0  # random first answers of every game; see below

# %% [markdown]
# ## Play, learn and test
#
# Greedy sets up its units in the same way in every game, so with `OPENING = 0` all games begin at a handful of positions. The match below only
# shows that the weights play well at these. With `OPENING = 10`, the default of `gattai bots train`, every game has its own opening.
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
# How well are the results of unseen games predicted, after training on more and more games? Lower is better.

# %%
features = features_of("attack-chart")
sample = sample_of(pl.read_parquet(folder / "tables" / "round-1.parquet"), features)
unseen = sample.part(sample.game % 5 == 0)
print(f"by hand: {loss_of(unseen.seen[:, 0], unseen.score):.4f}")
curve = {}
for share in (8, 4, 2, 1):
    chosen = (sample.game % 5 != 0) & (sample.game < GAMES // share)
    if np.unique(sample.score[chosen]).size > 1:
        fit = fitted(sample.part(chosen), len(features.stages), 0, 1)
        curve[GAMES // share] = loss_of(fit.leads(unseen), unseen.score)
        print(f"{GAMES // share:>5} games: {curve[GAMES // share]:.4f}")

# %% [markdown]
# ## The result
#
# The first feature is the hand-tuned score; the others correct it.

# %%
mean = np.mean(weights.plain, axis=0)
for at in np.argsort(-np.abs(mean))[:8]:
    print(f"{weights.features[at]:>20} {mean[at]:+.3f}")
