#!/bin/sh
# Pin every dependency, for every platform and Python, in constraints.txt.
set -eu
cd "$(dirname "$0")/.."
uv=$(command -v uv || echo .venv/bin/uv)
UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1 "$uv" pip compile --quiet --universal --python-version 3.11 --upgrade \
    --extra bench --extra fast --extra lab --extra test --extra docs --strip-extras --no-annotate --no-header --no-emit-index-url --no-emit-find-links \
    pyproject.toml tools/uv.in --output-file constraints.txt
