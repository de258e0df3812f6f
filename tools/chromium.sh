#!/bin/sh
# Print the path of a Chromium for the browser tests: an installed one, or else Debian's, or else Playwright's own.
# A headless shell is preferred, because it does not draw a window, which takes as much time as the pages do.
set -eu
cd "$(dirname "$0")/.."
shells="chromium-headless-shell chrome-headless-shell"

found() {
    for name in "$@"; do
        command -v "$name" && return
    done
    return 1
}

playwrights_own() {
    .venv/bin/python -c 'from playwright.sync_api import sync_playwright as start
with start() as playwright: print(playwright.chromium.executable_path)'
}

# shellcheck disable=SC2086
found ${CHROMIUM:-$shells} && exit
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -q && apt-get install -y -q --no-install-recommends chromium-headless-shell; } >&2 || true
    found $shells && exit
fi
found chromium chromium-browser google-chrome google-chrome-stable && exit
.venv/bin/playwright install chromium >&2
playwrights_own
