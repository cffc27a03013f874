"""What a match is made of: who is there, who thinks, what comes in time, what a row of its journal does."""
