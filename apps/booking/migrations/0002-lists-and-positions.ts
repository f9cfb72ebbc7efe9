import { type Kysely, sql } from 'kysely'

/** Lists of bookings; when the courier's position was last told of. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index booking_newest on booking (environment_id, created_at desc, booking_id desc)`.execute(db)
  await sql`
    create index booking_by_status on booking (environment_id, status, created_at desc, booking_id desc)`.execute(db)
  await sql`alter table booking add column position_told_at timestamptz`.execute(db)
}
