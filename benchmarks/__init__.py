"""Measured figures, each a ratio against a floor of the same run, and the simulated Discord that drives them."""
