"""Robot Empire: a card game of robot armies for two to six players."""
