#!/usr/bin/env bash
# Builds the images of a release, pushes them, and pins them by digest:
#   export NODE_IMAGE=… POSTGRES_IMAGE=… RABBITMQ_IMAGE=… REDIS_IMAGE=…   # each name@sha256:…
#   deploy/release.sh registry.example.com/waybill- 1.2.3
# Writes images.txt, an SBOM per image, an override for docker compose and values of the chart to release/1.2.3
# (docs/docker.md).
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { printf 'release: %s\n' "$@" >&2; exit 1; }
(($# == 2)) || fail "expected the prefix of the images and a version: $0 registry.example.com/waybill- 1.2.3"
prefix=$1 version=$2 out=release/$2
services=(gateway shipment quoting booking webhook simulator)

# A tag can point to another image tomorrow, other than the one that was reviewed.
problems=()
for variable in NODE_IMAGE POSTGRES_IMAGE RABBITMQ_IMAGE REDIS_IMAGE; do
  image=${!variable:-}
  [[ $image =~ ^[^@[:space:]]+@sha256:[0-9a-f]{64}$ ]] ||
    problems+=("$variable is '$image': expected name@sha256:… (docker buildx imagetools inspect NAME:TAG shows the digest)")
done
[[ -z $(git status --porcelain) ]] || problems+=("the work tree has changes: a release is built from a commit")
((${#problems[@]} == 0)) || fail "${problems[@]}"

platforms=${PLATFORMS:-linux/amd64,linux/arm64}
revision=$(git rev-parse HEAD)
mkdir -p "$out"
: >"$out/images.txt"
for service in "${services[@]}"; do
  tag=$prefix$service:$version
  docker buildx build --pull --push --platform "$platforms" --provenance=mode=max --tag "$tag" \
    --build-arg "NODE_IMAGE=$NODE_IMAGE" --build-arg "SERVICE=$service" --build-arg "VERSION=$version" --build-arg "REVISION=$revision" .
  digest=$(docker buildx imagetools inspect "$tag" --format '{{.Manifest.Digest}}')
  [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]] || fail "$tag has no digest after the push"
  image=$prefix$service@$digest
  docker run --rm --network none "$image" node /app/deploy/docker/sbom.mjs >"$out/sbom-$service.json"
  echo "$image" >>"$out/images.txt"
done

image_of() { grep --max-count=1 "^$prefix$1@" "$out/images.txt"; }
{
  echo "# Made by deploy/release.sh: docker compose -f docker-compose.yml -f $out/docker-compose.yml up --wait"
  echo "services:"
  for service in "${services[@]}"; do echo "  $service: { image: $(image_of "$service"), build: !reset null }"; done
  echo "  provision: { image: $(image_of gateway) }"
  echo "  postgres: { image: $POSTGRES_IMAGE }"
  echo "  rabbitmq: { image: $RABBITMQ_IMAGE }"
  echo "  redis: { image: $REDIS_IMAGE }"
} >"$out/docker-compose.yml"
{
  echo "# Made by deploy/release.sh: helm upgrade --install waybill deploy/helm/waybill --values $out/values.yaml --values my-values.yaml"
  echo "image:"
  echo "  registry: \"${prefix%"${prefix##*/}"}\""
  echo "  prefix: \"${prefix##*/}\""
  echo "  digests:"
  for service in "${services[@]}"; do
    image=$(image_of "$service")
    echo "    $service: ${image#*@}"
  done
} >"$out/values.yaml"
echo "release: $out"
