"""Shared by local servers and sites: sockets, the client's files, the library of games."""
