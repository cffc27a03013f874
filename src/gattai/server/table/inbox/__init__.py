"""What arrives at a match and what happens with it: answers, bots' thoughts, rows of the journal."""
