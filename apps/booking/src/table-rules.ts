/** When each table's rows are deleted, or why they are kept. Shown in docs/tables.md. */
import { pruneExchanges } from '@waybill/carriers/exchange-log/repository'
import type { TableRules } from '@waybill/chassis/retention/table-rules'
import { pruneLabelBatches } from './batches/labels/repository.ts'
import { pruneDocuments } from './batches/manifests/document-repository.ts'
import { pruneBatches } from './batches/repository.ts'
import type { BookingDatabase } from './db.ts'
import { pruneUnclaimedFacts } from './erasure/repository.ts'
import { pruneOperations } from './operations/pruning-repository.ts'

/**
 * Operations are kept for support. Longer than needed otherwise: an Idempotency-Key finds an outcome for a day, and an
 * event that begins an operation is redelivered for at most a week.
 */
const OPERATION_DAYS = 30
/** Long after a merchant has read what became of a batch. */
const BATCH_DAYS = 30
/** Long after its parcels have left. */
const MANIFEST_DOCUMENT_DAYS = 90
/** A job that no booking has claimed by then is not ours. */
const UNCLAIMED_DAYS = 90

const perBooking = 'records of a merchant'

/** Operations are kept at least `exchangeDays`: an erasure finds exchanges with carriers by their operation. */
export const tableRules = ({ exchangeDays = 30 }: { exchangeDays?: number }): TableRules<BookingDatabase> => {
  const operationDays = Math.max(OPERATION_DAYS, exchangeDays)
  return {
    booking: { kept: perBooking },
    carrier_attempt: { kept: perBooking },
    label: { kept: perBooking },
    proof_media: { kept: perBooking },
    shipment_copy: { kept: 'one row for each shipment with a booking' },
    search_term: { kept: 'what bookings are found by; deleted when their personal data is erased' },
    carrier_account: {
      kept: "one row for each account with a carrier; a deleted account's credentials are erased after its last job",
    },
    driver: { kept: 'at most 500 for each environment; deleted with DELETE' },
    fleet_job: { kept: 'one row for each job of an own fleet; personal data in it is erased with its booking' },
    attempt_resolution: { kept: 'one row for each decision of an operator' },
    tracking_fact: {
      deleted: `${UNCLAIMED_DAYS} days after its receipt if it belongs to no booking; otherwise kept with the booking`,
      by: pruneUnclaimedFacts,
      days: UNCLAIMED_DAYS,
    },
    booking_batch: {
      deleted: '30 days after its creation; never with a pending item',
      by: pruneBatches,
      days: BATCH_DAYS,
    },
    label_batch: {
      deleted: '30 days after its creation',
      by: pruneLabelBatches,
      days: BATCH_DAYS,
    },
    label_batch_item: { kept: 'deleted with its batch; texts of carriers in it are erased' },
    booking_batch_item: { kept: 'deleted with its batch; texts of carriers in it are erased' },
    pickup: {
      kept: 'records of a merchant; address, instructions and texts of carriers in it are erased with its bookings',
    },
    pickup_booking: { kept: 'one row for each booking of a pickup' },
    manifest: { kept: 'records of a merchant; address and texts of carriers in it are erased with its bookings' },
    manifest_booking: { kept: 'one row for each booking of a manifest' },
    manifest_document: {
      deleted: `${MANIFEST_DOCUMENT_DAYS} days after it is stored, or with the erasure of a booking in it`,
      by: pruneDocuments,
      days: MANIFEST_DOCUMENT_DAYS,
    },
    cost_week: { kept: 'one row for each week, carrier, service and currency' },
    counted_booking: { kept: 'one row for each booking' },
    cost_progress: { kept: 'one row' },
    operation: {
      deleted: '30 days after it ends, or `CARRIER_EXCHANGE_DAYS` if that is longer; never an open one',
      by: pruneOperations,
      days: operationDays,
    },
    carrier_exchange: { deleted: '`CARRIER_EXCHANGE_DAYS` (30) after the exchange', by: pruneExchanges },
  }
}
