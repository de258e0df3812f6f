"""The chapters in the book’s order; importing this registers every rule."""

# ruff: noqa: A004, I001  the order and the names are the book's
from tutor.games.grave_robbers.rules import overview as overview
from tutor.games.grave_robbers.rules import title as title
from tutor.games.grave_robbers.rules import setup as setup
from tutor.games.grave_robbers.rules import turn as turn
from tutor.games.grave_robbers.rules import turn_hand as turn_hand
from tutor.games.grave_robbers.rules import establishing as establishing
from tutor.games.grave_robbers.rules import speak as speak
from tutor.games.grave_robbers.rules import timing as timing
from tutor.games.grave_robbers.rules import fx_window as fx_window
from tutor.games.grave_robbers.rules import popcorn as popcorn
from tutor.games.grave_robbers.rules import characters as characters
from tutor.games.grave_robbers.rules import props as props
from tutor.games.grave_robbers.rules import locations as locations
from tutor.games.grave_robbers.rules import fx as fx
from tutor.games.grave_robbers.rules import fx_queue as fx_queue
from tutor.games.grave_robbers.rules import fx_effects as fx_effects
from tutor.games.grave_robbers.rules import lethal as lethal
from tutor.games.grave_robbers.rules import props_leaving as props_leaving
from tutor.games.grave_robbers.rules import traits as traits
from tutor.games.grave_robbers.rules import traits_psycho as traits_psycho
from tutor.games.grave_robbers.rules import attack as attack
from tutor.games.grave_robbers.rules import attack_totals as attack_totals
from tutor.games.grave_robbers.rules import attack_outcome as attack_outcome
from tutor.games.grave_robbers.rules import credits as credits
from tutor.games.grave_robbers.rules import end as end
from tutor.games.grave_robbers.rules import scoring as scoring
