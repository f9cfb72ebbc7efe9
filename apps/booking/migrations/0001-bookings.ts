import { type Kysely, sql } from 'kysely'

/** Bookings, with copies of their shipments and the terms that a search finds them by. */
export async function up(db: Kysely<never>): Promise<void> {
  await createBookings(db)
  await createIndexesOfLists(db)
  await createIndexesOfSweeps(db)

  // object: json, not jsonb: the embedded shipment is shown with its fields in the order of the shipment itself.
  await sql`
    create table shipment_copy (
      environment_id text not null,
      shipment_id text not null,
      sequence integer not null,
      object json not null,
      primary key (environment_id, shipment_id)
    )`.execute(db)
  await sql`
    create index shipment_copy_by_reference
    on shipment_copy (environment_id, (object ->> 'merchant_order_ref'))`.execute(db)
  await sql`
    create index shipment_copy_by_collection
    on shipment_copy (environment_id, (object ->> 'collection_date'))`.execute(db)
  await sql`
    create index shipment_copy_by_metadata
    on shipment_copy using gin (((object -> 'metadata')::jsonb) jsonb_path_ops)`.execute(db)

  await sql`
    create table search_term (
      environment_id text not null,
      shipment_id text not null,
      booking_id text not null,
      term text collate "C" not null,
      primary key (environment_id, shipment_id, booking_id, term)
    )`.execute(db)
  await sql`
    create index search_term_by_term on search_term (environment_id, term, shipment_id, booking_id)`.execute(db)
}

async function createBookings(db: Kysely<never>): Promise<void> {
  // shipment_status: the status that the booking gives its shipment. shown_shipment: the shipment as in the last event of the
  // booking, so that the next one can name what has changed since.
  // collection_date: of the shipment, so that a list by date reads no other shipments.
  // label_revision: tells labels that were asked for before the carrier's job changed from those of the job as it is.
  // links_version: how often the URLs of the booking's documents were revoked.
  // eta: since the booking; null: as in the option that was booked. charges: what the carrier charges or credits afterwards.
  // pickup_due_at: when a courier who has not arrived at the pickup is late.
  // pickup_by, delivery_by: until when the pickup and the delivery are awaited.
  // position_told_at: when an event last contained the courier's position.
  await sql`
    create table booking (
      environment_id text not null,
      booking_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      shipment_id text not null,
      shipment_status text,
      shown_shipment jsonb,
      collection_date text not null,
      quote_id text not null,
      quote_option_id text not null,
      quote_option jsonb not null,
      status text not null,
      carrier_code text not null,
      carrier_account_id text not null,
      carrier_job_id text,
      tracking_number text,
      carrier_tracking_url text,
      has_label boolean not null default false,
      label_due boolean not null default false,
      label_revision integer not null default 0,
      links_version integer not null default 0,
      printed_at timestamptz,
      print_count integer not null default 0,
      driver jsonb,
      incident text,
      failure_reason text,
      eta jsonb,
      charges jsonb not null default '[]',
      booked_at timestamptz not null,
      cancelled_at timestamptz,
      cancellation_requested_at timestamptz,
      cancellation_reason_code text,
      cancellation_reason_note text,
      pod jsonb,
      settled boolean not null default false,
      closed_by_us boolean not null default false,
      picked_up boolean not null default false,
      cancelling jsonb,
      dispatch_until timestamptz,
      track_due_at timestamptz,
      pickup_due_at timestamptz,
      pickup_by timestamptz,
      delivery_by timestamptz,
      position_told_at timestamptz,
      sequence integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, booking_id)
    )`.execute(db)
  await sql`
    create unique index booking_live on booking (environment_id, shipment_id)
    where status not in ('delivered', 'returned', 'failed', 'cancelled')`.execute(db)
  await sql`create index booking_by_shipment on booking (environment_id, shipment_id, created_at)`.execute(db)
}

async function createIndexesOfLists(db: Kysely<never>): Promise<void> {
  await sql`create index booking_newest on booking (environment_id, created_at desc, booking_id desc)`.execute(db)
  await sql`
    create index booking_by_status on booking (environment_id, status, created_at desc, booking_id desc)`.execute(db)
  await sql`create index booking_by_change on booking (environment_id, updated_at desc, booking_id desc)`.execute(db)
  await sql`
    create index booking_by_carrier
    on booking (environment_id, carrier_code, created_at desc, booking_id desc)`.execute(db)
  await sql`
    create index booking_by_service
    on booking (environment_id, (quote_option ->> 'service_code'), created_at desc, booking_id desc)`.execute(db)
  // The carrier behind an aggregator. Other bookings are not in the index.
  await sql`
    create index booking_by_carried_by
    on booking (environment_id, lower(quote_option ->> 'carried_by'), created_at desc, booking_id desc)
    where quote_option ->> 'carried_by' <> ''`.execute(db)
  await sql`
    create index booking_by_tracking_number on booking (environment_id, lower(tracking_number))
    where tracking_number is not null`.execute(db)
  await sql`
    create index booking_by_collection
    on booking (environment_id, collection_date, created_at desc, booking_id desc)`.execute(db)
  await sql`
    create index booking_by_print
    on booking (environment_id, (printed_at is null), created_at desc, booking_id desc)`.execute(db)
  await sql`
    create index booking_by_pickup on booking (environment_id, pickup_by) where pickup_by is not null`.execute(db)
  await sql`
    create index booking_by_delivery on booking (environment_id, delivery_by)
    where delivery_by is not null`.execute(db)
  await sql`
    create index booking_by_incident on booking (environment_id, incident, created_at desc, booking_id desc)
    where incident is not null`.execute(db)
  await sql`
    create index booking_by_failure on booking (environment_id, failure_reason, created_at desc, booking_id desc)
    where failure_reason is not null`.execute(db)
}

async function createIndexesOfSweeps(db: Kysely<never>): Promise<void> {
  await sql`create index booking_track_due on booking (track_due_at) where track_due_at is not null`.execute(db)
  await sql`create index booking_pickup_due on booking (pickup_due_at) where pickup_due_at is not null`.execute(db)
  // Bookings that stand still: pending ones, and live ones without the label that is due.
  await sql`create index booking_pending on booking (created_at) where status = 'pending'`.execute(db)
  await sql`
    create index booking_label_due on booking (booked_at)
    where label_due and status not in ('delivered', 'returned', 'failed', 'cancelled')`.execute(db)
}
