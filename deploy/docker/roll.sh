#!/usr/bin/env bash
# Replaces running services by containers of the images that there are now (docker compose build or pull first), one service
# after another, callees before callers: deploy/docker/roll.sh [service ...]
#
# A second container of a service is ready before the first is told to stop, and calls move over: none fails. The gateway
# publishes a port, which only one container can have: connections to it are refused for the seconds between the two.
set -euo pipefail
cd "$(dirname "$0")/../.."

roll() {
  local service=$1 old
  if [[ $service == gateway ]]; then
    docker compose up --detach --no-deps --no-build --force-recreate --wait gateway
    return
  fi
  mapfile -t old < <(docker compose ps --quiet "$service")
  docker compose up --detach --no-deps --no-build --no-recreate --scale "$service=$((2 * ${#old[@]}))" --wait "$service"
  docker stop --time 30 "${old[@]}" >/dev/null
  docker rm "${old[@]}" >/dev/null
}

(($#)) || set -- simulator shipment quoting webhook booking gateway
for service in "$@"; do roll "$service"; done
