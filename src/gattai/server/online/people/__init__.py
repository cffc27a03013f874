"""The people of a site: who they are, how they prove it, and what they may.

naming      names that others can be told apart by      persons     guests, accounts, bots
passwords   hashed, a few at a time                     passkeys    keys that never leave a device
sessions    who is known by a cookie                    tokens      who is known by a token
cookie      the one cookie of the site                  attempts    what is counted in the database
blocks      whom somebody does not want to meet         moderation  reports, what is done, and the log of it
warnings    what somebody has to read first             leaving     one's data to take along, and going
letters     sent to an address, to find out whose       people      all of these together, and who calls
desk        the part of the site; its addresses are in api/
"""
