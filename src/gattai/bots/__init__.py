"""Who answers when no person does.

bot           what a bot is: it sees what its seat may see, and answers one question
random_bot    each option equally likely
greedy        the best expected worth of one answer
search        looks ahead by Monte Carlo tree search
registry      bots by name, with their settings
evaluations   what a table is worth and which answers are worth a look, by game
aegis_ideas   such answers in A.E.G.I.S.
course        the rules run from a table that a bot imagines
expectation   what an answer is worth on average
worker        bots that think in other processes and can be stopped
match         mirrored games between two bots, and their score
"""
