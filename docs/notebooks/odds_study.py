# %% [markdown]
# # A study of odds
#
# What will an attack do? The code that plays the game also enumerates every throw, so the odds are exact, not sampled. We compute the odds
# of one attack, check them against dice, and compare the first attacks of many games.

# %%
from fractions import Fraction

import gattai

SEEDS = 40  # short: 3
THROWS = 400  # short: 20

# %% [markdown]
# ## One attack, exactly
#
# A match waits at a question. `play_out` continues until a condition holds: here, until an attack is offered.


# %%
def before_an_attack(seed: int) -> gattai.Match:
    """Return a match of this seed at the first question that offers an attack."""
    match = gattai.game("attack-chart").begin(seed=seed, rounds=2)
    return match.play_out("greedy", until=lambda now: bool(attacks(now)))


def attacks(match: gattai.Match) -> list[str]:
    """Return the options that attack."""
    return [option for option in match.options() if option.startswith("attack")]


match = before_an_attack(7)
option = attacks(match)[0]
odds = match.odds(option)
print(odds)

# %% [markdown]
# A notebook shows `odds` as a bar chart. The probabilities are fractions and add up to one. Each reason names its rule.

# %%
assert sum(odds.chances.values()) == Fraction(1)
print(*odds.reasons, sep="\n")

# %% [markdown]
# ## The same with dice
#
# A fork is a separate match with other dice. How often does each result occur?

# %%
counted: dict[int, int] = dict.fromkeys(odds.chances, 0)
target = option.partition("[(")[2].partition(")")[0].rpartition(" ")[0]


def strength(now: gattai.Match) -> int:
    """Return the hit points left to the target, over all models."""
    return sum(unit.hp for unit in now.state.units if unit.card.id == target)


for throw in range(THROWS):
    fork = match.fork(seed=throw)
    before = strength(fork)
    fork.play(option)
    lost = before - strength(fork)
    counted[lost] = counted.get(lost, 0) + 1
for number, chance in odds.chances.items():
    print(f"{number:>3}  exact {float(chance):6.1%}  thrown {counted[number] / THROWS:6.1%}")

# %% [markdown]
# ## The first attacks of many games

# %%
means: list[float] = []
for seed in range(SEEDS):
    match = before_an_attack(seed)
    if not match.is_over:
        means.append(match.odds(attacks(match)[0]).mean)
mean = sum(means) / len(means)
print(f"{len(means)} first attacks: {mean:.2f} expected on average, {max(means):.2f} at most")
