"""How nodes tell each other about new rows. PostgreSQL is authoritative: a lost message only causes a delay.

bus     the interface      near    within one process, for a site with one node
nats    over NATS, for several nodes
"""
