#!/usr/bin/env bash
# Replaces the containers of running services with ones of the current images (run docker compose build or pull first), one
# service after another, callees before callers: deploy/docker/roll.sh [service ...]
#
# First provisions the database and migrates the schemas of these services, while the containers of the old version work.
# Starts new containers of a service and waits until they are ready before stopping the old ones. If they do not become
# ready, they are removed and the old ones stay. A gateway is replaced in place: with deploy/docker/production.yml the other one
# answers, without it connections are refused for some seconds.
set -euo pipefail
cd "$(dirname "$0")/../.."
limit_s=${ROLL_LIMIT_S:-300}

replace_in_place() { docker compose up --detach --no-deps --no-build --force-recreate --wait --wait-timeout "$limit_s" "$1"; }

# First the ones that are not ready: the other one gets all requests in the meantime.
roll_gateways() {
  local ready name
  ready=$(docker compose ps --format '{{.Service}} {{.Health}}' | sed -n 's/^\(gateway.*\) healthy$/\1/p')
  for name in $(docker compose config --services | grep '^gateway' | grep --invert-match --line-regexp "${ready:-none}") $ready; do
    replace_in_place "$name"
  done
}

roll() {
  local service=$1 old new id state since=$SECONDS
  mapfile -t old < <(docker compose ps --quiet "$service")
  if ((${#old[@]} == 0)); then
    replace_in_place "$service"
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
for service in "$@"; do
  if [[ $service == gateway ]]; then roll_gateways; else roll "$service"; fi
done
