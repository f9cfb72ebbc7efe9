#!/usr/bin/env bash
# Installs Waybill on this machine with Docker Compose, for a shop on the internet: checks the machine, makes the secrets, starts
# everything behind TLS and prints the first owner's link to sign in. May run again: it keeps what is there.
#
#   ./install.sh --host waybill.example.com --merchant 'Corner Bakery' --name 'Ada Lovelace' --email ada@example.com
#
# The host name must point here, and ports 80 and 443 be reachable, for a certificate of Let's Encrypt. With a certificate of
# your own as certificates/tls.crt and certificates/tls.key, add --own-certificate. HTTP_PORT and HTTPS_PORT set other ports.
set -euo pipefail
cd "$(dirname "$0")"

usage() { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
host='' merchant='' name='' email='' tls=''
while (($#)); do
  case $1 in
  --host) host=${2:-} ;;
  --merchant) merchant=${2:-} ;;
  --name) name=${2:-} ;;
  --email) email=${2:-} ;;
  --own-certificate) tls='tls /certificates/tls.crt /certificates/tls.key' ; set -- "$1" "$@" ;;
  *) usage ;;
  esac
  shift 2 || usage
done
[[ -n $host && -n $merchant && -n $name && -n $email ]] || usage

problems=()
version=$(docker compose version --short 2>/dev/null) || problems+=("docker compose does not answer: install Docker Engine 25 or newer with Compose 2.24 or newer")
if [[ -n ${version:-} ]]; then
  version=${version#v} minor=${version#*.}
  ((${version%%.*} > 2 || ${minor%%.*} >= 24)) || problems+=("Docker Compose is $version: 2.24 or newer is needed")
  docker info >/dev/null 2>&1 || problems+=("the Docker engine does not answer: is it running, and may you use it?")
fi
memory_kb=$(awk '/MemAvailable/ { print $2 }' /proc/meminfo 2>/dev/null || echo 0)
((memory_kb == 0 || memory_kb > 3000000)) || problems+=("$((memory_kb / 1000)) MB of memory are free: 3 GB are needed")
disk_kb=$(df --output=avail . | tail -1)
((disk_kb > 10000000)) || problems+=("$((disk_kb / 1000)) MB of disk are free here: 10 GB are needed")
[[ $host =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] || problems+=("--host is '$host': expected a host name such as waybill.example.com")
command -v openssl >/dev/null || problems+=("openssl is missing, which makes the keys")
if [[ -n $tls ]]; then
  for file in certificates/tls.crt certificates/tls.key; do [[ -s $file ]] || problems+=("$file is missing"); done
fi
if [[ ! -e .env ]]; then
  for port in "${HTTP_PORT:-80}" "${HTTPS_PORT:-443}"; do
    ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || problems+=("port $port is taken: stop what listens there")
  done
fi
if ((${#problems[@]})); then
  printf 'install: %s\n' "${problems[@]}" >&2
  exit 1
fi

mkdir -p certificates
port=${HTTPS_PORT:-443}
if [[ ! -e .env ]]; then
  echo "Making the secrets in .env. Keep a copy elsewhere: without it, stored credentials are lost."
  (
    umask 077
    {
      echo "COMPOSE_FILE=docker-compose.yml:deploy/docker/production.yml"
      echo "WAYBILL_HOST=$host"
      echo "WAYBILL_PUBLIC_URL=https://$host$([[ $port == 443 ]] || echo ":$port")"
      echo "HTTP_PORT=${HTTP_PORT:-80}"
      echo "HTTPS_PORT=$port"
      [[ -z $tls ]] || echo "WAYBILL_TLS=$tls"
      for name_of_secret in POSTGRES_PASSWORD RABBITMQ_PASSWORD GRAFANA_PASSWORD LABEL_SIGNING_KEY SIMULATOR_KEY WAYBILL_ADMIN_TOKEN; do
        echo "$name_of_secret=$(openssl rand -hex 24)"
      done
      for service in GATEWAY SHIPMENT QUOTING BOOKING WEBHOOK SIMULATOR; do
        for role in DATABASE OWNER; do echo "${service}_${role}_PASSWORD=$(openssl rand -hex 24)"; done
      done
      for service in TOKEN CARRIER WEBHOOK; do echo "${service}_ENCRYPTION_KEYS=first:$(openssl rand -base64 32)"; done
    } >.env
  )
fi
echo "Building the images."
docker compose build --quiet
if ! grep -q '^GATEWAY_INTERNAL_KEY=' .env; then
  keys=$(docker compose run --rm -T --no-deps gateway waybill admin internal-keys)
  printf '%s\n' "$keys" >>.env
fi
echo "Starting."
docker compose up --detach --wait
docker compose exec -T gateway waybill admin init --merchant "$merchant" --name "$name" --email "$email"
