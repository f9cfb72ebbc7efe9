import { type Kysely, sql } from 'kysely'

/** Drivers and jobs of merchants' own fleets. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table driver (
      environment_id text not null,
      driver_id text not null,
      name text not null,
      telephone text,
      email text,
      capacity integer not null,
      available boolean not null,
      active boolean not null,
      latitude double precision,
      longitude double precision,
      position_at timestamptz,
      token_hash bytea not null,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, driver_id)
    )`.execute(db)
  await sql`create unique index driver_token on driver (token_hash)`.execute(db)

  // One row for each job, with one column for its driver and one for its open offer.
  await sql`
    create table fleet_job (
      environment_id text not null,
      job_id text not null,
      reference text not null,
      status text not null,
      service_code text not null,
      request jsonb,
      ready_at timestamptz not null,
      driver_id text,
      offered_driver_id text,
      declined_by text[] not null default '{}',
      due_at timestamptz,
      search_until timestamptz not null,
      incident text,
      version integer not null,
      position_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, job_id),
      unique (environment_id, reference)
    )`.execute(db)
  await sql`create index fleet_job_due on fleet_job (due_at) where status = 'searching'`.execute(db)
  await sql`
    create index fleet_job_of_driver on fleet_job (environment_id, coalesce(driver_id, offered_driver_id))
    where status in ('searching', 'accepted', 'en_route_to_pickup', 'arrived_at_pickup', 'picked_up',
      'en_route_to_dropoff', 'arrived_at_dropoff', 'returning')`.execute(db)
}
