"""What a host and a visitor can expect of the server, and what nobody can get from it."""

import asyncio
import gc
import gzip
import json
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from html import escape
from pathlib import Path
from urllib.request import Request, build_opener
from uuid import uuid4

import psutil
import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from playwright.sync_api import Page, expect
from tornado.web import Finish
from tornado.websocket import WebSocketClosedError, WebSocketHandler
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from tests.line import call, ending, kernel_of, message, unpack
from tests.pages import PATIENCE_SECONDS, Site, has_no_serious_barrier, serving, wait_ready, write_notebook
from tests.typed import Typed
from tutor.serving import closing
from tutor.serving.closing import Closing
from tutor.serving.console import MOST_CHARACTERS, OneLine
from tutor.serving.gate import RESTARTING, SENTENCES
from tutor.serving.handlers import Channels
from tutor.serving.kernels import PromptConnection
from tutor.serving.leftovers import sweep
from tutor.serving.server import Server
from tutor.serving.settings import TEMPLATE_ROOT, Settings

pytestmark = pytest.mark.server

ASKING = """\
# only the author reads this
import os
from html import escape
from IPython.display import HTML
from voila.utils import get_query_string
HTML(f"<p id='asked'>{escape(get_query_string())} preheated={os.environ['VOILA_PREHEAT']}</p>")
"""
PRESSING = """\
import ipywidgets
button = ipywidgets.Button(description="Press")
button.on_click(lambda pressed: setattr(pressed, "description", pressed.description + "ed"))
button
"""
RESTING = "from IPython.display import HTML\nHTML('<p id=here>here</p>')"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which visitors may see some files, but not most of them."""
    base = tmp_path_factory.mktemp("served")
    folder = base / "notebooks"
    (folder / "drafts").mkdir(parents=True)
    write_notebook(folder / "index.ipynb", RESTING)
    write_notebook(folder / "asking.ipynb", ASKING)
    write_notebook(folder / "pressing.ipynb", PRESSING)
    write_notebook(folder / ".hidden.ipynb", RESTING)
    write_notebook(folder / "drafts" / "draft.ipynb", RESTING)
    write_notebook(base / "outside.ipynb", RESTING)
    (folder / "notes.txt").write_text("private", encoding="utf-8")
    (folder / "picture.png").write_bytes(b"private")
    (folder / "link.ipynb").symlink_to(base / "outside.ipynb")
    (folder / "way_out").symlink_to(base, target_is_directory=True)
    return folder


@pytest.fixture(scope="module")
def small(folder: Path) -> Iterator[Site]:
    """The same folder, served with many seats."""
    with serving("--notebooks", str(folder), "--kernels", "50") as site:
        yield site


def shown(html: str) -> str:
    """Return the HTML that a page's cells output."""
    outputs = re.findall(r'<script type="application/vnd.voila.cell-output\+json">(.*?)</script>', html, re.DOTALL)
    return "".join(json.loads(output)["data"].get("text/html", "") for output in outputs)


def test_the_bare_address_leads_to_the_front_page_with_its_query(small: Site) -> None:
    status, headers, _ = small.ask(f"{small.url}/?game=shelter")
    assert status == 302
    assert headers["Location"] == "/voila/render/index.ipynb?game=shelter"


@pytest.mark.parametrize(
    "path",
    [
        "voila/render/outside.ipynb",
        "voila/render/../outside.ipynb",
        "voila/render/%2e%2e/outside.ipynb",
        "voila/render/..%2foutside.ipynb",
        "voila/render/link.ipynb",
        "voila/render/way_out/outside.ipynb",
        "voila/render/.hidden.ipynb",
        "voila/render/drafts/draft.ipynb",
        "voila/render/index",
        "voila/render/notes.txt",
        "voila/files/notes.txt",
        "voila/files/picture.png",
        "voila/files/index.ipynb",
        "voila/tree",
        "voila/api/contents/index.ipynb",
        "api/contents/index.ipynb",
        "api/kernels",
        "api/terminals",
        "lab",
        "voila/static/../../../../../../../../etc/passwd",
        "voila/templates/rules-tutor/static/../conf.json",
        "voila/templates/..%2f..%2fbase/static/x",
        "voila/templates/x",
        "voila/labextensions/../../../../../../../etc/passwd",
        "api/kernels/00000000-0000-4000-8000-000000000000",
    ],
)
def test_nothing_but_the_meant_pages_is_reachable(small: Site, path: str) -> None:
    status, _, body = small.ask(f"{small.url}/{path}")
    assert status in (403, 404)
    assert "private" not in body
    assert "Traceback" not in body


