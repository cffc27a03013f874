"""How a node keeps a match that is not its own: any other node may play the same one at the same time.

kept        a match at one moment, to go on from        journal   rows go to the database, then to other nodes
clocks      time, counted from rows                     worker    bots that answer, job by job
attendance  who looks at it, here and elsewhere
"""
