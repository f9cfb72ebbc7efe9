/** When each table's rows are deleted, or why they are kept. Shown in docs/tables.md. */
import type { TableRules } from '@waybill/chassis/retention/table-rules'
import { pruneFollowedBookings } from './bookings/repository.ts'
import { pruneClaims } from './claims/repository.ts'
import type { ShipmentDatabase } from './db.ts'
import { pruneRegistrations } from './registrations/repository.ts'

/**
 * Longer than any call is repeated: an operation may wait for days for a carrier or for a service that is down, and
 * events are kept for a week to be published again.
 */
const KEPT_DAYS = 90

const perShipment = 'records of a merchant'

export const tableRules: TableRules<ShipmentDatabase> = {
  shipment: { kept: perShipment },
  parcel: { kept: perShipment },
  search_term: { kept: 'what a shipment is found by; deleted when its personal data is erased' },
  timeline: { kept: perShipment },
  note: { kept: 'deleted when the personal data of its shipment is erased' },
  claim: {
    deleted: `${KEPT_DAYS} days after it ends; never while it holds a shipment`,
    by: pruneClaims,
    days: KEPT_DAYS,
  },
  followed_booking: {
    deleted: `${KEPT_DAYS} days after the last event of the booking, unless one is parked`,
    by: pruneFollowedBookings,
    days: KEPT_DAYS,
  },
  quote_registration: {
    deleted: `${KEPT_DAYS} days after the quote`,
    by: pruneRegistrations,
    days: KEPT_DAYS,
  },
  customs_defaults: { kept: 'at most one row per environment, which a reset empties' },
  return_rules: { kept: 'at most one row per environment, which a reset empties' },
  pickup_location: { kept: 'at most 500 per environment, until the merchant deletes them' },
}