def test_a_page_shows_no_source_and_names_no_other_machine(site: Site, small: Site) -> None:
    _, _, asking = small.ask(small.page("asking.ipynb"))
    assert "only the author" not in asking
    assert "get_query_string" not in asking
    for html in (asking, site.ask(site.page())[2]):
        assert not re.findall(r"""(?:src|href|from|import\()\s*[=(]?\s*["']\s*(?:https?:)?//[^"']*""", html)
        assert "cdn" not in html.lower()


def test_a_page_may_load_only_what_is_its_own(small: Site) -> None:
    _, headers, _ = small.ask(small.page())
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert "*" not in policy


def test_a_page_that_is_a_desk_loads_its_own_files_and_nothing_of_a_notebooks(site: Site) -> None:
    html = site.ask(site.page())[2]
    loaded = re.findall(r'(?:src|href)="(/[^"]+)"', html)
    assert [address.rpartition(".")[2] for address in loaded] == ["woff2", "woff2", "woff2", "css", "js"]
    for address, kind in zip(loaded[3:], ("text/css", "text/javascript"), strict=True):
        status, headers, body = site.ask(site.url + address)
        assert status == 200
        assert headers["Content-Type"].startswith(kind)
        assert "immutable" in headers["Cache-Control"]
        assert headers.get("Content-Encoding") is None
        with build_opener().open(Request(site.url + address, headers={"Accept-Encoding": "gzip"})) as answer:
            packed = answer.read()
        assert gzip.decompress(packed).decode() == body
    assert site.ask(f"{site.url}/voila/desk/other.js")[0] == 404


def test_the_fonts_that_the_sheet_names_are_files_of_the_server(site: Site) -> None:
    html = site.ask(site.page())[2]
    fonts, sheet = re.findall(r'href="(/[^"]+woff2)"', html), re.findall(r'href="(/[^"]+css)"', html)
    folder = sheet[0].rpartition("/")[0]
    named = set(re.findall(r'url\("([^"]+)"\)', site.ask(site.url + sheet[0])[2]))
    assert {f"{folder}/{name}" for name in named} == set(fonts)
    for address in fonts:
        with build_opener().open(Request(site.url + address, headers={"Accept-Encoding": "gzip"})) as answer:
            assert answer.headers["Content-Type"] == "font/woff2"
            assert "immutable" in answer.headers["Cache-Control"]
            assert answer.read().startswith(b"wOF2")


def test_a_notebook_that_does_not_call_itself_a_desk_is_shown_by_voila(small: Site) -> None:
    html = small.ask(small.page())[2]
    assert "voila.js" in html
    assert "/voila/desk/" not in html


