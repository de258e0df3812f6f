"""What `import tutor` gives a designer: games, matches, odds, numbers, simulations and sweeps, drawn in a notebook.

Everything here names something that the engine, the lab and the desks can do, and shows it as HTML in a notebook
and as text elsewhere.
"""
