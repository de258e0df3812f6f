"""A picture on a separate page in a real browser, to which Python responds as in a widget."""

import json
from collections import defaultdict
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, Page

from tests.pages import barriers
from tutor.ui.bundle import DESK, DESK_SHEETS, modules, script, style, widget_style

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pictures</title>
<meta name="viewport" content="width=device-width"><style>:root {{ color-scheme: {scheme}; }}
body {{ margin: 12px; background: light-dark(#f2ebdd, #10141b); }} {styles}</style></head><body><main id="root">
<h1>Pictures</h1><div id="picture"></div></main><script type="module">{script}
const send = (message) => window.pressed(JSON.stringify(message));
window.draw = (data, told = send) => {draw}(document.getElementById("picture"), data, told);
window.draw({data});</script></body></html>"""

TILE_MAP = ("drawTileMap", ("motion", "marks", "panning", "tileart", "tilemap"), ("marks", "tilemap"))
"""What draws a map of tiles: the function, the scripts and the style sheets."""

blank: defaultdict[tuple[Browser, str], list[Page]] = defaultdict(list)
"""Blank pages by their browsers and options. A page that has shown something is kept for the next one, because a new
page has to read and compile the scripts, and axe, once more."""


class Lent:
    """A page that is blank at first; once everything has gone well on it, `give_back` leaves it for others."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.kind = (browser, str(options))
        self.page = blank[self.kind].pop() if blank[self.kind] else browser.new_page(**options)
        self.size = self.page.viewport_size
        self.taken_back = ExitStack()
        """What has to be called before others may have the page."""

    def on(self, event: Any, act: Any) -> None:
        """Call a function at every such event of the page."""
        self.page.on(event, act)
        self.taken_back.callback(self.page.remove_listener, event, act)

    def give_back(self) -> None:
        """Leave the page as it was: blank, as large and as light, with nothing stored and no pointer on it."""
        self.page.evaluate(
            "location.protocol === 'http:' && [localStorage, sessionStorage].forEach((kept) => kept.clear())"
        )
        self.page.goto("about:blank")
        self.taken_back.close()
        self.page.unroute_all()
        self.page.set_viewport_size(self.size)
        self.page.emulate_media(color_scheme="light")
        self.page.mouse.move(-1, -1)
        blank[self.kind].append(self.page)


class Shown(Lent):
    """A picture on a page; presses go to Python, and the page draws the answer as a widget would.

    Without `faces`, the page names no fonts and uses the machine's own.
    """

    def __init__(self, browser, draw, scripts, sheets, data, answer, width=1280, scheme="light", faces=True):
        super().__init__(browser, viewport={"width": width, "height": 900}, reduced_motion="reduce")
        self.trouble, self.messages, self.answer = [], [], answer
        self.on("console", lambda message: self.trouble.append(message.text))
        self.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.on("request", lambda request: self.asked(request.url))
        self.taken_back.enter_context(self.page.expose_function("pressed", self.pressed))
        styles = widget_style(*sheets) if faces else style(*sheets)
        html = PAGE.format(scheme=scheme, styles=styles, script=modules(*scripts), draw=draw, data=json.dumps(data))
        self.page.set_content(html)

    def asked(self, url):
        if not url.startswith("data:"):
            self.trouble.append(url)

    def pressed(self, text):
        message = json.loads(text)
        self.messages.append(message)
        self.page.evaluate("(text) => { setTimeout(() => window.draw(JSON.parse(text))) }", self.text(message))

    def text(self, message):
        """Return the answer to a message as a text, which Playwright hands over much faster than what it stands for."""
        return json.dumps(self.answer(message))

    def draws(self, message):
        """Draw the answer to a message that the page has not sent."""
        self.page.evaluate("(text) => window.draw(JSON.parse(text))", self.text(message))

    @property
    def focus(self):
        return self.page.evaluate("document.activeElement.mark?.key ?? null")

    def done(self, looked_at=False):
        """Check that nothing went wrong on the page and, the first time for such a page, let axe check it."""
        assert self.trouble == [], self.trouble
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if not looked_at:
            found = barriers(self.page)
            assert not found, [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found]
        self.give_back()


DESK_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Table</title>
<meta name="viewport" content="width=device-width"><style>{styles}</style></head>
<body data-desk-page style="margin: 0"><div id="root"></div><script type="module">{script}
const listening = {{}}, held = {{ state: JSON.stringify({state}), store: {{}}, marks: {marks} }};
window.sent = [];
window.model = {{
  get: (name) => held[name], off() {{}}, send: (message) => sent.push(message),
  on: (event, act) => {{ listening[event] = act; }},
  show(state) {{ held.state = JSON.stringify(state); listening["change:state"](); }},
}};
render({{ model, el: document.getElementById("root") }});</script></body></html>"""


class Laid(Lent):
    """A desk on a separate page, which shows the states that it gets and collects its messages."""

    def __init__(self, browser: Browser, state: Any, marks: Any = None, **options: Any) -> None:
        super().__init__(browser, **{"viewport": {"width": 1280, "height": 800}, **options})
        self.trouble: list[str] = []
        texts = {"state": json.dumps(state), "marks": json.dumps(marks)}
        self.html = DESK_PAGE.format(styles=style(*DESK_SHEETS), script=script(*DESK), **texts)
        self.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.route("http://desk.test/", lambda route: route.fulfill(body=self.html, content_type="text/html"))
        self.page.goto("http://desk.test/")

    def show(self, state: Any) -> None:
        """Show another state, and wait until it is drawn."""
        self.page.evaluate(
            """async (text) => {
                model.show(JSON.parse(text));
                await new Promise(requestAnimationFrame);
                await new Promise(requestAnimationFrame);
            }""",
            json.dumps(state),
        )

    def sent(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of a type that the page has sent."""
        return [message for message in self.page.evaluate("sent") if message["type"] == kind]

    def done(self) -> None:
        """Check that nothing went wrong on the page."""
        assert self.trouble == [], self.trouble
        self.give_back()
