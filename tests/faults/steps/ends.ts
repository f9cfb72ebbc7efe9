import type pg from 'pg'
import type { End } from './scenarios.ts'

/** The state of the shipment by its row, its booking's row and the carriers' records. */
export async function readEnd(db: pg.Pool, shipmentId: string): Promise<string> {
  const { rows } = await db.query(
    `select s.status, b.status as booking,
       (select count(*)::int from simulator.job j
        join booking.carrier_attempt a on a.attempt_id = j.reference
        join booking.booking any_booking on any_booking.booking_id = a.booking_id
        where any_booking.shipment_id = s.shipment_id and j.code not in ('CANCELLED', 'FAILED')) as jobs
     from shipment.shipment s left join booking.booking b on b.booking_id = s.booking_id
     where s.shipment_id = $1`,
    [shipmentId],
  )
  const { status, booking, jobs } = rows[0]
  const known: Record<string, End> = {
    'ready assigned 1': 'booked',
    'ready null 0': 'free',
    'in_transit assigned 1': 'dispatched',
    'cancelled cancelled 0': 'cancelled',
    'cancelled null 0': 'cancelled',
    'expired null 0': 'expired',
    'expired cancelled 0': 'expired',
    'failed failed 0': 'failed',
    'failed null 0': 'failed',
  }
  const seen = `${status} ${booking} ${jobs}`
  return known[seen] ?? seen
}
