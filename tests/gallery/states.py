"""The gallery's states: every part of the desk, without a game behind it."""

from typing import Any, cast

from tutor.ui.model import State
from tutor.ui.model_panel import RuleText
from tutor.ui.model_question import Option
from tutor.ui.model_table import Card, Graph, Zone
from tutor.ui.pictures.graph_picture import drawn

RULES: dict[str, RuleText] = {
    "spoints/plus-one-damage": {
        "text": "Each spoint paid after a hit adds one to the damage.",
        "source": "lines 700 to 704",
        "section": "Spoints",
        "page": 24,
    },
    "spoints/rest-own-survivor-only": {
        "text": "Rest spoints serve only the card they lie on.",
        "source": "lines 688 to 690",
        "section": "Spoints",
        "page": 23,
        "unclear": "The book does not say whether a card out of play keeps them.",
        "ruling": "They are gone with the card.",
        "readings": [
            {"id": "gone", "text": "the spoints leave with the card", "chosen": True},
            {"id": "kept", "text": "the spoints return with the card", "chosen": False},
        ],
    },
    "spoints/target-max-eleven": {"text": "A target never rises above 11.", "source": "line 712"},
    "action-rolls/two-dice-at-or-under": {"text": "Two dice at or under the target succeed.", "source": "line 402"},
}


def survivor(key: str, name: str, icon: str, stats: tuple[int | None, ...], n: int, **more: object) -> Card:
    """Return a survivor card; `stats` are Muscle, Speed, Brains and Guts."""
    labels = ("Muscle", "Speed", "Brains", "Guts")
    return {
        "key": key,
        "type": "survivor",
        "origin": "stand-in",
        "name": name,
        "icon": icon,
        "stats": [{"label": label, "value": value} for label, value in zip(labels, stats, strict=True)],
        "tokens": [{"label": "rest", "n": n}],
        **more,
    }  # type: ignore[typeddict-item]


def monster(key: str, name: str, value: int, icon: str, origin: str = "printed", **more: object) -> Card:
    """Return a monster card."""
    return {"key": key, "type": "monster", "origin": origin, "name": name, "value": value, "icon": icon, **more}  # type: ignore[typeddict-item]


