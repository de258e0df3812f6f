#!/bin/sh
# Pin what the static build downloads, by version and hash, in tutor/site/pins.
set -eu
cd "$(dirname "$0")/.."
uv=$(command -v uv || echo .venv/bin/uv)
pin() {
    UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1 "$uv" pip compile --quiet --upgrade --constraint constraints.txt --generate-hashes \
        --no-annotate --no-header --no-emit-index-url --no-emit-find-links "$@"
}
pin --universal --python-version 3.11 tools/site_environment.in --output-file tutor/site/pins/environment.txt
pin --no-deps --python-version 3.13 tools/site_browser.in --output-file tutor/site/pins/browser.txt
