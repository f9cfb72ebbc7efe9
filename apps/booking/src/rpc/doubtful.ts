/** Bookings in doubt, for operators. */
import type { CarrierExchangeTable } from '@waybill/carriers/exchange-log/table'
import { transact } from '@waybill/chassis/postgres/database'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import type { DoubtfulBooking as DoubtfulMessage } from '@waybill/contracts/gen/waybill/booking/v1/DoubtfulBooking'
import type { Exchange } from '@waybill/contracts/gen/waybill/booking/v1/Exchange'
import type { Resolution as ResolutionMessage } from '@waybill/contracts/gen/waybill/booking/v1/Resolution'
import type { Dependencies } from '../dependencies.ts'
import { resolveDoubtful } from '../operations/resolution-commands.ts'
import {
  type DoubtfulBooking,
  findDoubtful,
  listDoubtful,
  listExchangesOf,
  type Resolution,
} from '../operations/resolution-repository.ts'

const LISTED = 100

/** `hasten`: there is an operation that is due. */
export const doubtfulHandlers = ({ db, carriers, log, hasten }: Dependencies & { hasten(): void }) => {
  const shown = (booking: DoubtfulBooking): DoubtfulMessage => ({
    environment_id: booking.environmentId,
    booking_id: booking.bookingId,
    shipment_id: booking.shipmentId,
    carrier_code: booking.carrierCode,
    attempt_id: booking.attemptId,
    sent_at: booking.sentAt.toISOString(),
    recovery: carriers.get(booking.carrierCode)?.descriptor.bookRecovery.kind ?? '',
    reported_job_id: booking.reportedJobId ?? '',
    failure: booking.failure ? JSON.stringify(booking.failure) : '',
    tries: booking.tries,
    resolution: booking.resolution && shownResolution(booking.resolution),
  })

  return {
    async ListDoubtful({ limit }) {
      return { bookings: (await listDoubtful(db, limit || LISTED)).map(shown) }
    },

    async GetDoubtful({ booking_id: bookingId }, { environmentId }) {
      const booking = await findDoubtful(db, environmentId, bookingId)
      if (booking === undefined) throw new AppError('booking_not_found', `There is no booking ${bookingId} in doubt.`)
      return { booking: shown(booking), exchanges: (await listExchangesOf(db, booking)).map(shownExchange) }
    },

    async ResolveDoubtful({ booking_id: bookingId, carrier_job_id, note }, { environmentId, requestId }) {
      const word = { carrierJobId: carrier_job_id || null, note: note || null, at: new Date() }
      const resolution = await transact(db, (trx) => resolveDoubtful(trx, { environmentId, bookingId }, word))
      const { attemptId, outcome, carrierJobId } = resolution
      log.warn({ environmentId, bookingId, attemptId, outcome, carrierJobId, requestId }, 'booking.resolved')
      hasten()
      return shownResolution(resolution)
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}

const shownResolution = (resolution: Resolution): ResolutionMessage => ({
  booking_id: resolution.bookingId,
  attempt_id: resolution.attemptId,
  outcome: resolution.outcome,
  carrier_job_id: resolution.carrierJobId ?? '',
  note: resolution.note ?? '',
  resolved_at: resolution.resolvedAt.toISOString(),
})

const shownExchange = (exchange: CarrierExchangeTable): Exchange => ({
  started_at: exchange.started_at.toISOString(),
  operation: exchange.operation,
  direction: exchange.direction,
  method: exchange.method,
  path: exchange.path,
  request_text: exchange.request_text ?? '',
  http_status: exchange.http_status ?? 0,
  response_text: exchange.response_text ?? '',
  fault: exchange.fault ?? '',
  duration_ms: exchange.duration_ms,
})
