#!/bin/sh
# Tests alerts.yml with promtool from $PROMTOOL or the PATH. Otherwise downloads Debian's package `prometheus` and unpacks it
# into a temporary directory, without installing it.
set -eu
cd "$(dirname "$0")"

promtool=${PROMTOOL:-$(command -v promtool || true)}
if [ -z "$promtool" ]; then
  command -v apt-get >/dev/null || { echo "promtool is missing: install Prometheus, or set PROMTOOL" >&2; exit 1; }
  unpacked=$(mktemp -d)
  trap 'rm -rf "$unpacked"' EXIT
  chmod 755 "$unpacked" # apt downloads as a separate user
  here=$PWD
  cd "$unpacked"
  apt-get download -q prometheus 2>/dev/null || { apt-get update -q && apt-get download -q prometheus; }
  dpkg-deb -x prometheus_*.deb .
  cd "$here"
  promtool=$unpacked/usr/bin/promtool
fi

"$promtool" check rules alerts.yml
"$promtool" test rules alerts.test.yml
