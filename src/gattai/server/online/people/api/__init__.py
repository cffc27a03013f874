"""The addresses at which people say who they are and what they want.

messages    what is sent and told
entry       coming in and going out: guests, new accounts, passwords
passkeys    the same with a passkey                 account     one's own sessions, name, data
programs    tokens and bots                         others      whom one meets: blocks, reports
moderators  reports, what is done, the log          mail        letters, for a password that was forgotten
text        how much of what people write is read
"""
