"""Bots: players that are programs.

bot           the interface: sees what its seat may see, and answers one question
random_bot    each option equally likely
greedy        the answer with the best expected score
search        looks ahead for a number of rollouts, or for a time; lookahead has the methods
kinds         the bots that come with gattai, and their settings
registry      bots by name, with their settings; including those of other distributions
evaluation    the interface of evaluations; evaluations has one for each game
learnt        trained evaluations: features of a table, weights, and the weights that ship
consider      the first steps of a decision: options, determinizations, a shortlist
simulation    the rules run from a determinization
expectation   the expected score of an answer
worker        bots that run in other processes and can be stopped
coach         advice for a person; review judges a finished game with the same function
stdio         bots that are external programs, in any language
"""
