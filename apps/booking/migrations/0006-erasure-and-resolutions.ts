import { type Kysely, sql } from 'kysely'

/** What operators decided about bookings in doubt; proofs whose photos are gone; reports of jobs that nobody claims. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table attempt_resolution (
      environment_id text not null,
      attempt_id text not null,
      booking_id text not null,
      outcome text not null check (outcome in ('booked', 'not_booked')),
      carrier_job_id text,
      note text,
      resolved_at timestamptz not null default now(),
      primary key (environment_id, attempt_id),
      foreign key (environment_id, attempt_id) references carrier_attempt (environment_id, attempt_id)
    )`.execute(db)
  await sql`alter table proof_media drop constraint proof_media_state_check`.execute(db)
  await sql`
    alter table proof_media add constraint proof_media_state_check
    check (state in ('due', 'stored', 'failed', 'erased')) not valid`.execute(db)
  // safe: written before the first release, when no installation had reports to wait for
  await sql`create index tracking_fact_unclaimed on tracking_fact (received_at) where booking_id is null`.execute(db)
}
