"""Who answers when no person does.

bot           what a bot is: it sees what its seat may see, and answers one question
random_bot    each option equally likely
greedy        the best expected worth of one answer
search        looks ahead for a number of looks, or for a time; ahead is how
kinds         the bots that come with gattai: how each is made, and what can be set
registry      bots by name, with their settings; those of other distributions too
evaluations   what a table is worth and which answers are worth a look; eyes has one for each game
learnt        eyes that were trained: traits of a table, weights, and what ships with gattai
consider      how a thinking bot begins: what is offered, how the table may look, a shortlist
course        the rules run from a table that a bot imagines
expectation   what an answer is worth on average
worker        bots that think in other processes and can be stopped
hint          what a bot would do, for a person who asks; review weighs a game that is over by the same
stdio         a bot that is a program of its own, in any language
"""
