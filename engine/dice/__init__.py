"""What the dice games share: dice, patterns, rulesets, scorecards and the one game that plays them."""
