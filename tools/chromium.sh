#!/bin/sh
# Print the path of a Chromium for the browser tests: one that is there, else Debian's, else Playwright's own.
set -eu
cd "$(dirname "$0")/.."

found() {
    for name in ${CHROMIUM:-chromium chromium-browser google-chrome google-chrome-stable}; do
        command -v "$name" && return
    done
    return 1
}

playwrights_own() {
    .venv/bin/python -c 'from playwright.sync_api import sync_playwright as start
with start() as playwright: print(playwright.chromium.executable_path)'
}

found && exit
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -q && apt-get install -y -q --no-install-recommends chromium; } >&2 || true
    found && exit
fi
.venv/bin/playwright install chromium >&2
playwrights_own
