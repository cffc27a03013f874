"""How nodes tell each other what was written. PostgreSQL stays the truth: what gets lost here is a delay.

bus     what a node asks of one      near    within one process: a site of one node needs no other
nats    by NATS, for several nodes
"""
