#!/bin/sh
# Print the path of an nginx for the test of several servers: an installed one, or else Debian's, unpacked into .venv.
# Debian's nginx is not installed, because that would start a web server on this machine.
set -eu
cd "$(dirname "$0")/.."
folder=.venv/nginx

found() {
    for name in ${NGINX:-nginx} /usr/sbin/nginx "$PWD/$folder/usr/sbin/nginx"; do
        command -v "$name" && return
    done
    return 1
}

unpack_debians() {
    mkdir -p $folder
    cd $folder
    [ "$(id -u)" != 0 ] || apt-get update -q
    apt-get download -q nginx && dpkg -x nginx_*.deb .
    cd - >/dev/null
}

found && exit
if command -v apt-get >/dev/null; then
    unpack_debians >&2 || true
    found && exit
fi
echo "The test of several servers needs nginx; please install it, then run make again." >&2
exit 1
