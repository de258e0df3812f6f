"""The gate before every address, which stops requests for other host names and requests that no page makes."""

import re
from collections.abc import Collection
from html import escape
from http.client import responses
from ipaddress import ip_address
from typing import Any

from tornado.httputil import HTTPMessageDelegate, HTTPServerRequest
from tornado.routing import Router
from tornado.web import Application, HTTPError, RequestHandler

LEAVING = "/voila/api/shutdown/"
"""Addresses below this one accept POST, because a browser can send nothing else when a page is left."""
READING = ("GET", "HEAD")
HOST = re.compile(r"\[(?P<six>[0-9a-f:.]+)\](:\d+)?|(?P<name>[^:\[\]]+)(:\d+)?")
TRY_AGAIN_SECONDS = 60

SENTENCES = {
    400: "The tutor’s pages do not send requests like this one.",
    403: "This address is not open to visitors.",
    404: "There is no page at this address.",
    405: "Visitors can only read this address.",
    503: "There is no free seat for you at the moment. Please try again in a few minutes. Your progress is kept.",
}
RESTARTING = "The tutor is being restarted. Please try again in a minute. Your progress is kept."

PLAIN_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Rules tutor</title><link rel="icon" href="data:,"><style>
:root {{ color-scheme: light dark }}
body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem }}
</style></head><body><main><h1>{title}</h1><p>{sentence}</p>
<p><a href="{link}">{invitation}</a></p></main></body></html>
"""


class PlainErrors(RequestHandler):
    """Says in one sentence, on a page of its own, what is wrong, without technical details."""

    def write_error(self, status_code: int, **_: Any) -> None:
        """Write the page for `status_code`."""
        later, draining = status_code == 503, self.settings.get("draining", False)
        sentence = SENTENCES.get(
            status_code, "Something went wrong here. It usually helps to go back to the front page."
        )
        title = responses.get(status_code, "Something went wrong")
        self.set_header("Content-Type", "text/html; charset=utf-8")
        if status_code == 405:
            self.set_header("Allow", ", ".join(READING))
        if later:
            self.set_header("Retry-After", str(TRY_AGAIN_SECONDS))
            title = "The tutor is being restarted" if draining else "The table is full"
        page = PLAIN_PAGE.format(
            title=title,
            sentence=RESTARTING if later and draining else sentence,
            link=escape(self.request.uri or "" if later else self.settings.get("base_url", "/")),
            invitation="Try again" if later else "Go to the front page",
        )
        self.finish(page)


class Turned(PlainErrors):
    """A request that goes no further."""

    def initialize(self, status: int) -> None:
        """Remember why."""
        self.status = status

    def prepare(self) -> None:
        """Raise HTTPError with that status."""
        raise HTTPError(self.status)


class Gate(Router):
    """Passes on to the application what a page, or a proxy in front of it, may request.

    Args:
        application: what answers.
        names: the host names by which this server may be reached, or None if any name will do.
    """

    def __init__(self, application: Application, names: Collection[str] | None) -> None:
        self.application = application
        self.names = names

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> HTTPMessageDelegate | None:
        """Return the handler that answers a request."""
        if self.names is not None and not is_one_of(request.host, self.names):
            return self.application.get_handler_delegate(request, Turned, {"status": 403})
        if request.method not in READING and not (request.method == "POST" and LEAVING in request.path):
            return self.application.get_handler_delegate(request, Turned, {"status": 405})
        return self.application.find_handler(request, **kwargs)


def is_one_of(host: str, names: Collection[str]) -> bool:
    """Return whether a request's host, with or without a port, is this machine's own address or one of `names`."""
    found = HOST.fullmatch(host.lower())
    if found is None:
        return False
    name = found["six"] or found["name"]
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name in names
