"""The tables, step by step. Old nodes still serve while a step is made: expand first, contract in a later version."""
