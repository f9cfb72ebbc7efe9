#!/usr/bin/env bash
# Replaces the containers of running services with ones of the current images (run docker compose build or pull first), one
# service after another, callees before callers: deploy/docker/roll.sh [service ...]
#
# First provisions the database and migrates the schemas of these services, while the containers of the old version work.
# Starts new containers of a service and waits until they are ready before stopping the old ones. If they do not become
# ready, they are removed and the old ones stay. A gateway that publishes a port is replaced in place: connections are refused for some
# seconds. With deploy/docker/production.yml they are not, but some requests are answered 502 while a new gateway starts.
set -euo pipefail
cd "$(dirname "$0")/../.."
limit_s=${ROLL_LIMIT_S:-300}

publishes_port() { [[ $(docker inspect --format '{{len .HostConfig.PortBindings}}' "$1") != 0 ]]; }

roll() {
  local service=$1 old new id state since=$SECONDS
  mapfile -t old < <(docker compose ps --quiet "$service")
  if ((${#old[@]} == 0)) || publishes_port "${old[0]}"; then
    docker compose up --detach --no-deps --no-build --force-recreate --wait "$service"
    return
  fi
  docker compose up --detach --no-deps --no-build --no-recreate --scale "$service=$((2 * ${#old[@]}))" "$service"
  mapfile -t new < <(docker compose ps --all --quiet "$service" | grep --invert-match --fixed-strings --line-regexp "$(printf '%s\n' "${old[@]}")")
  # Only the new ones: an old one may be the unhealthy one that this replaces.
  for id in "${new[@]}"; do
    until state=$(docker inspect --format '{{.State.Health.Status}}' "$id") && [[ $state == healthy ]]; do
      if ((SECONDS - since > limit_s)) || [[ $state == unhealthy ]]; then
        docker logs --tail 20 "$id" >&2
        docker rm --force "${new[@]}" >/dev/null
        echo "roll: the new $service is $state after $((SECONDS - since)) s and was removed; the old one still works" >&2
        exit 1
      fi
      sleep 1
    done
  done
  docker stop --time 40 "${old[@]}" >/dev/null
  docker rm "${old[@]}" >/dev/null
}

(($#)) || set -- simulator shipment quoting webhook booking gateway
for job in provision "${@/#/migrate-}"; do docker compose run --rm -T --no-deps "$job"; done
for service in "$@"; do roll "$service"; done
