"""The account API: registration, log-in, settings, reports.

messages    requests and responses
entry       guests, registration, log-in with a password
passkeys    log-in with a passkey                   account     own sessions, name, data
programs    tokens and bots                         others      blocks and reports about others
moderators  reports, measures, the log              mail        mail address, forgotten passwords
text        limits on what people write
"""