def roswell() -> State:
    """A table in the middle of an attack, with a prediction to make and two closed options."""
    colonel = survivor("colonel", "The Colonel", "star", (6, 5, 7, 8), 2, state="acting")
    colonel["stats"][0]["lit"] = True
    colonel["tokens"] = [{"label": "rest", "n": 2, "spent": 3}]
    colonel["held"] = [{"name": "Big Wrench +1", "type": "item", "origin": "stand-in"}]
    quiet = {"tag": "sits out"}
    zones: list[Zone] = [
        {
            "id": "screen",
            "label": "Now showing: Reel 2",
            "note": "11 cards left in the reel",
            "layout": "frames",
            "span": 9,
            "rows": 2,
            "cards": [
                monster("terrors", "Outer Space Terrors", 5, "tentacles", "stand-in", caption="*I*"),
                {
                    "key": "frame 2",
                    "type": "card",
                    "name": "Mystery card",
                    "face": "down",
                    "caption": "*II*shown later",
                },
                {
                    "key": "raygun",
                    "type": "item",
                    "origin": "stand-in",
                    "name": "Alien Raygun",
                    "icon": "raygun",
                    "text": "Brains, +2 damage",
                    "caption": "*III*",
                },
            ],
        },
        {
            "id": "sanctuary",
            "label": "Sanctuary I",
            "layout": "slot",
            "span": 3,
            "cards": [
                {
                    "key": "lab",
                    "type": "sanctuary",
                    "origin": "printed",
                    "name": "The Lab",
                    "icon": "flask",
                    "tokens": [{"label": "points", "n": 8}],
                    "tag": "empty",
                }
            ],
        },
        {
            "id": "power",
            "label": "Power spoints",
            "layout": "row",
            "span": 3,
            "tracks": [{"label": "You", "n": 0}, {"label": "Ben", "n": 5}, {"label": "Ida", "n": 4}],
        },
        {
            "id": "throngs",
            "label": "The Director's throngs",
            "layout": "stacks",
            "slots": [
                {
                    "id": "1",
                    "label": "Slot 1: strength *6 + 3 = 9*",
                    "cards": [
                        monster("riders", "Six Swarming Riders", 6, "saucer", state="target"),
                        monster("neighbors", "Three Strange Neighbors", 3, "crowd"),
                    ],
                },
                {
                    "id": "2",
                    "label": "Slot 2: strength *4*",
                    "cards": [monster("horrors", "Four Mutant Horrors", 4, "eye")],
                },
                {"id": "3", "label": "Slot 3", "cards": [], "empty": "open"},
                {"id": "4", "label": "Slots 4 to 6", "cards": [], "empty": "open at 9 cards, now 3"},
            ],
        },
        {
            "id": "survivors",
            "label": "Your survivors",
            "layout": "row",
            "cards": [
                colonel,
                survivor("reporter", "The Reporter", "camera", (4, 7, 7, 6), 3, **quiet),
                survivor("robot", "The Robot", "robot", (7, None, 8, None), 4, **quiet),
            ],
        },
    ]
    return {
        "head": {
            "game": "Roswell 51",
            "section": "Spoints",
            "page": 24,
            "pages": 40,
            "step": 5,
            "steps": 8,
            "can_undo": True,
            "can_redo": False,
            "contents": [
                {
                    "page": page,
                    "title": title,
                    "part": part,
                    "state": "done" if page < 24 else "now" if page == 24 else "next",
                }  # type: ignore[typeddict-item]
                for page, title, part in (
                    (22, "Action rolls", "Attacking"),
                    (23, "Raising a stat", "Attacking"),
                    (24, "Spoints", "Spoints"),
                    (25, "Power spoints", "Spoints"),
                )
            ],
        },
        "flow": {
            "nodes": [
                {"id": label, "label": label, "state": "done" if at < 6 else "now" if at == 6 else "next"}  # type: ignore[typeddict-item]
                for at, label in enumerate(
                    (
                        "Your turn",
                        "Take + Attack",
                        "Take the item",
                        "Name a target",
                        "Raise Muscle",
                        "Roll two dice",
                        "Raise damage",
                        "Damage die",
                        "Reveal frame II",
                        "Next player",
                    )
                )
            ]
        },
        "words": {
            "kind": "do",
            "text": "A hit! Each *spoint* you pay now adds 1 damage. The Riders fall at 6; your Wrench gives 1.",
            "rulebook": {
                "text": "Damage spoints come after a hit and ahead of the die. Each one is a point on the final total.",
                "rule": "spoints/plus-one-damage",
                "lines": "lines 700 to 704",
            },
        },
        "question": {
            "id": "damage 1",
            "title": "How many spoints on damage?",
            "working": "Die + 1 Wrench + spoints must reach 6.",
            "mode": "answer",
            "seat": {"index": 0, "name": "You"},
            "predict": {
                "prompt": "Will the Riders fall?",
                "options": [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}],
            },
            "options": [
                {"id": "0", "label": "No spoints", "odds": {"ways": 2, "of": 6, "faces": [5, 6]}},
                {"id": "1", "label": "1 spoint", "odds": {"ways": 3, "of": 6, "faces": [4, 5, 6]}},
                {"id": "2", "label": "2 spoints", "odds": {"ways": 4, "of": 6, "faces": [3, 4, 5, 6]}},
                {
                    "id": "ben",
                    "label": "2, and ask Ben for 2",
                    "odds": {"ways": 6, "of": 6, "faces": [1, 2, 3, 4, 5, 6]},
                },
                {
                    "id": "4",
                    "label": "4 of the Colonel's",
                    "refusals": [
                        {
                            "rule": "spoints/plus-one-damage",
                            "why": "Needs 4 spoints, Colonel has 2.",
                            "fix": {"text": "Ask Ben for 2 of his 5", "option": "ben"},
                        }
                    ],
                },
                {
                    "id": "reporter",
                    "label": "The Reporter's 3",
                    "refusals": [
                        {
                            "rule": "spoints/rest-own-survivor-only",
                            "why": "Rest spoints serve one card, hers.",
                            "fix": {"text": "Use power spoints", "option": "ben"},
                        }
                    ],
                },
            ],
        },
        "zones": zones,
        "roll": {
            "id": "muscle",
            "title": "The Colonel's target, taken apart",
            "dice": [4, 3],
            "sides": 6,
            "target": {"n": 9, "label": "target"},
            "parts": [{"n": 6, "label": "Muscle"}, {"n": 3, "label": "spoints"}],
            "cap": {"n": 11, "text": "Cap 11: at most 5 would count.", "rule": "spoints/target-max-eleven"},
            "ways": {str(total): 6 - abs(total - 7) for total in range(2, 13)},
            "hits": list(range(2, 10)),
            "base_hits": list(range(2, 7)),
            "text": "4 + 3 = 7: hit",
            "working": "Muscle 6 alone would have missed.",
        },
        "notes": [
            {
                "id": "37",
                "text": "4 + 3 = 7, not over 9: the Colonel hits.",
                "rule": "action-rolls/two-dice-at-or-under",
            },
            {"id": "36", "text": "3 rest spoints lift Muscle from 6 to 9.", "rule": "spoints/plus-one-damage"},
            {
                "id": "35",
                "text": "The Colonel takes the Big Wrench; frame II refills face down.",
                "rule": "screen/refill-face-down",
            },
            *({"id": str(n), "text": f"Note number {n}.", "rule": "turn/order"} for n in range(34, 0, -1)),  # type: ignore[typeddict-item]
        ],
        "rules": RULES,
        "words_table": [
            {
                "zone": "Screen",
                "text": "frame I, Outer Space Terrors, value 5. Frame II, a mystery card. Frame III, Alien Raygun.",
            },
            {
                "zone": "Throngs",
                "text": "slot 1, Six Swarming Riders and Three Strange Neighbors. Slot 2, Four Mutant Horrors.",
            },
        ],
    }


