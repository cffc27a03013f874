"""MechaStellar VER10 in hex play."""
