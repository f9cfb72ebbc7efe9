import { type Kysely, sql } from 'kysely'

/** Shipments with their parcels and timeline. */
export async function up(db: Kysely<never>): Promise<void> {
  await createShipments(db)
  await createIndexesOfLists(db)
  await createIndexesOfSweeps(db)

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
      declared_value_currency text not null,
      declared_value_exponent smallint not null,
      contents_description text not null,
      primary key (environment_id, parcel_id),
      foreign key (environment_id, shipment_id) references shipment (environment_id, shipment_id)
    )`.execute(db)
  await sql`create index parcel_by_shipment on parcel (environment_id, shipment_id, position)`.execute(db)

  // position: the order in which entries were stored. sequence: the order of entries that occurred at the same time.
  // eta: as it was known with the entry. reason: why a carrier declined. The service alone checks the types of entries, and
  // reads unknown ones too.
  await sql`create sequence timeline_position`.execute(db)
  await sql`
    create table timeline (
      environment_id text not null,
      shipment_id text not null,
      entry_key text not null,
      event_id text not null,
      position bigint not null default nextval('timeline_position'),
      sequence integer,
      type text not null,
      status text not null,
      tracking_status text,
      incident text,
      description text,
      carrier_code text,
      service_code text,
      reason text,
      booking_id text,
      location jsonb,
      eta jsonb,
      occurred_at timestamptz not null,
      recorded_at timestamptz not null,
      primary key (environment_id, shipment_id, entry_key),
      foreign key (environment_id, shipment_id) references shipment (environment_id, shipment_id)
    )`.execute(db)
  await sql`
    create index timeline_in_order on timeline (environment_id, shipment_id, occurred_at, event_id)`.execute(db)
}

async function createShipments(db: Kysely<never>): Promise<void> {
  // pending_booking_id: the booking that the holder of the claim has opened and that no carrier has accepted yet. It has no
  // meaning once the claim has ended.
  // expiry_asked_at: of booked shipments past their collection date, whose booking is cancelled at the carrier first.
  // carrier_code to incident: of the latest booking. carried_by_name: the carrier behind an aggregator.
  // dispatch: the limits of the search for a courier.
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
      dispatch jsonb,
      collection_at timestamptz not null,
      collection_date text,
      collection_all_day boolean not null default false,
      ready_at timestamptz not null,
      pickup_address jsonb not null,
      dropoff_address jsonb not null,
      pickup_instructions text,
      dropoff_instructions text,
      metadata jsonb not null,
      fingerprint text not null,
      route_revision integer not null,
      booking_id text,
      pending_booking_id text,
      claim_id text,
      claim_kind text
        check (claim_kind in ('book', 'dispatch', 'cancel', 'cancel_booking', 'update', 'expire')),
      dispatch_requested_at timestamptz,
      cancel_requested boolean not null,
      cancellation_requested_at timestamptz,
      cancellation_reason_code text,
      cancellation_reason_note text,
      failure_reason text,
      expiry_asked_at timestamptz,
      tracking_token text,
      tracking_url text,
      carrier_code text,
      service_code text,
      carried_by text collate "C",
      carried_by_name text,
      carried_sequence integer,
      tracking_number text,
      carrier_tracking_url text,
      pickup_by timestamptz,
      delivery_by timestamptz,
      incident text,
      sequence integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      erased_at timestamptz,
      primary key (environment_id, shipment_id),
      check ((claim_id is null) = (claim_kind is null)),
      check ((dispatch_requested_at is not null) = (claim_kind is not null and claim_kind = 'dispatch'))
    )`.execute(db)
}

async function createIndexesOfLists(db: Kysely<never>): Promise<void> {
  await sql`create index shipment_newest on shipment (environment_id, created_at desc, shipment_id desc)`.execute(db)
  await sql`
    create index shipment_by_status
    on shipment (environment_id, status, created_at desc, shipment_id desc)`.execute(db)
  await sql`
    create index shipment_by_order_ref
    on shipment (environment_id, merchant_order_ref, created_at desc, shipment_id desc)`.execute(db)
  await sql`create index shipment_by_metadata on shipment using gin (metadata jsonb_path_ops)`.execute(db)
  await sql`create index shipment_by_collection on shipment (environment_id, collection_at)`.execute(db)
  // The last index of all rows: until the table is analyzed, Postgres checks foreign keys with the newest index of equal cost,
  // and this one contains the key.
  await sql`
    create index shipment_by_change on shipment (environment_id, updated_at desc, shipment_id desc)`.execute(db)
  await sql`
    create index shipment_by_carrier
    on shipment (environment_id, carrier_code, created_at desc, shipment_id desc)
    where carrier_code is not null`.execute(db)
  await sql`
    create index shipment_by_carried_by_name
    on shipment (environment_id, lower(carried_by_name), created_at desc, shipment_id desc)
    where carried_by_name is not null`.execute(db)
  await sql`
    create index shipment_by_service
    on shipment (environment_id, service_code, created_at desc, shipment_id desc)
    where service_code is not null`.execute(db)
  await sql`
    create index shipment_by_tracking_number on shipment (environment_id, lower(tracking_number))
    where tracking_number is not null`.execute(db)
  await sql`
    create unique index shipment_by_tracking_token on shipment (tracking_token)
    where tracking_token is not null`.execute(db)
  await sql`
    create index shipment_by_pickup on shipment (environment_id, pickup_by) where pickup_by is not null`.execute(db)
  await sql`
    create index shipment_by_delivery on shipment (environment_id, delivery_by)
    where delivery_by is not null`.execute(db)
  await sql`
    create index shipment_by_incident
    on shipment (environment_id, incident, created_at desc, shipment_id desc)
    where incident is not null`.execute(db)
  await sql`
    create index shipment_by_failure
    on shipment (environment_id, failure_reason, created_at desc, shipment_id desc)
    where failure_reason is not null`.execute(db)
  // Shipments for which a courier is looked for.
  await sql`
    create index shipment_searching on shipment (environment_id, created_at desc, shipment_id desc)
    where claim_kind = 'dispatch'`.execute(db)
}

async function createIndexesOfSweeps(db: Kysely<never>): Promise<void> {
  await sql`
    create index shipment_unbooked
    on shipment (environment_id, merchant_order_ref, fingerprint, created_at desc, shipment_id desc)
    where status = 'ready' and not on_demand and booking_id is null and claim_id is null`.execute(db)
  await sql`
    create index shipment_to_expire on shipment (collection_at)
    where status = 'ready' and booking_id is null and claim_id is null`.execute(db)
  await sql`
    create index shipment_booked_to_expire on shipment (collection_at)
    where status = 'ready' and booking_id is not null`.execute(db)
  await sql`
    create index shipment_to_dispatch on shipment (dispatch_requested_at)
    where dispatch_requested_at is not null`.execute(db)
  await sql`
    create index shipment_to_erase on shipment (updated_at)
    where erased_at is null and status in ('delivered', 'returned', 'failed', 'cancelled', 'expired')`.execute(db)
}
