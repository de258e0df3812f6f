#!/bin/sh
# Make .venv and install the project into it: environment.sh [EXTRA]
# It uses uv if that is installed or can be installed, and otherwise venv and pip. UV=no forces pip, and PYTHON= names
# the interpreter.
set -eu
cd "$(dirname "$0")/.."
extra=${1:-}
venv=.venv
python=$venv/bin/python

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for candidate in ${PYTHON:-python3 python3.11 python3.12 python3.13 python3.14 python}; do
        if is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    echo "The rules tutor needs Python 3.11 or newer, but none was found. You can name one with PYTHON=/path/to/python." >&2
    exit 1
}

uv_on_path() {
    [ "${UV:-yes}" != no ] && command -v uv
}

make_venv() {
    interpreter=$(find_python)
    rm -rf $venv
    "$interpreter" -m venv $venv && return
    echo "This Python cannot make environments by itself; looking for another way." >&2
    rm -rf $venv
    if uv=$(uv_on_path); then
        "$uv" venv --seed --python "$interpreter" $venv && return
    fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -q && apt-get install -y -q --no-install-recommends python3-venv; } >&2 || true
        "$interpreter" -m venv $venv && return
    fi
    echo "Please install the package python3-venv, then run make again." >&2
    exit 1
}

pip_install() {
    "$python" -m pip install --quiet --disable-pip-version-check --timeout 60 --retries 5 "$@"
}

# uv has its own list of certificates, but an administrator maintains the system's list.
uv_install() {
    UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1 UV_HTTP_TIMEOUT=60 "$1" pip install --quiet --python "$python" $project
}

find_uv() {
    [ "${UV:-yes}" = no ] && return 1
    command -v uv && return
    pip_install --constraint constraints.txt uv >&2 && echo $venv/bin/uv
}

is_new_enough $python || make_venv
project="--constraint constraints.txt --editable .${extra:+[$extra]}"
if uv=$(find_uv) && uv_install "$uv"; then
    exit 0
fi
echo "Installing with pip." >&2
# shellcheck disable=SC2086
pip_install $project
