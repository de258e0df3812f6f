"""A class behind a proxy with two servers, as `docs/hosting.md` describes it: one is killed, and everybody goes on."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from websockets.exceptions import ConnectionClosed

from tests.line import Caller
from tests.pages import PATIENCE_SECONDS, Address, Site, new_context, serving, wait_ready
from tutor.paths import PACKAGE

pytestmark = [pytest.mark.server, pytest.mark.browser]

ROOT = PACKAGE.parent
DESCRIBED = ("127.0.0.1:8866", "127.0.0.1:8867")
CLASS = 20
PLAYING = "game=roswell51"
AROUND = """\
daemon off;
pid {folder}/pid;
worker_processes 1;
error_log {folder}/errors;
events {{ worker_connections 500; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/tutor.conf;
}}
"""


def find_nginx() -> str:
    """Return the path of an nginx."""
    names = [os.environ.get("NGINX", ""), "nginx", "/usr/sbin/nginx", str(ROOT / ".venv/nginx/usr/sbin/nginx")]
    found = next((found for name in names if name and (found := shutil.which(name))), None)
    assert found, "there is no nginx; sh tools/nginx.sh gets one"
    return found


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def netloc(site: Site) -> str:
    return f"127.0.0.1:{urlsplit(site.url).port}"


@contextmanager
def proxied(servers: tuple[Site, Site], folder: Path) -> Iterator[Address]:
    """Put nginx in front of two servers, with the same file that hosts use."""
    described = (ROOT / "docs" / "nginx.conf").read_text(encoding="utf-8")
    for old, server in zip(DESCRIBED, servers, strict=True):
        for form in (str, lambda text: text.replace(".", r"\.")):
            assert form(old) in described
            described = described.replace(form(old), form(netloc(server)))
    port = free_port()
    described = described.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("tutor.example.org", "localhost")
    (folder / "tutor.conf").write_text(described, encoding="utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder), encoding="utf-8")
    command = [find_nginx(), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors")]
    nginx = subprocess.Popen(command)
    front = Address(f"http://localhost:{port}")
    try:
        while nginx.poll() is None:
            with suppress(OSError):
                assert front.ask(f"{front.url}/healthz")[0] == 200
                break
        yield front
    finally:
        nginx.terminate()
        assert nginx.wait(PATIENCE_SECONDS) == 0, (folder / "errors").read_text(encoding="utf-8")


def unnamed(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state without the name of its playback, because each kernel gives another name."""
    playing = {key: value for key, value in state.get("playing", {}).items() if key != "name"}
    return {**state, "playing": playing}


class Learner(Caller):
    """A visitor who plays, and who reloads the page when the connection has been cut.

    What was shown before must be there again. If the press before the cut had been stored already, it must count.
    """

    moved = 0

    def plays(self, presses: int, random: Random) -> None:
        """Press anything a few times."""
        for _ in range(presses):
            before, kept = self.state, dict(self.kept)
            question = before["question"]
            option = random.choice([option["id"] for option in question["options"] if not option.get("refusals")])
            try:
                self.say(type="answer", ask=question["id"], option=option)
            except ConnectionClosed:
                had_counted = self.kept != kept
                self.arrive()
                self.moved += 1
                if not had_counted:
                    assert unnamed(self.state) == unnamed(before)
                    assert self.kept == kept
                    self.say(type="answer", ask=question["id"], option=option)
            assert self.state != before


def test_one_of_two_servers_is_killed_in_the_middle_of_a_class_and_everybody_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    room = ("--kernels", str(CLASS + 2), "--proxied")
    with (
        serving(*room) as first,
        serving(*room) as second,
        proxied((first, second), tmp_path) as front,
        ThreadPoolExecutor(4) as crowd,
        closing(new_context(browser)) as context,
    ):
        page = context.new_page()
        learners = [*crowd.map(lambda _: Learner(front, "play.ipynb", PLAYING), range(CLASS))]
        wait_ready(page, front.page("play.ipynb", PLAYING), ".ask [data-open]")
        sides = {learner.cookie for learner in learners}
        assert sides == {"tutor=a", "tutor=b"}
        (mine,) = (f"tutor={cookie['value']}" for cookie in context.cookies() if cookie["name"] == "tutor")
        assert mine in sides
        lost = sum(learner.cookie == mine for learner in learners)
        assert 0 < lost < CLASS

        def go_on(n: int) -> None:
            learners[n].plays(3, Random(n))

        [*crowd.map(go_on, range(CLASS))]
        assert not any(learner.moved for learner in learners)
        first_move = page.locator(".ask [data-open]").first
        shown = page.locator(".ask")
        opening = shown.inner_text()
        first_move.click()
        expect(shown).not_to_have_text(opening, use_inner_text=True)
        asked = shown.inner_text()

        server = first if mine == "tutor=a" else second
        playing = [crowd.submit(go_on, n) for n in range(CLASS)]
        server.process.send_signal(signal.SIGKILL)
        for played in playing:
            played.result()
        [*crowd.map(go_on, range(CLASS))]
        assert sum(learner.moved for learner in learners) == lost
        assert {learner.cookie for learner in learners} == sides - {mine}

        expect(shown).to_have_text(asked, use_inner_text=True)
        for learner in learners:
            learner.leave()
