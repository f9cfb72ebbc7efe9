import { type Kysely, sql } from 'kysely'

/**
 * Shipments with parcels, claims and timeline; the last event applied of each booking; the shipment of each quote.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table shipment (
      environment_id text not null,
      shipment_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      merchant_order_ref text not null,
      status text not null check (status in ('ready', 'in_transit', 'out_for_delivery', 'awaiting_collection',
        'delivery_attempted', 'on_hold', 'returning', 'delivered', 'returned', 'failed', 'cancelled', 'expired')),
      on_demand boolean not null,
      collection_at timestamptz not null,
      ready_at timestamptz not null,
      pickup_address jsonb not null,
      dropoff_address jsonb not null,
      pickup_instructions text,
      dropoff_instructions text,
      metadata jsonb not null,
      fingerprint text not null,
      route_revision integer not null,
      booking_id text,
      claim_id text,
      claim_kind text check (claim_kind in ('book', 'dispatch', 'cancel', 'update')),
      dispatch_requested_at timestamptz,
      cancel_requested boolean not null,
      cancellation_requested_at timestamptz,
      cancellation_reason_code text,
      cancellation_reason_note text,
      failure_reason text,
      sequence integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, shipment_id),
      check ((claim_id is null) = (claim_kind is null)),
      check ((dispatch_requested_at is not null) = (claim_kind is not null and claim_kind = 'dispatch'))
    )`.execute(db)
  await sql`
    create index shipment_newest on shipment (environment_id, created_at desc, shipment_id desc)`.execute(db)
  await sql`
    create index shipment_by_status
    on shipment (environment_id, status, created_at desc, shipment_id desc)`.execute(db)
  await sql`
    create index shipment_by_order_ref
    on shipment (environment_id, merchant_order_ref, created_at desc, shipment_id desc)`.execute(db)
  await sql`create index shipment_by_metadata on shipment using gin (metadata jsonb_path_ops)`.execute(db)
  await sql`
    create index shipment_unbooked
    on shipment (environment_id, merchant_order_ref, fingerprint, created_at desc, shipment_id desc)
    where status = 'ready' and not on_demand and booking_id is null and claim_id is null`.execute(db)
  await sql`
    create index shipment_to_expire on shipment (collection_at)
    where status = 'ready' and booking_id is null and claim_id is null`.execute(db)
  await sql`
    create index shipment_to_dispatch on shipment (dispatch_requested_at)
    where dispatch_requested_at is not null`.execute(db)

  await sql`
    create table parcel (
      environment_id text not null,
      parcel_id text not null,
      shipment_id text not null,
      position smallint not null,
      title text not null,
      weight_grams bigint not null,
      length_tenth_mm bigint not null,
      width_tenth_mm bigint not null,
      height_tenth_mm bigint not null,
      declared_value_minor bigint not null,
      contents_description text not null,
      primary key (environment_id, parcel_id),
      foreign key (environment_id, shipment_id) references shipment (environment_id, shipment_id)
    )`.execute(db)
  await sql`create index parcel_by_shipment on parcel (environment_id, shipment_id, position)`.execute(db)

  await sql`
    create table claim (
      environment_id text not null,
      claim_id text not null,
      shipment_id text not null,
      kind text not null check (kind in ('book', 'dispatch', 'cancel', 'update')),
      state text not null check (state in ('held', 'deferred', 'applied', 'settled')),
      outcome text,
      patch jsonb,
      reason_code text,
      reason_note text,
      booking_ended boolean not null default false,
      request_id text,
      created_at timestamptz not null default now(),
      settled_at timestamptz,
      primary key (environment_id, claim_id),
      foreign key (environment_id, shipment_id) references shipment (environment_id, shipment_id)
    )`.execute(db)

  await sql`
    create table timeline (
      environment_id text not null,
      shipment_id text not null,
      entry_key text not null,
      event_id text not null,
      type text not null check (type in ('status_changed', 'tracking', 'details_changed')),
      status text not null,
      tracking_status text,
      incident text,
      description text,
      carrier_code text,
      booking_id text,
      location jsonb,
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      primary key (environment_id, shipment_id, entry_key),
      foreign key (environment_id, shipment_id) references shipment (environment_id, shipment_id)
    )`.execute(db)
  await sql`
    create index timeline_in_order on timeline (environment_id, shipment_id, occurred_at, event_id)`.execute(db)

  await sql`
    create table followed_booking (
      environment_id text not null,
      booking_id text not null,
      last_sequence integer not null,
      primary key (environment_id, booking_id)
    )`.execute(db)

  await sql`
    create table quote_registration (
      environment_id text not null,
      quote_id text not null,
      shipment_id text not null,
      created_at timestamptz not null default now(),
      primary key (environment_id, quote_id),
      foreign key (environment_id, shipment_id) references shipment (environment_id, shipment_id)
    )`.execute(db)
}
