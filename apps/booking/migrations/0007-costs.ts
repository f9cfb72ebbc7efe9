import { type Kysely, sql } from 'kysely'

/** Costs by week, carrier, service and currency, and what each booking is counted with in them. */
export async function up(db: Kysely<never>): Promise<void> {
  // week: its Monday. Amounts count 10^-exponent of the currency.
  await sql`
    create table cost_week (
      environment_id text not null,
      week text not null,
      carrier_code text not null,
      service_code text not null,
      currency text not null,
      exponent smallint not null,
      amount_minor bigint not null,
      tax_minor bigint not null,
      charges_minor bigint not null,
      cancelled_minor bigint not null,
      bookings bigint not null,
      parcels bigint not null,
      delivered bigint not null,
      on_time bigint not null,
      late bigint not null,
      returned bigint not null,
      failed bigint not null,
      cancelled bigint not null,
      refused bigint not null,
      primary key (environment_id, week, carrier_code, service_code, currency, exponent)
    )`.execute(db)

  // sequence: of the booking when it was last counted. lines: what it was counted with.
  await sql`
    create table counted_booking (
      environment_id text not null,
      booking_id text not null,
      sequence integer not null,
      lines jsonb not null,
      primary key (environment_id, booking_id)
    )`.execute(db)

  // position: events of the outbox until this one are counted. as_of: when that was the last one.
  // recounted_environment_id, recounted_booking_id: the last booking of a recount that is under way; null: none is.
  await sql`
    create table cost_progress (
      position bigint not null,
      as_of timestamptz,
      recounted_environment_id text,
      recounted_booking_id text
    )`.execute(db)
  await sql`insert into cost_progress values (0, null, '', '')`.execute(db)
}
