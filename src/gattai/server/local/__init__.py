"""The local server of `gattai play`: matches in files, tokens, invitations."""
