#!/usr/bin/env bash
# Dumps a Waybill into a directory: all schemas in one consistent snapshot, and the photos and signatures.
#
#   ADMIN_DATABASE_URL=postgres://… WAYBILL_NAMESPACE=waybill [OBJECT_STORE_DIR=…] deploy/backup/backup.sh <directory>
#
# Needs bash and pg_dump, not older than the server. ADMIN_DATABASE_PASSWORD_FILE may hold the password.
# Can run while Waybill runs. Does not include keys and passwords: keep them in a vault.
# RabbitMQ and Redis need no backup: unconsumed events are in the outboxes.
set -euo pipefail
directory=${1:?usage: backup.sh <directory>}
namespace=${WAYBILL_NAMESPACE:-waybill}
: "${ADMIN_DATABASE_URL:?is required: Postgres, as a role that may read every schema}"

umask 077
mkdir -p "$directory"
# One dump for all services, so that their states match.
[[ $ADMIN_DATABASE_URL =~ ^([a-z]+://[^/?]+)(/[^?]*)?(\?.*)?$ ]] ||
  { echo "ADMIN_DATABASE_URL is not a URL such as postgres://user@host/postgres" >&2; exit 1; }
database=${BASH_REMATCH[1]}/$namespace${BASH_REMATCH[3]}
if [[ -n ${ADMIN_DATABASE_PASSWORD_FILE:-} ]]; then
  PGPASSWORD=$(<"$ADMIN_DATABASE_PASSWORD_FILE")
  export PGPASSWORD
fi
pg_dump --dbname="$database" --format=custom --no-owner --no-privileges --file="$directory/database.dump.part"
mv "$directory/database.dump.part" "$directory/database.dump"
# After the database, so that every file that a row refers to is included.
if [[ -n ${OBJECT_STORE_DIR:-} && -d $OBJECT_STORE_DIR ]]; then
  rm -rf "$directory/objects"
  cp -a "$OBJECT_STORE_DIR" "$directory/objects"
fi
echo "Dumped $namespace into $directory ($(du -sh "$directory" | cut -f1))."
