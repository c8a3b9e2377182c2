"""The real bot against simulated Discord (simcord), in a page on this machine: no token, no account."""
