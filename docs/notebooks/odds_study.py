# %% [markdown]
# # A study of odds
#
# What will an attack do? The rules answer themselves: the same code that plays the game walks through every throw, so the numbers are exact,
# not sampled. We look at one attack closely, then at the first attacks of many games, and check the odds against dice.

# %%
from fractions import Fraction

import gattai

SEEDS = 40  # short: 3
THROWS = 400  # short: 20

# %% [markdown]
# ## One attack, exactly
#
# A match stands at a question. `play_out` goes on until something is so: here, until an attack is offered.


# %%
def before_an_attack(seed: int) -> gattai.Match:
    """A match of this seed that stands where somebody may attack."""
    match = gattai.game("attack-chart").begin(seed=seed, rounds=2)
    return match.play_out("greedy", until=lambda now: bool(attacks(now)))


def attacks(match: gattai.Match) -> list[str]:
    """The attacks among the options."""
    return [option for option in match.options() if option.startswith("attack")]


match = before_an_attack(7)
option = attacks(match)[0]
odds = match.odds(option)
print(odds)

# %% [markdown]
# A notebook draws `odds` as bars. The chances are fractions and add up to one, and each has its reasons, with the rule.

# %%
assert sum(odds.chances.values()) == Fraction(1)
print(*odds.reasons, sep="\n")

# %% [markdown]
# ## The same with dice
#
# A fork is a match of its own with other dice. How often does it come out as the odds say?

# %%
counted: dict[int, int] = dict.fromkeys(odds.chances, 0)
target = option.partition("[(")[2].partition(")")[0].rpartition(" ")[0]


def strength(now: gattai.Match) -> int:
    """The hit points that the target has left, all models together."""
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
