import { type Kysely, sql } from 'kysely'

/** Batches of bookings and of labels, with the outcome of each item. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table booking_batch (
      environment_id text not null,
      batch_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      request_id text not null,
      created_at timestamptz not null,
      primary key (environment_id, batch_id)
    )`.execute(db)
  await sql`create index booking_batch_created on booking_batch (created_at)`.execute(db)
  await sql`
    create table booking_batch_item (
      environment_id text not null,
      batch_id text not null,
      position integer not null,
      shipment_id text not null,
      quote_option_id text not null,
      op_id text not null,
      status text not null default 'pending',
      booking_id text,
      error jsonb,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      taken_at timestamptz,
      lease_id uuid,
      lease_until timestamptz,
      ended_at timestamptz,
      primary key (environment_id, batch_id, position)
    )`.execute(db)
  await sql`
    create index booking_batch_item_pending on booking_batch_item (environment_id, due_at, batch_id, position)
    where status = 'pending'`.execute(db)
  await sql`
    create index booking_batch_item_leased on booking_batch_item (environment_id, lease_until)
    where lease_until is not null`.execute(db)
  await sql`create index booking_batch_item_shipment on booking_batch_item (environment_id, shipment_id)`.execute(db)

  // Labels of many bookings in one document.
  await sql`
    create table label_batch (
      environment_id text not null,
      batch_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      request_id text not null,
      format text not null,
      size text not null,
      mark_printed boolean not null,
      created_at timestamptz not null,
      primary key (environment_id, batch_id)
    )`.execute(db)
  await sql`create index label_batch_created on label_batch (created_at)`.execute(db)
  await sql`
    create table label_batch_item (
      environment_id text not null,
      batch_id text not null,
      position integer not null,
      booking_id text not null,
      status text not null default 'pending',
      label_key text,
      pages integer,
      label_bytes integer,
      error jsonb,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      lease_id uuid,
      lease_until timestamptz,
      ended_at timestamptz,
      primary key (environment_id, batch_id, position)
    )`.execute(db)
  await sql`
    create index label_batch_item_pending on label_batch_item (environment_id, due_at, batch_id, position)
    where status = 'pending'`.execute(db)
  await sql`
    create index label_batch_item_leased on label_batch_item (environment_id, lease_until)
    where lease_until is not null`.execute(db)
  await sql`create index label_batch_item_booking on label_batch_item (environment_id, booking_id)`.execute(db)
}
