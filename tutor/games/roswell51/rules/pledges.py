"""What it leads to if somebody pays a number of spoints for the damage to a survivor."""

from __future__ import annotations

from typing import NamedTuple

from tutor.games.roswell51.people import Person, Survivor
from tutor.games.roswell51.rules.spoints import bars_help, helpers
from tutor.games.roswell51.table import Movie


class Asked(NamedTuple):
    """One who is asked to pay for damage, of which `need` is still unpaid; those asked later have `left` spoints."""

    g: Movie
    who: Survivor
    person: Person
    need: int
    left: int

    def owns(self) -> bool:
        """Whether the survivor is this player's own."""
        return self.person.seat == self.who.seat

    def barred(self, n: int) -> bool:
        """Whether nobody else may help once so many are paid."""
        return self.owns() and bars_help(self.g, self.who.rest - n)

    def least(self) -> int:
        """Fewer than this, but not none, cannot be enough."""
        short = self.need - self.left
        return max(short, min(self.need, self.who.rest)) if self.barred(0) else short

    def others(self) -> str:
        """Who is asked later: one player by name, or “the others”."""
        people = helpers(self.g, self.who)
        later = people[people.index(self.person) + 1 :]
        return self.g.names[later[0].seat] if len(later) == 1 else "the others"

    def lacking(self) -> str:
        """Why fewer than the least are not enough."""
        if self.barred(0):
            return f"nobody can help while {self.g.named(self.who.card):has|have} rest spoints"
        return f"{self.others()} can add only {self.left}" if self.left else "nobody else can add any"

    def label(self, n: int) -> str:
        """What it means to pay so many."""
        hero, missing = self.g.named(self.who.card), self.need - n
        if not n and (missing > self.left or self.barred(0)):
            return "Flail" if self.owns() else f"Let {hero} flail"
        if not n:
            return f"Flail unless {self.others()} will pay" if self.owns() else "Pay none"
        if 0 < missing <= self.left and not self.barred(n):
            return f"Pay {n}, and ask {self.others()} for {missing}"
        return f"Pay {n}"