RING = {"1": (1, 1), "2": (1, 2), "3": (1, 3), "$": (2, 3), "4": (3, 3), "5": (3, 2), "6": (3, 1), "!": (2, 1)}
PLACES = {"$": "Store", "!": "City"}


def conspiracy() -> State:
    """A ring of eight places with events on it, dice for health, seats and tools: a practice table."""
    cards: dict[str, list[Card]] = {
        "1": [{"key": "e1", "type": "event", "name": "New event", "face": "down"}],
        "3": [
            {"key": "e3", "type": "alien", "origin": "stand-in", "name": "Grey Watcher", "value": 7, "state": "target"}
        ],
        "5": [{"key": "e5", "type": "event", "origin": "stand-in", "name": "Lights over the Mill", "value": 9}],
    }
    here = {
        "3": [{"label": "A", "name": "Ada stands here", "lit": True}],
        "$": [{"label": "B", "name": "Ben stands here"}, {"label": "C", "name": "Cy stands here"}],
    }
    ring: list[Zone] = [
        {
            "id": f"place {name}",
            "label": PLACES.get(name, f"Place {name}"),
            "layout": "ring",
            "place": {"row": row, "column": column},
            "cards": cards.get(name, []),
            "empty": "" if name in PLACES else "no event",
            "badges": here.get(name, []),  # type: ignore[typeddict-item]
            "lit": name == "3",
            **(
                {"option": "to 2"}
                if name == "2"
                else {"option": "to $"}
                if name == "$"
                else {"option": "to 5"}
                if name == "5"
                else {}
            ),
        }
        for name, (row, column) in sorted(RING.items(), key=lambda item: item[1])
    ]
    hands: list[Zone] = [
        {
            "id": "investigators",
            "label": "Investigators",
            "layout": "row",
            "cards": [
                {
                    "key": "ada",
                    "type": "character",
                    "origin": "printed",
                    "name": "Ada",
                    "dice": [5, 3],
                    "state": "acting",
                    "tokens": [{"label": "points", "n": 12}],
                },
                {
                    "key": "ben",
                    "type": "character",
                    "origin": "printed",
                    "name": "Ben",
                    "dice": [6],
                    "tokens": [{"label": "points", "n": 4}],
                },
                {
                    "key": "cy",
                    "type": "character",
                    "origin": "printed",
                    "name": "Cy",
                    "dice": [1],
                    "state": "out",
                    "tokens": [{"label": "points", "n": 0}],
                },
            ],
        },
        {
            "id": "items",
            "label": "Your items",
            "note": "only you see them",
            "layout": "row",
            "cards": [
                {
                    "key": "i1",
                    "type": "item",
                    "origin": "stand-in",
                    "name": "Geiger Counter",
                    "text": "Re-roll one die of an attempt.",
                    "option": "use i1",
                },
                {
                    "key": "i2",
                    "type": "item",
                    "origin": "derived",
                    "name": "First-aid Kit",
                    "text": "Heal one health.",
                    "option": "use i2",
                },
            ],
        },
        {
            "id": "countdown",
            "label": "Invasion countdown",
            "layout": "row",
            "span": 6,
            "tracks": [{"label": "rounds left", "n": 6, "max": 10}],
        },
        {"id": "deck", "label": "Event deck", "layout": "row", "span": 6, "tracks": [{"label": "cards", "n": 31}]},
    ]
    return {
        "accent": {"light": "#7a3b8f", "dark": "#d9a6ec"},
        "head": {
            "game": "Alien Conspiracy",
            "home": "?state=roswell",
            "section": "Practice table",
            "can_undo": True,
            "can_redo": True,
        },
        "flow": {
            "nodes": [
                {"id": "1", "label": "New events", "state": "done"},
                {"id": "2", "label": "Actions", "state": "now"},
                {"id": "3", "label": "Aliens move", "state": "next"},
                {"id": "4", "label": "Countdown", "state": "next"},
            ]
        },
        "question": {
            "id": "action 1",
            "title": "Ada, what now?",
            "working": "2 actions left of 3.",
            "mode": "answer",
            "seat": {"index": 0, "name": "Ada"},
            "options": [
                {"id": "to 2", "label": "Move to 2", "group": "Move"},
                {"id": "to $", "label": "Move to the Store", "group": "Move"},
                {"id": "attempt", "label": "Take on the Grey Watcher", "group": "Act", "odds": {"ways": 21, "of": 36}},
                {"id": "use i1", "label": "Use the Geiger Counter", "group": "Act"},
                *(
                    Option(
                        id=f"to {name}",
                        label=f"Move to {name}",
                        refusals=[
                            {
                                "rule": "moving/one-step",
                                "why": "More than one step from 3.",
                                "fix": {"text": "Go to 2 first", "option": "to 2"},
                            }
                        ],
                    )
                    for name in ("1", "4", "5", "6")
                ),
                {
                    "id": "use i2",
                    "label": "Use the First-aid Kit",
                    "refusals": [
                        {"rule": "items/heal", "why": "Ada has all her health.", "fix": {"text": "Keep it for later"}}
                    ],
                },
            ],
        },
        "zones": [*ring, *hands],
        "notes": [
            {"id": "3", "text": "Ada finds the Grey Watcher.", "rule": "events/flip"},
            {"id": "2", "text": "You drew a First-aid Kit.", "rule": "items/draw", "private": True},
            {"id": "1", "text": "Three events come up: 1, 3 and 5.", "rule": "events/new"},
        ],
        "rules": {"moving/one-step": {"text": "A move goes one step along the ring.", "source": "line 88", "page": 6}},
        "words_table": [{"zone": "Ring", "text": "Ada stands on 3 with a Grey Watcher; Ben and Cy are at the Store."}],
        "seats": {
            "me": 0,
            "open": True,
            "list": [
                {"index": 0, "name": "Ada", "kind": "you"},
                {"index": 1, "name": "Ben", "kind": "bot"},
                {"index": 2, "name": "Cy", "kind": "bot", "out": True},
            ],
        },
        "tools": [
            {"id": "odds", "label": "Odds", "pressed": True, "place": "hand"},
            {"id": "save", "label": "Save or load"},
            {"id": "new", "label": "New game"},
        ],
    }


