"""What every site of ours has, at home or on a host's machine: sockets, files of the client, the library of games."""