def test_a_files_name_tells_how_long_it_may_be_kept(small: Site) -> None:
    config = json.loads(
        re.search(r'"jupyter-config-data"[^>]*>(.*?)</script>', small.ask(small.page())[2], re.DOTALL)[1]
    )
    for extension in config["federated_extensions"]:
        address = f"{small.url}/voila/labextensions/{extension['name']}/"
        assert "immutable" in small.ask(address + extension["load"].removeprefix("./"))[1]["Cache-Control"]
        assert small.ask(f"{address}package.json")[1]["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("preheat", ["0", "1"])
def test_a_query_reaches_a_kernel_whether_it_was_started_before_or_after_it(folder: Path, preheat: str) -> None:
    with serving("--notebooks", str(folder), "--preheat", preheat) as site:
        deadline = time.monotonic() + PATIENCE_SECONDS
        seen = ""
        while f"preheated={preheat == '1'}" not in seen and time.monotonic() < deadline:
            query = f"game=shelter&visit={uuid4()}&text=%3Cb%3E"
            seen = shown(site.ask(site.page("asking.ipynb", query))[2])
            assert f"{escape(query)} preheated=" in seen
        assert f"preheated={preheat == '1'}" in seen


def test_a_visitor_cannot_choose_another_template(small: Site) -> None:
    status, _, html = small.ask(small.page("index.ipynb", "template=lab&theme=dark"))
    assert status == 200
    assert "cdn" not in html.lower()


def test_a_name_that_is_not_this_machines_is_refused(small: Site, folder: Path) -> None:
    assert small.ask(f"{small.url}/", Host="elsewhere.example")[0] == 403
    with serving(
        "--notebooks", str(folder), "--preheat", "0", "--name", "tutor.example", "--base-url", "games"
    ) as site:
        status, headers, _ = site.ask(f"{site.url}/", Host="tutor.example")
        assert status == 302
        assert headers["Location"] == "/games/voila/render/index.ipynb"


@pytest.mark.parametrize(
    "path", ["", "nowhere", "healthz", "voila/static/x", "voila/templates/lab/static/x", "voila/desk/x"]
)
def test_no_address_answers_to_a_foreign_name(small: Site, path: str) -> None:
    for name in ("elsewhere.example", "localhost.elsewhere.example", "127.0.0.1.elsewhere.example", "[", "10.0.0.1"):
        status, _, body = small.ask(f"{small.url}/{path}", Host=name)
        assert (status, SENTENCES[403] in body) == (403, True), name
    assert small.ask(f"{small.url}/{path}", Host="LOCALHOST:1")[0] != 403


@pytest.mark.parametrize(
    "path", ["", "nowhere", "voila/static/x", "voila/render/index.ipynb", "api/kernels", "healthz"]
)
@pytest.mark.parametrize("method", ["PUT", "DELETE", "POST", "OPTIONS", "PATCH", "NONSENSE"])
def test_addresses_can_only_be_read(small: Site, path: str, method: str) -> None:
    status, headers, body = small.ask(f"{small.url}/{path}", method)
    assert (status, headers["Allow"]) == (405, "GET, HEAD")
    assert SENTENCES[405] in body


def test_whatever_goes_wrong_the_console_has_one_line_for_it(tmp_path: Path) -> None:
    pages, said = tmp_path / "pages", tmp_path / "console"
    pages.mkdir()
    write_notebook(pages / "index.ipynb", RESTING)
    write_notebook(pages / "removed.ipynb", RESTING)
    (pages / "broken.ipynb").write_text("{", encoding="utf-8")
    odd = ["voila/templates/lab/static/.", "voila/api/themes/x", "voila/labextensions/x", "voila/static/%00", "%1b[2J"]
    with said.open("w") as console, serving("--notebooks", str(pages), console=console) as site:
        for path in odd:
            assert site.ask(f"{site.url}/{path}")[0] in (403, 404)
        assert site.ask(f"{site.url}/voila/static/x", "DELETE")[0] == 405
        assert site.ask(site.page("broken.ipynb"))[0] == 400
        (pages / "removed.ipynb").unlink()
        assert site.ask(site.page("removed.ipynb"))[0] == 500
    lines = said.read_text().splitlines()
    refused = len(odd) + 1
    assert all(re.match(r"40[345] (GET|DELETE) /", line) for line in lines[:refused])
    assert all("broken.ipynb" in line for line in lines[refused:-2])
    *_, cause, answer = lines
    assert re.fullmatch(r"Uncaught exception GET /voila/render/removed\.ipynb .*: FileNotFoundError: .*", cause)
    assert answer.startswith("500 GET /voila/render/removed.ipynb")
    assert all(re.match(r"\d{3} |Uncaught exception ", line) for line in lines)


def test_the_health_address_counts_seats(folder: Path) -> None:
    options = ("--notebooks", str(folder), "--kernels", "2", "--base-url", "games")
    with serving(*options) as site, ExitStack() as visitors:
        for taken in range(3):
            status, headers, body = site.ask(f"{site.url}/healthz")
            assert (status, headers["Cache-Control"]) == (200, "no-store")
            assert json.loads(body) == {"state": "ready", "seats": {"taken": taken, "free": 2 - taken}}
            if taken < 2:
                visitors.enter_context(call(site, kernel_of(site.ask(site.page())[2])))


def draining(site: Site) -> dict[str, object]:
    """Send SIGTERM, and return what the health address says once the server has noticed."""
    site.process.send_signal(signal.SIGTERM)
    while (answer := site.ask(f"{site.url}/healthz"))[0] == 200:
        pass
    assert answer[0] == 503
    return json.loads(answer[2])


def test_a_server_that_is_asked_to_end_waits_for_its_visitors_and_takes_no_more(folder: Path) -> None:
    with serving("--notebooks", str(folder), "--preheat", "0") as site:
        kernel = kernel_of(site.ask(site.page())[2])
        with call(site, kernel) as line:
            assert draining(site) == {"state": "draining", "seats": {"taken": 1, "free": 19}}
            status, headers, body = site.ask(site.page())
            assert (status, headers["Retry-After"]) == (503, "60")
            assert RESTARTING in body
            is_answered(line)
            assert site.ask(f"{site.url}/voila/api/shutdown/{kernel}", "POST")[0] == 204
        assert site.process.wait(PATIENCE_SECONDS) == 0


SLOW_TO_CLOSE = """\
import asyncio
from tutor.serving.kernels import Kernels
shutdown_all = Kernels.shutdown_all

async def slowly(self):
    await asyncio.sleep(0.5)
    await shutdown_all(self)

Kernels.shutdown_all = slowly
"""
"""A server on a busy machine, on which all kernels end only after the server has looked once more for visitors."""


@pytest.mark.parametrize(("minutes", "again"), [("0.02", False), ("60", True)])
def test_a_drain_ends_when_its_time_is_over_or_it_is_asked_for_twice(folder: Path, minutes: str, again: bool) -> None:
    options = ("--notebooks", str(folder), "--preheat", "0", "--drain", minutes)
    with serving(*options, before=SLOW_TO_CLOSE) as site:
        with call(site, kernel_of(site.ask(site.page())[2])) as line:
            site.process.send_signal(signal.SIGTERM)
            if again:
                while site.ask(f"{site.url}/healthz")[0] == 200:
                    pass
                site.process.send_signal(signal.SIGTERM)
            assert ending(line) == closing.RESTARTING
        assert site.process.wait(PATIENCE_SECONDS) == 0


def test_ctrl_c_tells_the_pages_why_their_line_ends(folder: Path) -> None:
    with serving("--notebooks", str(folder), "--preheat", "0") as site:
        with call(site, kernel_of(site.ask(site.page())[2])) as line:
            site.process.send_signal(signal.SIGINT)
            assert ending(line) == closing.GOING
        assert site.process.wait(PATIENCE_SECONDS) == 0


def test_what_a_killed_server_leaves_is_removed_by_the_next_one(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="s") as short:
        monkeypatch.setenv("TMPDIR", short)
        strangers = Path(short) / "voila_stranger"
        strangers.mkdir()
        killed = Site("--notebooks", str(folder), "--preheat", "0")
        killed.ask(killed.page())
        kernels = psutil.Process(killed.process.pid).children(recursive=True)
        killed.process.kill()
        killed.close()
        assert not psutil.wait_procs(kernels, timeout=PATIENCE_SECONDS)[1]
        (left,) = set(Path(short).glob("voila_*")) - {strangers}
        with serving("--notebooks", str(folder), "--preheat", "0") as site:
            assert not left.exists()
            (held,) = set(Path(short).glob("voila_*")) - {strangers}
            sweep(Path(short))
            assert held.exists()
            assert site.ask(site.page())[0] == 200
        assert [*Path(short).glob("voila_*")] == [strangers]


def test_an_error_is_one_line_that_says_where_it_was() -> None:
    try:
        raise ValueError("bad\x1b[2J\nvalue" + "x" * 1000)
    except ValueError:
        info = sys.exc_info()
    record = logging.LogRecord("a", logging.ERROR, "path", 1, "Going wrong\nat %s", ("once",), info)
    line = OneLine().format(record)
    assert line.isprintable()
    assert line.startswith(r"Going wrong: ValueError: bad\x1b[2J\nvaluexxx")
    assert len(line) <= MOST_CHARACTERS
    record.exc_info = None
    assert OneLine().format(record) == "Going wrong"
    try:
        raise KeyError("short")
    except KeyError:
        record.exc_info = sys.exc_info()
    assert re.fullmatch(r"Going wrong: KeyError: 'short' \(.*test_serving\.py:\d+\)", OneLine().format(record))


def test_when_all_seats_are_taken_the_next_visitor_is_told_kindly_and_a_closed_tab_frees_one(folder: Path) -> None:
    with serving("--notebooks", str(folder), "--kernels", "3") as site:
        with ThreadPoolExecutor(8) as crowd:
            answers = list(crowd.map(lambda _: site.ask(site.page()), range(8)))
        seated = [body for status, _, body in answers if status == 200]
        refused = [(headers, body) for status, headers, body in answers if status == 503]
        assert (len(seated), len(refused)) == (3, 5)
        for headers, body in refused:
            assert int(headers["Retry-After"]) > 0
            assert "try again in a few minutes" in body
        assert site.ask(f"{site.url}/voila/api/shutdown/{uuid4()}", "POST")[0] == 404
        assert site.ask(f"{site.url}/voila/api/shutdown/{kernel_of(seated[0])}", "POST")[0] == 204
        assert site.ask(site.page())[0] == 200
        assert site.ask(site.page())[0] == 503


def test_a_silent_visitors_kernel_ends_although_the_tab_is_open(folder: Path) -> None:
    with serving("--notebooks", str(folder), "--kernels", "1", "--idle", "0.05") as site:
        kernel = kernel_of(site.ask(site.page())[2])
        with call(site, kernel):
            assert site.ask(site.page())[0] == 503
            deadline = time.monotonic() + PATIENCE_SECONDS
            while site.ask(f"{site.url}/api/kernels/{kernel}")[0] == 200 and time.monotonic() < deadline:
                time.sleep(0.5)
        assert site.ask(f"{site.url}/api/kernels/{kernel}")[0] == 404
        assert site.ask(site.page())[0] == 200


def test_a_visitor_cannot_run_code(small: Site, tmp_path: Path) -> None:
    kernel = kernel_of(small.ask(small.page())[2])
    written = tmp_path / "written"
    with call(small, kernel) as socket:
        socket.send(message("execute_request", {"code": f"open({str(written)!r}, 'w')", "silent": False}))
        assert ending(socket) == Closing.REFUSED
    with call(small, kernel) as socket:
        is_answered(socket)
    assert not written.exists()


def is_answered(socket: ClientConnection) -> None:
    """Fail if a kernel does not reply to `kernel_info`."""
    socket.send(message("kernel_info_request", {}))
    while json.loads(unpack(socket.recv(PATIENCE_SECONDS))[1])["msg_type"] != "kernel_info_reply":
        pass


def test_a_visitor_who_only_reads_stays_connected(folder: Path) -> None:
    often = "import tutor.serving.server as server; server.PING_MILLISECONDS = 1000"
    with (
        serving("--notebooks", str(folder), "--preheat", "0", before=often) as site,
        call(site, kernel_of(site.ask(site.page())[2])) as socket,
    ):
        time.sleep(3)  # so that the server has sent it a ping
        is_answered(socket)


def test_another_site_cannot_talk_to_a_visitors_kernel(small: Site) -> None:
    kernel = kernel_of(small.ask(small.page())[2])
    with pytest.raises(InvalidStatus) as refused, call(small, kernel, origin="http://elsewhere.example"):
        pass
    assert refused.value.response.status_code == 403
    assert small.ask(f"{small.url}/api/kernels/{kernel}", "DELETE")[0] == 405


def test_small_messages_do_not_wait_for_receipts(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    heard: list[object] = []

    class Socket:
        def set_nodelay(self, on: bool) -> None:
            heard.append(("nodelay", on))

    class Connection(PromptConnection):
        websocket_handler = Socket()

    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda _: heard.append("connected"))
    Connection().connect()
    assert heard == [("nodelay", True), "connected"]
    assert Server(Settings(folder=folder)).kernel_websocket_connection_class is PromptConnection


def test_ctrl_c_ends_the_server_and_every_kernel(folder: Path) -> None:
    site = Site("--notebooks", str(folder))
    site.ask(site.page())
    children = psutil.Process(site.process.pid).children(recursive=True)
    assert children
    assert site.close() == 0
    assert not psutil.wait_procs(children, timeout=PATIENCE_SECONDS)[1]


def test_a_taken_port_is_named_in_one_line_with_a_way_out(small: Site) -> None:
    port = small.url.rsplit(":", 1)[1]
    done = subprocess.run(
        [sys.executable, "-m", "tutor", "serve", "--port", port], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"port {port}" in done.stderr
    assert "--port" in done.stderr


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--port", "70000"], "70000"),
        (["--kernels", "0"], "kernels"),
        (["--idle", "0"], "idle"),
        (["--preheat", "-1"], "preheat"),
        (["--drain", "-1"], "drain"),
        (["--notebooks", "/nowhere"], "/nowhere"),
        (["--port", "many"], "--port"),
    ],
)
def test_a_choice_that_cannot_work_is_named_without_a_traceback(cli: Typed, options: list[str], word: str) -> None:
    code, _, told = cli("serve", *options)
    assert code == 2
    assert word in told
    assert "Traceback" not in told


