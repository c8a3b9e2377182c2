"""What card games share: cards, and Klondike's table, rules, view, menu and solver."""
