#!/usr/bin/env bash
# Installs the charts in kubectl's current cluster, runs `helm test`, upgrades Waybill to the next version, goes back, upgrades again
# and drains a node, all under load, runs the end-to-end tests, and removes it. Creates and deletes the namespace "waybill" and
# cordons one node for a minute.
set -euo pipefail
cd "$(dirname "$0")/.."

# Prefix and tag of image names. A second tag makes the rollout a new version.
prefix=${WAYBILL_IMAGE_PREFIX:-waybill-}
tag=${WAYBILL_IMAGE_TAG:-latest}
next_tag=${WAYBILL_NEXT_IMAGE_TAG:-$tag}
# Ports of this machine that are forwarded to the cluster during the tests.
port=${WAYBILL_PORT:-8080}
admin_port=${WAYBILL_ADMIN_PORT:-8081}
# This machine's IPv4 address as seen from pods, for the webhooks of the tests: WAYBILL_RECEIVER_HOST, or detected.
# If set, the namespace is not removed: WAYBILL_KEEP.

namespace=waybill
services=(gateway shipment quoting booking webhook)
forward_pid=''
cordoned=''

k() { kubectl --namespace "$namespace" "$@"; }
h() { helm --namespace "$namespace" "$@"; }
say() { printf '\n%s  %s\n' "$(date +%T)" "$*"; }
fail() { say "FAILED: $*"; exit 1; }

finish() {
  local code=$?
  [[ -z $cordoned ]] || kubectl uncordon "$cordoned" || true
  [[ -z $forward_pid ]] || kill "$forward_pid" 2>/dev/null || true
  if ((code != 0)); then
    k get pods -o wide || true
    k get events --sort-by=.lastTimestamp | tail -n 20 || true
    local logs pod
    logs=$(mktemp --suffix=.log)
    for pod in $(k get pods -o name); do k logs "$pod" --prefix --timestamps >>"$logs" || true; done
    say "All that the pods wrote is in $logs"
  fi
  if [[ -z ${WAYBILL_KEEP:-} ]]; then
    say "Taking it down"
    kubectl delete namespace "$namespace" --ignore-not-found --timeout=180s || code=1
  fi
  rm -rf "$work"
  exit "$code"
}

kubectl version || { say "kubectl reaches no cluster: set KUBECONFIG or a context."; exit 1; }
if kubectl get namespace "$namespace" >/dev/null 2>&1; then
  say "There is a namespace \"$namespace\" in this cluster already, which this would delete: choose another cluster."
  exit 1
fi
work=$(mktemp -d)
trap finish EXIT

