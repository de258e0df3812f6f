"""The front page: which games there are."""

import ipywidgets
from IPython.display import display

GAMES = {
    "alien_conspiracy": "Alien Conspiracy",
    "shelter": "Shelter",
    "grave_robbers": "Grave Robbers from Outer Space",
    "doppelganger": "Doppelganger",
    "roswell51": "Roswell 51",
}


def index() -> None:
    """Show the front page in a notebook."""
    chosen = ipywidgets.HTML("Choose a game.")
    buttons = [ipywidgets.Button(description=title) for title in GAMES.values()]
    for button in buttons:
        button.on_click(lambda pressed: chosen.set_trait("value", f"You chose {pressed.description}."))
    display(ipywidgets.VBox([ipywidgets.HTML("<h1>Rules tutor</h1>"), ipywidgets.HBox(buttons), chosen]))
