"""What a player can do, a chapter a file; each deed says why not and what follows."""
