"""A desk that shows one state of the gallery after another and responds to presses."""

from copy import deepcopy
from urllib.parse import parse_qs

from IPython.display import display
from states import STATES, quiz_answered

from tutor.ui.desk import Desk
from tutor.ui.model import Message, State


class Gallery:
    """Every answer produces a note and the next question, and undo takes both back."""

    def __init__(self) -> None:
        self.desk = Desk(self.hear)
        self.past: list[State] = []
        self.future: list[State] = []

    def hear(self, message: Message) -> None:
        """Do what the page asks."""
        match message:
            case {"type": "hello", "search": search, "stored": stored}:
                name = parse_qs(search.removeprefix("?")).get("state", ["roswell"])[0]
                self.desk.show(STATES[name]())
                self.desk.keep("visits", str(int(stored.get("visits", "0")) + 1))
            case {"type": "tool", "id": "nothing"}:
                self.past.clear()
                self.future.clear()
                self.desk.show({})  # type: ignore[typeddict-item]
            case {"type": "tool", "id": name} if name in STATES:
                self.desk.show(STATES[name]())
            case {"type": "answer", "option": option}:
                self.advance(option)
            case {"type": "predict", "option": option}:
                state = self.now()
                state["question"]["predict"]["chosen"] = option
                self.desk.show(state)
            case {"type": "undo"} if self.past:
                self.future.append(self.now())
                self.show(self.past.pop())
            case {"type": "redo"} if self.future:
                self.past.append(self.now())
                self.show(self.future.pop())
            case {"type": "dialog", "id": "close"}:
                self.desk.change(dialog=None)
            case {"type": "tool", "id": "save"}:
                self.desk.change(dialog=STATES["saving"]()["dialog"])

    def now(self) -> State:
        """Return a copy of what is shown."""
        return deepcopy(self.desk.state)  # type: ignore[return-value]

    def show(self, state: State) -> None:
        """Show `state` with undo and redo as they are possible now."""
        state["head"] = {**state["head"], "can_undo": bool(self.past), "can_redo": bool(self.future)}
        self.desk.show(state)

    def advance(self, option: str) -> None:
        """Go on from an answer."""
        state = self.now()
        self.past.append(self.now())
        self.future.clear()
        if state["question"]["mode"] == "quiz":
            self.show(quiz_answered())
            return
        word, count = state["question"]["id"].split(" ")
        state["question"]["id"] = f"{word} {int(count) + 1}"
        state["question"]["title"] = f"Question number {int(count) + 1}"
        state["notes"] = [{"id": f"answer {count}", "text": f"Answer {count}: {option}."}, *state["notes"]]
        if "roll" in state:
            face = 1 + int(count) % 6
            state["roll"] = {**state["roll"], "id": count, "dice": [face, 7 - face]}
        self.show(state)


def show() -> None:
    """Display the gallery's desk."""
    display(Gallery().desk)
