#!/usr/bin/env bash
# Restores a dump of backup.sh: the database, a schema per service with its two roles, and the photos and signatures.
#
#   ADMIN_DATABASE_URL=postgres://… WAYBILL_NAMESPACE=waybill [OBJECT_STORE_DIR=…] deploy/backup/restore.sh <directory>
#
# Run it while no process of this Waybill runs. Refuses to overwrite an existing database. Afterwards run
# deploy/docker/provision.ts, which sets passwords (npm run stack does it by itself). REPLAY (default:
# 1 hour) is how far back events are published again, in case the broker lost them: choose more than the age of the oldest
# queued message at the time of the dump, at most seven days.
set -euo pipefail
directory=${1:?usage: restore.sh <directory>}
namespace=${WAYBILL_NAMESPACE:-waybill}
replay=${REPLAY:-1 hour}
: "${ADMIN_DATABASE_URL:?is required: Postgres, as a role that may create databases and roles}"
[[ -f $directory/database.dump ]] || { echo "There is no $directory/database.dump: name a directory of backup.sh." >&2; exit 1; }

[[ $ADMIN_DATABASE_URL =~ ^([a-z]+://[^/?]+)(/[^?]*)?(\?.*)?$ ]] ||
  { echo "ADMIN_DATABASE_URL is not a URL such as postgres://user@host/postgres" >&2; exit 1; }
server=${BASH_REMATCH[1]} query=${BASH_REMATCH[3]}
at() { echo "$server/$1$query"; }
if [[ -n ${ADMIN_DATABASE_PASSWORD_FILE:-} ]]; then
  PGPASSWORD=$(<"$ADMIN_DATABASE_PASSWORD_FILE")
  export PGPASSWORD
fi
admin() { psql --dbname="$ADMIN_DATABASE_URL" --no-psqlrc --quiet --tuples-only --set=ON_ERROR_STOP=1 "$@"; }

if [[ -n $(admin --command="select 1 from pg_database where datname = '$namespace'") ]]; then
  echo "The database $namespace is there already: rename or drop it first, or set WAYBILL_NAMESPACE." >&2
  exit 1
fi
admin --command="create database \"$namespace\" template template0"
# Postgres 17 and newer can grant vacuum to a role that does not own the table.
table_rights='select, insert, update, delete'
[[ $(admin --no-align --command="select current_setting('server_version_num')::int >= 170000") != t ]] || table_rights+=', maintain'
for service in gateway shipment quoting booking webhook simulator; do
  role="${namespace}_$service" owner="${namespace}_${service}_owner"
  for name in "$role" "$owner"; do
    admin --command="do \$\$ begin create role \"$name\"; exception when duplicate_object then null; end \$\$"
  done
  admin --command="grant \"$owner\" to current_user"
  # As provision does: what the owner creates is its own, and the service's role reads and writes the rows.
  psql --dbname="$(at "$namespace")" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --command="
    create schema if not exists \"$service\" authorization \"$owner\";
    grant usage on schema \"$service\" to \"$role\";
    alter default privileges for role \"$owner\" in schema \"$service\" grant $table_rights on tables to \"$role\";
    alter default privileges for role \"$owner\" in schema \"$service\" grant usage on sequences to \"$role\";
    alter default privileges for role \"$owner\" in schema \"$service\" grant execute on functions to \"$role\";
    alter default privileges for role \"$owner\" revoke execute on functions from public"
  pg_restore --dbname="$(at "$namespace")" --schema="$service" --no-owner --no-privileges --role="$owner" \
    --exit-on-error "$directory/database.dump"
  # Publish again what the broker held. Consumers recognise events they have processed by ID.
  if [[ -n $(psql --dbname="$(at "$namespace")" -XAtq --command="select to_regclass('$service.outbox')") ]]; then
    psql --dbname="$(at "$namespace")" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --command="
      update \"$service\".outbox set published_at = null
      where published_at > (select max(published_at) from \"$service\".outbox) - interval '$replay'"
  fi
done
if [[ -n ${OBJECT_STORE_DIR:-} && -d $directory/objects ]]; then
  mkdir -p "$OBJECT_STORE_DIR"
  cp -a "$directory/objects/." "$OBJECT_STORE_DIR"
fi
echo "Restored $namespace. Run provision for its passwords, then start its processes in any order."