def test_the_front_pages_kernel_is_started_before_the_others(folder: Path) -> None:
    assert Settings(folder=folder, preheat=1).warm_pages() == ["index.ipynb", "asking.ipynb", "pressing.ipynb"]
    assert Settings(folder=folder, preheat=0).warm_pages() == []


def test_kernels_are_reached_by_private_sockets_and_by_ports_where_a_name_would_be_too_long(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    if os.name == "posix":
        monkeypatch.setattr(tempfile, "tempdir", "/tmp")
        assert Settings(folder=folder).as_config().KernelManager.transport == "ipc"
    monkeypatch.setattr(tempfile, "tempdir", "/tmp/" + 60 * "x")
    assert Settings(folder=folder).as_config().KernelManager.transport == "tcp"


def test_no_socket_outlives_the_server(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="s") as short:
        monkeypatch.setenv("TMPDIR", short)
        with serving("--notebooks", str(folder), "--preheat", "0") as site:
            site.ask(site.page())
            (private,) = Path(short).glob("voila_*")
            assert private.stat().st_mode & 0o077 == 0
            assert any(private.glob("kernel-*"))
        assert not [*Path(short).rglob("*")]


def test_the_template_is_where_the_package_is() -> None:
    assert (TEMPLATE_ROOT / "voila" / "templates" / "rules-tutor" / "index.html.j2").is_file()


@pytest.mark.browser
def test_the_front_page_opens_in_a_browser_and_calls_nobody_else(site: Site, page: Page) -> None:
    wait_ready(page, site.page(), "h1")
    expect(page).to_have_title("Rules tutor")


@pytest.mark.browser
def test_a_notebook_that_voila_shows_goes_on_talking_to_its_kernel(small: Site, page: Page) -> None:
    wait_ready(page, small.page("pressing.ipynb"), "button")
    for said in ("Pressed", "Presseded"):
        page.get_by_role("button").click()
        expect(page.get_by_role("button")).to_have_text(said)


@pytest.mark.browser
def test_the_page_that_says_the_table_is_full_can_be_used_by_everybody(page: Page, folder: Path) -> None:
    with serving("--notebooks", str(folder), "--kernels", "1", "--preheat", "0") as site:
        site.ask(site.page())
        answer = page.request.get(site.page())
        assert answer.status == 503
        page.set_content(answer.text())
        expect(page.get_by_role("link")).to_have_text("Try again")
        has_no_serious_barrier(page)


@pytest.mark.browser
def test_a_page_whose_desk_did_not_come_says_so(page: Page, tmp_path: Path) -> None:
    write_notebook(tmp_path / "index.ipynb", "raise SystemExit", desk=True)
    with serving("--notebooks", str(tmp_path), "--preheat", "0") as site:
        page.goto(site.page())
        expect(page.locator("#opening p")).to_have_text(re.compile("could not be set up.*reload"))


@pytest.mark.browser
def test_leaving_a_page_frees_its_kernel(page: Page, folder: Path) -> None:
    with serving("--notebooks", str(folder), "--kernels", "1", "--preheat", "0") as site:
        wait_ready(page, site.page(), "#here")
        assert site.ask(site.page())[0] == 503
        page.goto("about:blank")
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (status := site.ask(site.page())[0]) == 503 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert status == 200


def test_a_kernel_that_has_gone_is_said_to_be_missing(small: Site) -> None:
    status, _, body = small.ask(f"{small.url}/api/kernels/00000000-0000-0000-0000-000000000000/channels")
    assert status == 404
    assert SENTENCES[404] in body


def test_a_visitor_who_left_before_the_kernel_was_reached_ends_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leaves(_: object) -> None:
        """The visitor leaves while the connection to the kernel is made."""

    monkeypatch.setattr(KernelWebsocketHandler, "pre_get", leaves)
    call = Channels.__new__(Channels)
    call.connection = None
    with pytest.raises(Finish):
        call.pre_get().send(None)


def test_what_a_kernel_says_to_a_visitor_who_left_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    traces: list[object] = []

    async def gone() -> None:
        raise WebSocketClosedError

    async def serves() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: traces.append(context))
        monkeypatch.setattr(WebSocketHandler, "write_message", lambda *_: asyncio.ensure_future(gone()))
        Channels.__new__(Channels).write_message("late")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gc.collect()

    with ThreadPoolExecutor(1) as thread:  # the browser's own event loop runs in this thread
        thread.submit(asyncio.run, serves()).result()
    assert traces == []
