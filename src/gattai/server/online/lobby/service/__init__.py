"""What one elected process of the site does for all: it pairs players, rates matches and publishes the lobby.

election   which process it is          leading   what that process does
describing the lobby from the database  halls     published changes of the lobby, and how other nodes follow them
"""
