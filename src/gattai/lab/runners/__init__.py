"""Runners of batches: this process, several processes, or a cluster."""
