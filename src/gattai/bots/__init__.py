"""Who answers when no person does.

bot          what a bot is: it sees what its seat may see, and answers one question
random_bot   each option equally likely
registry     bots by name
"""
