"""What a member sees and presses."""