def quiz() -> State:
    """A question with an explanation for every answer, before it is answered."""
    state = roswell()
    state["words"] = {
        "kind": "quiz",
        "prompt": "One answer is right",
        "text": "Think back to the last attack before you answer.",
    }
    state["question"] = {
        "id": "quiz 1",
        "title": "When are damage spoints paid?",
        "mode": "quiz",
        "options": [
            {"id": "a", "label": "Before the two dice are rolled"},
            {"id": "b", "label": "After a hit, before the damage die"},
            {"id": "c", "label": "After the damage die"},
        ],
    }
    return state


EXPLAINED = {
    "a": ("wrong", "Those raise the target; they are spent whether or not the attack hits."),
    "b": ("right", "A hit opens the moment, and the die closes it."),
    "c": ("wrong", "By then the total stands: 4 + 1 Wrench stays 5."),
}


def quiz_answered() -> State:
    """The same after an answer."""
    state = quiz()
    question = state["question"]
    question["next"] = "Next"
    question["feedback"] = {
        "verdict": "right",
        "text": "Yes: *after a hit, before the die*.",
        "rule": "spoints/plus-one-damage",
    }
    for option in question["options"]:
        verdict, option["explanation"] = EXPLAINED[option["id"]]
        option["verdict"] = verdict  # type: ignore[typeddict-item]
    return state


