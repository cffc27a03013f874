"""How an Action is resolved: its targets, its dice and its effects."""
