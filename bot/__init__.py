"""Parlour on Discord: sessions, boards, commands and the store around the pure engine."""
