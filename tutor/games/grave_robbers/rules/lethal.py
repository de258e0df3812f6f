"""Lethal FX, which kill without an attack."""

from __future__ import annotations

from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.rules.fx_aims import qualifies
from tutor.games.grave_robbers.rules.fx_queue import effect_name, effect_of
from tutor.games.grave_robbers.rules.props_leaving import kill
from tutor.games.grave_robbers.table import Pending, Studio


@rule("lethal/kills-outright")
def kill_outright(g: Studio, entry: Pending) -> None:
    """A lethal FX kills the character that its player has chosen, without any comparison."""
    g.step("attack-lethal" if g.attack else "fx-lethal")
    still = qualifies(g, effect_of(g, entry.card, entry.ability), entry.target)
    g.note(
        "lethal/kills-outright",
        "{card} kills {victim}, whom {who} chose"
        + ("" if still else " and who qualified when the card was played, which is enough"),
        also=(
            "lethal/player-of-the-card-chooses",
            "lethal/must-meet-the-condition",
            "" if g.attack is None else "lethal/during-an-attack",
            "" if still else "fx/condition-on-resolving",
        ),
        card=effect_name(g, entry),
        victim=g.called(entry.target),
        who=g.names[entry.by],
    )
    kill(g, entry.target)
    if g.attack is not None:
        g.step("attack-settle")
