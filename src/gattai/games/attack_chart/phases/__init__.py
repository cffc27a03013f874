"""The phases of a firefight: the next question, and who is next."""
