/** Bookings in doubt: what operators read and resolve. */
import type { CarrierExchangeTable } from '@waybill/carriers/exchange-log/table'
import { transact } from '@waybill/chassis/postgres/database'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import type { DoubtfulBooking as DoubtfulMessage } from '@waybill/contracts/gen/waybill/booking/v1/DoubtfulBooking'
import type { Exchange } from '@waybill/contracts/gen/waybill/booking/v1/Exchange'
import type { Resolution as ResolutionMessage } from '@waybill/contracts/gen/waybill/booking/v1/Resolution'
import { resolveDoubtful } from '../attempts/resolutions/commands.ts'
import {
  type DoubtfulBooking,
  findDoubtful,
  listDoubtful,
  listExchanges,
  type Resolution,
} from '../attempts/resolutions/repository.ts'
import type { Dependencies } from '../dependencies.ts'

const DEFAULT_LIMIT = 100

export const doubtfulHandlers = ({ db, carriers, log, wakeReconciler }: Dependencies) => {
  const toMessage = (booking: DoubtfulBooking): DoubtfulMessage => ({
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
    resolution: booking.resolution && toResolutionMessage(booking.resolution),
  })

  return {
    async ListDoubtful({ limit }) {
      return { bookings: (await listDoubtful(db, limit || DEFAULT_LIMIT)).map(toMessage) }
    },

    async GetDoubtful({ booking_id: bookingId }, { environmentId }) {
      const booking = await findDoubtful(db, environmentId, bookingId)
      if (booking === undefined) throw new AppError('booking_not_found', `There is no booking ${bookingId} in doubt.`)
      return { booking: toMessage(booking), exchanges: (await listExchanges(db, booking)).map(toExchangeMessage) }
    },

    async ResolveDoubtful({ booking_id: bookingId, carrier_job_id, note }, { environmentId, requestId }) {
      const answer = { carrierJobId: carrier_job_id || null, note: note || null, at: new Date() }
      const resolution = await transact(db, (trx) => resolveDoubtful(trx, { environmentId, bookingId }, answer))
      const { attemptId, outcome, carrierJobId } = resolution
      log.warn({ environmentId, bookingId, attemptId, outcome, carrierJobId, requestId }, 'booking.resolved')
      wakeReconciler()
      return toResolutionMessage(resolution)
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}

const toResolutionMessage = (resolution: Resolution): ResolutionMessage => ({
  booking_id: resolution.bookingId,
  attempt_id: resolution.attemptId,
  outcome: resolution.outcome,
  carrier_job_id: resolution.carrierJobId ?? '',
  note: resolution.note ?? '',
  resolved_at: resolution.resolvedAt.toISOString(),
})

const toExchangeMessage = (exchange: CarrierExchangeTable): Exchange => ({
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
