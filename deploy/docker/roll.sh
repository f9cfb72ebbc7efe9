#!/usr/bin/env bash
# Replaces the containers of running services with ones of the current images (run docker compose build or pull first), one
# service after another, callees before callers: deploy/docker/roll.sh [service ...]
#
# First provisions the database and migrates the schemas of these services, while the containers of the old version work.
# Starts a second container of a service and waits until it is ready before stopping the first: no call fails. The gateway
# publishes a port, which only one container can hold: connections are refused for some seconds.
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
for job in provision "${@/#/migrate-}"; do docker compose run --rm -T --no-deps "$job"; done
for service in "$@"; do roll "$service"; done
