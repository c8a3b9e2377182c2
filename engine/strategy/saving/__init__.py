"""Games that save rolls for later turns: values fitted to sampled cards, since there are too many cards to know all.

A state is a card as in the five-dice tables, and the rolls saved. The cards with equally many boxes filled are a level.
A level's values follow from those of the next one (turn.py) and are fitted by a linear model of the card (features.py)
for each number of saved rolls; the last levels, and all where boxes are filled in order, are kept exactly.
"""