# Installs or upgrades the chart. $1: tag of the images; $2: a setting that differs between versions.
deploy() {
  cat >"$work/values.yaml" <<EOF
publicUrl: http://localhost:$port
image: { registry: "${prefix%waybill-}", tag: "$1" }
networkPolicy: { private: { webhook: [{ cidr: $receiver_host/32 }], quoting: [{ cidr: $receiver_host/32 }], booking: [{ cidr: $receiver_host/32 }] } }
config:
  all: { OTEL_TRACES_SAMPLER_ARG: "$2" }
  # Webhooks reach the tests' receivers on this machine and no other private address. The tests' servers of carriers are here too.
  webhook: { WEBHOOK_ALLOWED_CIDRS: "$receiver_host/32", WEBHOOK_ALLOW_HTTP: true }
  quoting: { CARRIER_ENDPOINTS_ALLOWED: true, GEOCODER_URL: http://simulator:8090/geocoder, GEOCODER_CALLS_PER_SECOND: 100 }
  booking: { CARRIER_ENDPOINTS_ALLOWED: true }
EOF
  h upgrade --install waybill deploy/helm/waybill --values deploy/helm/waybill/examples/minimal.yaml --values "$work/values.yaml" --timeout 10m >"$work/notes"
  until_rolled
}
go_back() {
  h rollback waybill --timeout 10m
  until_rolled
}
until_rolled() {
  for service in simulator "${services[@]}"; do k rollout status "deployment/$service" --timeout=600s; done
}

# Waits until both replicas of each service are ready and older pods are gone.
until_full() {
  local ending='{.items[?(@.metadata.deletionTimestamp)].metadata.name}'
  for service in "${services[@]}"; do
    for ((i = 0; ; i++)); do
      [[ $(k get deployment "$service" -o jsonpath='{.status.availableReplicas}') -ge 2 &&
        -z $(k get pods --selector "app.kubernetes.io/name=$service" -o jsonpath="$ending") ]] && break
      ((i < 150)) || fail "$service has not got its two replicas, and them alone"
      sleep 2
    done
  done
}

start_load() {
  k delete job load --ignore-not-found --cascade=foreground >/dev/null # with its pod, so that it is not mistaken for the next one
  k create secret generic load --from-literal=TOKEN="$token" --dry-run=client -o yaml | k apply -f - >/dev/null
  sed "s|waybill-gateway$|${prefix}gateway:$tag|" deploy/helm/load.yaml | k apply -f - >/dev/null
  for ((i = 0; i < 100; i++)); do # kubectl wait fails if there is no pod yet
    [[ -z $(k get pod --selector job-name=load -o name) ]] || break
    sleep 0.2
  done
  k wait pod --selector job-name=load --for=condition=Ready --timeout=60s >/dev/null
}

# Stops the load; fails if any of its requests failed.
stop_load() {
  local pod phase failed
  pod=$(k get pod --selector job-name=load -o jsonpath='{.items[0].metadata.name}')
  k exec "$pod" -- sh -c 'kill -TERM 1'
  for ((i = 0; i < 60; i++)); do
    phase=$(k get pod "$pod" -o jsonpath='{.status.phase}')
    [[ $phase == Running ]] || break
    sleep 1
  done
  k logs "$pod" | tail -n 40
  [[ $phase == Succeeded ]] || fail "operations were lost or doubled while $1"
  failed=$(k logs "$pod" | tail -n 1 | node -p 'JSON.parse(require("node:fs").readFileSync(0)).failed')
  [[ $failed == 0 ]] || fail "requests failed while $1"
}

# This machine's IPv4 address as seen from a pod. Wrong if addresses are translated in between.
receiver_host=${WAYBILL_RECEIVER_HOST:-}
if [[ -z $receiver_host ]]; then
  node_address=$(kubectl get nodes -o jsonpath='{.items[0].status.addresses[?(@.type=="InternalIP")].address}')
  receiver_host=$(node -e '
    const socket = require("node:dgram").createSocket("udp4")
    socket.connect(9, process.argv[1], () => { console.log(socket.address().address); socket.close() })' "$node_address")
fi

say "Bringing up ${prefix}*:$tag"
h install stores deploy/helm/waybill-stores --create-namespace --set operators=false >/dev/null
deploy "$tag" 0.05
until_full
k get pods
h test waybill --timeout 5m --logs

say "Looking into a pod"
k exec deployment/booking -c main -- sh -ec '
  [ "$(id -u)" = 1000 ] || { echo "runs as $(id -u)"; exit 1; }
  [ ! -e /var/run/secrets/kubernetes.io ] || { echo "has a token of the cluster"; exit 1; }
  if touch /app/x 2>/dev/null; then echo "can write its program"; exit 1; fi
  grep -q "^CapEff:[[:space:]]*0*$" /proc/self/status || { echo "has capabilities"; exit 1; }
  echo "no root, no token, no capability, nothing writable but what is meant to be"'

say "Calling without a certificate"
k exec deployment/gateway -c main -- node -e '
  const ca = require("node:fs").readFileSync(process.env.GRPC_CA_FILE)
  const fail = (reason) => { console.log(reason); process.exit(1) }
  for (const host of process.argv.slice(1)) {
    const socket = require("node:tls").connect({ host, port: 50051, servername: host, ca, ALPNProtocols: ["h2"] })
    socket.setTimeout(10_000, () => fail(`${host} is silent`))
    socket.on("data", () => fail(`${host} answers`))
    socket.on("error", ({ code }) => code === "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED" || fail(`${host}: ${code}`))
  }' shipment quoting booking webhook
echo "refused by all four"

say "Making a merchant and a key"
k exec deployment/gateway -- waybill admin demo --json >"$work/demo.json"
token=$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1])).access_token' "$work/demo.json")

say "Load alone, to compare with: 20 s"
start_load
sleep 20
stop_load "nothing else ran"

