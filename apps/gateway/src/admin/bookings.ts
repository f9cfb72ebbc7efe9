/** Bookings whose carrier's answer is not known, for an operator to decide. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { DoubtfulBooking__Output } from '@waybill/contracts/gen/waybill/booking/v1/DoubtfulBooking'
import type { Resolution__Output } from '@waybill/contracts/gen/waybill/booking/v1/Resolution'
import { requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import { defineRoute, jsonBody, type Route } from '../routes/route.ts'
import { answer, common, inEnvironment, orNull } from './route.ts'
import type { AdminServices } from './routes.ts'

const resolveSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('booked'), carrier_job_id: requiredText(200), note: requiredText(500) }),
  z.strictObject({ outcome: z.literal('not_booked'), note: requiredText(500) }),
])

export const doubtfulRoutes: Route<AdminServices>[] = [
  defineRoute<AdminServices>({
    ...common,
    operationId: 'listDoubtfulBookings',
    method: 'GET',
    path: '/admin/bookings',
    summary: "Bookings whose carrier's answer is not known, the oldest first",
    async handle({ context }, { bookings }) {
      const listed = await bookings.ListDoubtful({ context: contextMessage(context) })
      return answer(200, listed.bookings.map(shownBooking))
    },
  }),
  defineRoute<AdminServices>({
    ...common,
    operationId: 'getDoubtfulBooking',
    method: 'GET',
    path: '/admin/environments/{environment_id}/bookings/{booking_id}',
    summary: 'One of them, with what was said to the carrier and what it said',
    async handle({ context, params }, { db, bookings }) {
      const call = await inEnvironment({ context, params }, db)
      const booking_id = params.booking_id ?? ''
      const { booking, exchanges } = await bookings.GetDoubtful({ context: contextMessage(call), booking_id })
      return answer(200, {
        booking: booking && shownBooking(booking),
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
  defineRoute<AdminServices, z.ZodObject, z.output<typeof resolveSchema>>({
    ...common,
    operationId: 'resolveDoubtfulBooking',
    method: 'POST',
    path: '/admin/environments/{environment_id}/bookings/{booking_id}/resolve',
    summary: 'Decide whether it was booked',
    body: jsonBody(resolveSchema),
    async handle({ context, params, document }, { db, bookings }) {
      const call = await inEnvironment({ context, params }, db)
      const booking_id = params.booking_id ?? ''
      const carrier_job_id = document.outcome === 'booked' ? document.carrier_job_id : ''
      const word = { booking_id, carrier_job_id, note: document.note }
      return answer(200, shownResolution(await bookings.ResolveDoubtful({ context: contextMessage(call), ...word })))
    },
  }),
]

const shownBooking = ({ recovery, reported_job_id, failure, resolution, ...booking }: DoubtfulBooking__Output) => ({
  ...booking,
  recovery: orNull(recovery),
  reported_job_id: orNull(reported_job_id),
  failure: failure === '' ? null : JSON.parse(failure),
  resolution: resolution && shownResolution(resolution),
})

const shownResolution = (resolution: Resolution__Output) => ({
  ...resolution,
  carrier_job_id: orNull(resolution.carrier_job_id),
  note: orNull(resolution.note),
})