def many() -> State:
    """A wall of open options in two groups."""
    state = roswell()
    state["question"] = {
        "id": "many 1",
        "title": "What do you say?",
        "mode": "answer",
        "options": [
            Option(id=f"say {n}", label=f"You played tool {n}", group="Tools" if n < 30 else "Cards") for n in range(59)
        ],
    }
    return state


def sixteen() -> State:
    """A question with sixteen options of one kind."""
    state = roswell()
    options = [Option(id=f"go {n}", label=f"Go to place {n}") for n in range(16)]
    state["question"] = {"id": "sixteen 1", "title": "Where do you go?", "mode": "answer", "options": options}
    return state


def slots() -> State:
    """Two slots that stand for answers, one of them with a card that stands for another answer."""
    state = roswell()
    ids = ("slot 1", "slot 2", "card")
    options = [Option(id=id, label=f"Choose {id}") for id in ids]
    state["question"] = {"id": "slots 1", "title": "Which one?", "mode": "answer", "options": options}
    (throngs,) = [zone for zone in state["zones"] if zone["id"] == "throngs"]
    first, second, *_ = throngs["slots"]
    first["option"], second["option"], second["cards"][0]["option"] = ids
    return state


def long_list() -> State:
    """A question with many open and many closed options."""
    state = roswell()
    state["question"] = {
        "id": "long 1",
        "title": "Which card do you play?",
        "mode": "answer",
        "seat": {"index": 0, "name": "You"},
        "options": [
            *(
                Option(id=f"open {n}", label=f"Open card {n}", group="Creatures" if n < 8 else "Props")
                for n in range(14)
            ),
            *(
                Option(
                    id=f"shut {n}",
                    label=f"Closed card {n}",
                    refusals=[
                        {
                            "rule": "play/cost",
                            "why": f"Needs {n} popcorn, you have 1.",
                            "fix": {"text": "Play open card 3", "option": "open 3"},
                        }
                    ],
                )
                for n in range(2, 18)
            ),
        ],
    }
    return state