# Replaces every pod under load. $1: what this is called; the rest: the command.
roll() {
  local before keys pod
  say "$1 under load"
  start_load
  sleep 5
  before=$(k get pods --selector app.kubernetes.io/component=service -o name)
  keys=$(k get secret waybill -o jsonpath='{.data}')
  "${@:2}"
  [[ $(k get secret waybill -o jsonpath='{.data}') == "$keys" ]] || fail "the keys have changed"
  until_full
  for pod in $before; do
    k get "$pod" -o jsonpath='{.metadata.deletionTimestamp}{.status.phase}' 2>/dev/null | grep -q '^Running$' && fail "$pod was not replaced"
  done
  sleep 5
  stop_load "$1"
}
roll "Upgrading to ${prefix}*:$next_tag" deploy "$next_tag" 0.06
roll "Going back to ${prefix}*:$tag" go_back
roll "Upgrading again" deploy "$next_tag" 0.06

say "Evicting both gateways at once"
version=$(kubectl get --raw /apis/policy | node -p 'JSON.parse(require("node:fs").readFileSync(0)).preferredVersion.groupVersion')
evicted=0
refused=0
for pod in $(k get pods --selector app.kubernetes.io/name=gateway,app.kubernetes.io/component=service -o jsonpath='{.items[*].metadata.name}'); do
  eviction='{"apiVersion":"'$version'","kind":"Eviction","metadata":{"name":"'$pod'","namespace":"'$namespace'"}}'
  if answer=$(kubectl create --raw "/api/v1/namespaces/$namespace/pods/$pod/eviction" -f - <<<"$eviction" 2>&1); then
    evicted=$((evicted + 1))
  else
    echo "$answer"
    [[ $answer == *"disruption budget"* ]] || fail "the eviction was refused for another reason"
    refused=$((refused + 1))
  fi
done
((evicted == 1 && refused == 1)) || fail "$evicted evicted and $refused refused, instead of one each"
echo "one evicted, one refused"
until_full

say "Draining a node under load"
start_load
sleep 5
cordoned=$(k get pods --selector app.kubernetes.io/name=gateway,app.kubernetes.io/component=service -o jsonpath='{.items[0].spec.nodeName}')
# With one node, evicted pods cannot be rescheduled: the budgets block the drain until it times out.
kubectl drain "$cordoned" --pod-selector app.kubernetes.io/component=service,app.kubernetes.io/name!=simulator \
  --delete-emptydir-data --ignore-daemonsets --timeout=45s 2>&1 | sort | uniq -c || echo "the budgets held the drain up"
for service in "${services[@]}"; do
  available=$(k get deployment "$service" -o jsonpath='{.status.availableReplicas}')
  echo "$service: ${available:-0} available"
  ((${available:-0} >= 1)) || fail "the drain has left no $service"
done
kubectl uncordon "$cordoned"
cordoned=''
until_full
sleep 5
stop_load "draining"

say "End-to-end tests"
: >"$work/forward.log"
kubectl --namespace "$namespace" port-forward deployment/gateway "$port:8080" "$admin_port:8081" >"$work/forward.log" 2>&1 &
forward_pid=$!
for ((i = 0; i < 50; i++)); do
  grep -q "127.0.0.1:$port " "$work/forward.log" && grep -q "127.0.0.1:$admin_port " "$work/forward.log" && break
  sleep 0.2
done
((i < 50)) || { cat "$work/forward.log"; fail "ports $port and $admin_port cannot be had: set WAYBILL_PORT and WAYBILL_ADMIN_PORT"; }
admin_token=$(k exec deployment/gateway -- cat /run/secrets/waybill/WAYBILL_ADMIN_TOKEN)
node -e '
  const [file, port, adminPort, adminToken] = process.argv.slice(1)
  const facts = JSON.parse(require("node:fs").readFileSync(file))
  const urls = { base_url: `http://localhost:${port}`, admin_url: `http://localhost:${adminPort}`, admin_token: adminToken }
  console.log(JSON.stringify({ ...facts, ...urls }))' "$work/demo.json" "$port" "$admin_port" "$admin_token" >"$work/sandbox.json"
WAYBILL_E2E_SANDBOX=$work/sandbox.json WAYBILL_TEST_RECEIVER_HOST=$receiver_host \
  npm run --silent test:file -- --project=e2e --reporter=dot
kill "$forward_pid"
forward_pid=''

say "Everything held."
