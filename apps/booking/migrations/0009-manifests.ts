import { type Kysely, sql } from 'kysely'

/** Manifests of labels, the bookings of each, and their documents. */
export async function up(db: Kysely<never>): Promise<void> {
  // step: what the carrier is to be asked next; null: nothing. in_doubt: it may have the manifest. sent_at: when it was first asked
  // since it is in doubt. jobs, left_out: without personal data, but for texts of carriers.
  await sql`
    create table manifest (
      environment_id text not null,
      manifest_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      request_id text not null,
      carrier_code text not null,
      carrier_account_id text not null,
      status text not null,
      step text,
      ship_date text not null,
      address jsonb,
      jobs jsonb not null,
      left_out jsonb not null,
      carrier_manifest_id text,
      number text,
      in_doubt boolean not null default false,
      sent_at timestamptz,
      not_found_seen integer not null default 0,
      error jsonb,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      lease_id uuid,
      lease_until timestamptz,
      completed_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (environment_id, manifest_id)
    )`.execute(db)
  await sql`create index manifest_due on manifest (due_at, manifest_id) where step is not null`.execute(db)
  await sql`create index manifest_account on manifest (environment_id, carrier_account_id) where step is not null`.execute(
    db,
  )

  // live: the manifest is being made, is made, or may be made, and no other one may have the booking.
  await sql`
    create table manifest_booking (
      environment_id text not null,
      manifest_id text not null,
      booking_id text not null,
      live boolean not null default true,
      primary key (environment_id, manifest_id, booking_id)
    )`.execute(db)
  await sql`create unique index manifest_booking_live on manifest_booking (environment_id, booking_id) where live`.execute(
    db,
  )
  await sql`create index manifest_booking_booking on manifest_booking (environment_id, booking_id)`.execute(db)

  await sql`
    create table manifest_document (
      environment_id text not null,
      manifest_id text not null,
      content_type text not null,
      content bytea not null,
      created_at timestamptz not null default now(),
      primary key (environment_id, manifest_id)
    )`.execute(db)
  await sql`create index manifest_document_age on manifest_document (created_at)`.execute(db)
}
