"""What `import tutor` gives a designer: games, matches, odds, numbers, simulations and sweeps, drawn in a notebook.

Everything here names what the engine, the lab and the desks can do, and shows it: HTML in a notebook, text elsewhere.
"""
