"""Who plays the batches: this process, several, or a cluster. All play the same function."""
