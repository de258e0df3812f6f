"""Everything that a rule can ask: a choice, several choices at once, a roll, a draw or a shuffle; and `Cut`.

A rule is a generator. It yields one of these and is sent the answer. Nothing here knows a game; games subclass
`Choose` to say which values may be tried, why some are refused, and how they read on screen.
"""

from tutor.engine.core.asks.ask import Ask, Cut, Random, Rule, Value, folded, spell
from tutor.engine.core.asks.choices import PASS, Choose, Labels, Option, Pick, Prompt, Refusal, Together, WhoActs
from tutor.engine.core.asks.luck import Aim, Chance, Draw, Roll, Shuffle, draw, shuffle
