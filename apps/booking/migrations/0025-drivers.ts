import { type Kysely, sql } from 'kysely'

/** Drivers of merchants' own fleets. */
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
}
