#!/usr/bin/env bash
# Builds the images, starts Waybill with docker compose, inspects a container, rolls every service and two gateways behind the
# proxy under load, stops and starts it on the same data, runs the end-to-end tests against it, checks metrics with Prometheus,
# and removes it.
# Uses a separate project, ports and network. Requirements and results: docs/docker.md.
set -euo pipefail
cd "$(dirname "$0")/.."

port=${WAYBILL_PORT:-18080}
admin_port=${WAYBILL_ADMIN_PORT:-18081}
export COMPOSE_PROJECT_NAME=${COMPOSE_PROJECT_NAME:-waybill-verify}
export PORT=$port PROMETHEUS_PORT=${PROMETHEUS_PORT:-19090} GRAFANA_PORT=${GRAFANA_PORT:-13000} JAEGER_PORT=${JAEGER_PORT:-16687}
export WAYBILL_SUBNET=${WAYBILL_SUBNET:-172.29.84.0/24}
# The tests' receivers are on this machine.
export COMPOSE_ENV_FILES=deploy/docker/development.env
# Services of the profile to start: only prometheus where the other images are not available.
observers=${WAYBILL_OBSERVERS:-collector jaeger prometheus grafana}
# Name or address of this machine as seen from containers, for the webhook receivers of the tests.
receiver_host=${WAYBILL_RECEIVER_HOST:-host.docker.internal}

say() { printf '\n%s  %s\n' "$(date +%T)" "$*"; }
fail() { say "FAILED: $*"; exit 1; }

work=$(mktemp -d)
load_pid=''
finish() {
  local code=$?
  [[ -z $load_pid ]] || kill -KILL "$load_pid" 2>/dev/null || true
  if ((code != 0)); then
    docker compose ps --all || true
    docker compose logs --tail 20 --no-color || true
    local logs
    logs=$(mktemp --suffix=.log)
    docker compose logs --no-color --timestamps >"$logs" || true
    say "All that the containers wrote is in $logs"
  fi
  if [[ -z ${WAYBILL_KEEP:-} ]]; then
    say "Taking it down"
    COMPOSE_FILE=$behind_proxy docker compose --profile observability down --volumes --timeout 30 --rmi local || code=1
  fi
  rm -rf "$work"
  exit "$code"
}
# The tests create merchants, so the admin API is published too, on this machine only. Their servers of carriers are here.
cat >"$work/verify.yml" <<EOF
x-with-carriers: &with-carriers
  environment: { CARRIER_ENDPOINTS_ALLOWED: "true" }
  extra_hosts: ["host.docker.internal:host-gateway"]
services:
  gateway:
    environment: { ADMIN_HOST: 0.0.0.0 }
    ports: ["127.0.0.1:$admin_port:8081"]
  quoting: *with-carriers
  booking: *with-carriers
EOF
export COMPOSE_FILE=docker-compose.yml:$work/verify.yml
behind_proxy=docker-compose.yml:deploy/docker/production.yml:$work/verify.yml
export WAYBILL_HOST=http://localhost HTTP_PORT=127.0.0.1:$port HTTPS_PORT=127.0.0.1:0
[[ -z $(docker compose ps --all --quiet) ]] ||
  { say "There is a project $COMPOSE_PROJECT_NAME already, which this would delete: set COMPOSE_PROJECT_NAME."; exit 1; }
trap finish EXIT

# A checkout made under umask 077.
say "Building from a tree that only its owner can read"
mkdir "$work/tree"
git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- | tar --extract --directory "$work/tree"
chmod -R go= "$work/tree"
docker compose --project-directory "$work/tree" build --quiet

say "Bringing it up"
[[ $observers != *collector* ]] || export OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318 OTEL_TRACES_SAMPLER_ARG=1
docker compose up --detach --wait
docker compose ps --all --format 'table {{.Service}}\t{{.Status}}'

say "Looking into a container"
docker compose exec -T booking sh -ec '
  [ "$(id -u)" = 1000 ] || { echo "runs as $(id -u)"; exit 1; }
  for file in /app/x /usr/local/bin/x /home/node/x; do
    if touch "$file" 2>/dev/null; then echo "can write $file"; exit 1; fi
  done
  [ "$(find /app/.compiled -type f -readable | wc -l)" -gt 500 ] || { echo "cannot read its compiled code"; exit 1; }
  grep -q "^CapEff:[[:space:]]*0*$" /proc/self/status || { echo "has capabilities"; exit 1; }
  grep -q "^NoNewPrivs:[[:space:]]*1$" /proc/self/status || { echo "may gain privileges"; exit 1; }
  echo "no root, no capability, nothing writable but /data and /tmp"'

