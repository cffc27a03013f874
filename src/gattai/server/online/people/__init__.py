"""The people of a site: who they are, how they prove it, and what they may do.

naming      unique names                      persons     guests, accounts, bots
passwords   hashed, a few at a time           passkeys    keys that never leave a device
sessions    log-in by cookie                  tokens      log-in by token
cookie      the one cookie of the site        attempts    limits counted in the database
blocks      people not to be paired with      moderation  reports, measures and their log
warnings    must be confirmed                 leaving     export and deletion of personal data
outbox      mails that confirm an address     people      combines these and identifies the caller
desk        the part of the site; its endpoints are in api/
"""
