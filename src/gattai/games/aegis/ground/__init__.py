"""The battlefield: one interface for hex fields and open tables."""
