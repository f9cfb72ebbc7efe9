/** Bookings whose carrier never answered. The operator decides whether they were booked. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { DoubtfulBooking__Output } from '@waybill/contracts/gen/waybill/booking/v1/DoubtfulBooking'
import type { Resolution__Output } from '@waybill/contracts/gen/waybill/booking/v1/Resolution'
import { requiredText } from '@waybill/contracts/values/text'
import { jsonBody } from '@waybill/edge/routing/route'
import { answer, inEnvironment, orNull } from '@waybill/identity/admin/admin-route'
import { z } from 'zod'
import { type AdminRoute, plainRead, remoteAction } from './admin-route.ts'

const resolveSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('booked'), carrier_job_id: requiredText(200), note: requiredText(500) }),
  z.strictObject({ outcome: z.literal('not_booked'), note: requiredText(500) }),
])

export const doubtfulBookingRoutes: AdminRoute[] = [
  plainRead({
    operationId: 'listDoubtfulBookings',
    method: 'GET',
    path: '/admin/bookings',
    summary: "List bookings whose carrier's answer is unknown, oldest first",
    async handle({ context }, { bookings }) {
      const listed = await bookings.ListDoubtful({ context: contextMessage(context) })
      return answer(200, listed.bookings.map(publicDoubtfulBooking))
    },
  }),
  remoteAction({
    operationId: 'getDoubtfulBooking',
    method: 'GET',
    path: '/admin/environments/{environment_id}/bookings/{booking_id}',
    summary: 'Get a booking in doubt, with the requests sent to the carrier and its responses',
    async handle({ context, params }, { db, bookings }) {
      const call = await inEnvironment({ context, params }, db)
      const booking_id = params.booking_id ?? ''
      const { booking, exchanges } = await bookings.GetDoubtful({ context: contextMessage(call), booking_id })
      return answer(200, {
        booking: booking && publicDoubtfulBooking(booking),
        exchanges: exchanges.map((exchange) => ({
          ...exchange,
          request_text: orNull(exchange.request_text),
          http_status: exchange.http_status || null,
          response_text: orNull(exchange.response_text),
          fault: orNull(exchange.fault),
        })),
      })
    },
  }),
  remoteAction<z.ZodObject, z.output<typeof resolveSchema>>({
    operationId: 'resolveDoubtfulBooking',
    method: 'POST',
    path: '/admin/environments/{environment_id}/bookings/{booking_id}/resolve',
    summary: 'Settle a booking in doubt as booked or not booked',
    body: jsonBody(resolveSchema),
    async handle({ context, params, document }, { db, bookings }) {
      const call = await inEnvironment({ context, params }, db)
      const booking_id = params.booking_id ?? ''
      const carrier_job_id = document.outcome === 'booked' ? document.carrier_job_id : ''
      const decision = { booking_id, carrier_job_id, note: document.note }
      return answer(
        200,
        publicResolution(await bookings.ResolveDoubtful({ context: contextMessage(call), ...decision })),
      )
    },
  }),
]

const publicDoubtfulBooking = ({
  recovery,
  reported_job_id,
  failure,
  resolution,
  ...booking
}: DoubtfulBooking__Output) => ({
  ...booking,
  recovery: orNull(recovery),
  reported_job_id: orNull(reported_job_id),
  failure: failure === '' ? null : JSON.parse(failure),
  resolution: resolution && publicResolution(resolution),
})

const publicResolution = (resolution: Resolution__Output) => ({
  ...resolution,
  carrier_job_id: orNull(resolution.carrier_job_id),
  note: orNull(resolution.note),
})