say "Making a merchant and a key"
docker compose exec -T gateway waybill admin demo --json >"$work/demo.json"
admin_token=$(docker compose exec -T gateway printenv WAYBILL_ADMIN_TOKEN)
node -e '
  const [file, adminPort, adminToken] = process.argv.slice(1)
  const facts = JSON.parse(require("node:fs").readFileSync(file))
  const admin = { admin_url: `http://localhost:${adminPort}`, admin_token: adminToken }
  console.log(JSON.stringify({ ...facts, ...admin }))' "$work/demo.json" "$admin_port" "$admin_token" >"$work/sandbox.json"
fact() { node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1]))[process.argv[2]]' "$work/sandbox.json" "$1"; }
token=$(fact access_token)

start_load() {
  BASE_URL=http://localhost:$port TOKEN=$token node deploy/docker/load.mjs >"$work/load.json" &
  load_pid=$!
  sleep 5
}
stop_load() {
  sleep 5
  kill -TERM "$load_pid"
  wait "$load_pid" || { cat "$work/load.json"; fail "operations were lost or doubled while $1"; }
  load_pid=''
  cat "$work/load.json"
}
failed() { node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1])).failed' "$work/load.json"; }

say "Load alone, to compare with: 20 s"
start_load
sleep 15
stop_load "nothing else ran"

say "Rolling what stands behind the gateway, under load"
before=$(docker compose ps --quiet | sort)
deploy/docker/roll.sh simulator # the carriers; their availability is not tested here
start_load
deploy/docker/roll.sh shipment quoting webhook booking
stop_load "rolling the services"
[[ $(failed) == 0 ]] || fail "requests failed while the services were rolled"

say "Rolling two gateways behind the proxy, under load"
without_proxy=$COMPOSE_FILE
COMPOSE_FILE=$behind_proxy
docker compose up --detach --no-build --wait
start_load
deploy/docker/roll.sh gateway
deploy/docker/roll.sh gateway
stop_load "rolling the gateways"
[[ $(failed) == 0 ]] || fail "requests failed while the gateways were rolled"

say "Replacing a gateway that hangs, under load: waiting until it is unhealthy"
docker compose exec -T gateway bash -c 'kill -STOP -- -1'
until [[ $(docker compose ps --format '{{.Health}}' gateway) == unhealthy ]]; do sleep 1; done
start_load
deploy/docker/roll.sh gateway
stop_load "replacing a gateway that hangs"
[[ $(failed) == 0 ]] || fail "requests failed while a gateway that hangs was replaced"
for service in simulator shipment quoting webhook booking gateway; do
  after=$(docker compose ps --quiet "$service")
  [[ -n $after && $before != *$after* ]] || fail "$service was not rolled"
done

say "Down and up again"
id=$(node -e '
  const [base, token] = process.argv.slice(1)
  fetch(`${base}/api/v1/shipments?limit=1`, { headers: { authorization: `Bearer ${token}` } })
    .then((response) => response.json()).then(({ data }) => console.log(data[0].shipment_id))' "http://localhost:$port" "$token")
read_again() {
  node -e '
    const [url, token] = process.argv.slice(1)
    fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => console.log(status))' \
    "http://localhost:$port/api/v1/shipments/$id" "$token"
}
docker compose down --timeout 30
COMPOSE_FILE=$without_proxy
docker compose up --detach --wait --no-build
[[ $(read_again) == 200 ]] || fail "shipment $id or its token is gone"
echo "shipment $id and the token are as they were"

say "End-to-end tests"
WAYBILL_E2E_SANDBOX=$work/sandbox.json WAYBILL_TEST_RECEIVER_HOST=$receiver_host \
  npm run --silent test:file -- --project=e2e --reporter=dot

say "Watching it: $observers"
# shellcheck disable=SC2086
docker compose --profile observability up --detach --no-deps --wait $observers
watched=("http://localhost:$PROMETHEUS_PORT")
[[ $observers != *grafana* ]] || watched+=("http://localhost:$GRAFANA_PORT")
[[ $observers != *jaeger* ]] || watched+=("http://localhost:$JAEGER_PORT")
node deploy/observability/verify.mjs "${watched[@]}"

say "Everything held."
