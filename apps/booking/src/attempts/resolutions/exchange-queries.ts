/** Exchanges with the carrier about a booking. */
import { listExchangePage } from '@waybill/carriers/exchange-log/pages'
import type { PageRequest } from '@waybill/chassis/postgres/page'
import { sql } from 'kysely'
import type { Db } from '../../db.ts'

/** By the references of its attempts and their jobs at the carrier. */
export const listBookingExchanges = (
  db: Db,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  page: PageRequest,
) => {
  const ofAttempts = sql`
    (carrier_account_id, reference) in (
      select attempt.carrier_account_id, named.reference
      from carrier_attempt attempt
      cross join lateral (values (attempt_id), (carrier_job_id), (reported_job_id), (draft_id)) as named (reference)
      where attempt.environment_id = ${environmentId} and attempt.booking_id = ${bookingId}
        and named.reference is not null
    )`
  return listExchangePage(db, { environmentId, list: bookingId, matching: ofAttempts }, page)
}
