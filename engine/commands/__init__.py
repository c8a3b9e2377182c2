"""What the commands of `python -m engine` say of a record, one module a command; files belong to `engine.__main__`."""
