"""What each control does, by its word: one file a family of controls."""
