"""The rules of Parlour's games, pure: no Discord, no asyncio, no clock, no files, no global randomness."""