def reading() -> State:
    """A step that only says something, with nothing on the table."""
    return {
        "head": {
            "game": "Shelter",
            "section": "What you want",
            "page": 1,
            "pages": 22,
            "step": 1,
            "steps": 6,
            "can_undo": False,
            "can_redo": False,
        },
        "words": {
            "kind": "say",
            "prompt": "Why we are here",
            "text": "The house holds until dawn, or it does not. "
            "You win together if one of you lives when the clock runs out at six in the morning.",
        },
        "question": {
            "id": "say 1",
            "title": "Go on when you’ve read this",
            "mode": "next",
            "options": [],
            "next": "Set the table",
        },
        "notes": [],
    }


def saving() -> State:
    """The open panel for saving and loading, with an error message."""
    state = conspiracy()
    state["dialog"] = {
        "id": "record",
        "title": "Save or load this game",
        "text": "The text holds the whole game. Keep it, or paste another.",
        "textarea": "game: alien_conspiracy\nseed: 7\n1 move 2\n2 roll 3 4\n",
        "textarea_label": "Record",
        "problem": "Step 2: a roll of 3 7 cannot come from two dice.",
        "buttons": [
            {"id": "load", "label": "Load"},
            {"id": "copy", "label": "Copy", "kind": "copy"},
            {"id": "file", "label": "Download", "kind": "download", "name": "game.txt"},
            {"id": "upload", "label": "Open a file", "kind": "upload"},
            {"id": "close", "label": "Close"},
        ],
    }
    return state


def graph() -> State:
    """A graph whose nodes stand for options."""
    nodes = [
        {
            "id": name,
            "label": PLACES.get(name, name),
            "x": 80 + 200 * (column - 1),
            "y": 50 + 110 * (row - 1),
            "state": {"3": "now", "2": "reach", "$": "reach"}.get(name, "plain"),
            "option": f"to {name}",
            "badges": ["A"] if name == "3" else [],
            "text": "a place of the ring",
        }
        for name, (row, column) in RING.items()
    ]
    order = list(RING)
    picture: Graph = {
        "id": "ring",
        "title": "The ring of locations",
        "nodes": nodes,  # type: ignore[typeddict-item]
        "edges": [{"from": a, "to": b} for a, b in zip(order, order[1:] + order[:1], strict=True)],
        "width": 560,
        "height": 330,
        "twin": ["Ada stands on 3. From there one step leads to 2 or to the Store."],
    }
    state = conspiracy()
    state["zones"] = state["zones"][8:]
    state["graph"] = cast("Graph", drawn(cast("dict[str, Any]", picture)))
    return state


MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b>'


def _with_markup(value: object, free: bool = False) -> object:
    words = {
        "text",
        "why",
        "label",
        "title",
        "working",
        "name",
        "note",
        "prompt",
        "explanation",
        "detail",
        "caption",
        "empty",
        "game",
        "section",
    }
    if isinstance(value, dict):
        return {key: _with_markup(item, key in words) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_markup(item) for item in value]
    return f"{value} {MARKUP}" if free and isinstance(value, str) else value


def markup() -> State:
    """The first state with markup in every text."""
    return _with_markup(roswell())  # type: ignore[return-value]


STATES = {
    "roswell": roswell,
    "conspiracy": conspiracy,
    "quiz": quiz,
    "quiz-answered": quiz_answered,
    "long": long_list,
    "many": many,
    "sixteen": sixteen,
    "slots": slots,
    "reading": reading,
    "saving": saving,
    "graph": graph,
    "markup": markup,
}
