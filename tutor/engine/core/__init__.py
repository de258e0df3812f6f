"""What every game is built on: tables with declared fields, questions, moves, rules, and matches.

A game imports from here what its rules are written with: questions and their answers, moves, sums, piles, and words for
notes. What declares tables and cards is imported from the modules themselves, and so are matches, because rules know
nothing of them.
"""

from tutor.engine.book.names import Name, Names, listed, name_of
from tutor.engine.core.asks import (
    PASS,
    Aim,
    Choose,
    Cut,
    Draw,
    Pick,
    Prompt,
    Random,
    Refusal,
    Roll,
    Rule,
    Together,
    Value,
    WhoActs,
    draw,
    shuffle,
)
from tutor.engine.core.game import Bot, Fate, Game, Measure, Outcome, Position, Setup, View, face_up, marked, zone
from tutor.engine.core.moves import NOTHING, Closed, Decline, Menu, Move, Moves
from tutor.engine.core.piles import Pile
from tutor.engine.core.state import NOBODY
from tutor.engine.core.sums import Part, Sum
from tutor.engine.core.table import Many, ManyOrNo, Note, Table, Task, ordinal, spelled_out, told, whole_percent
from tutor.engine.core.windows import choose, vote
