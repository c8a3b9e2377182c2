"""Words: engine values and errors in, Discord text out; nothing here knows discord.py."""
