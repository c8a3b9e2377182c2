"""Pixels from values: scorecards, results and dice as pictures, and the words for who can't see them; no Discord."""
