/** The end of personal data, at an operator's word. */
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { ErasureDescription__Output } from '@waybill/contracts/gen/waybill/operator/v1/ErasureDescription'
import { requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import { defineRoute, jsonBody, type Route } from '../routes/route.ts'
import type { Operators, ServiceName } from '../routes/services.ts'
import { answer, common, inEnvironment, orNull } from './route.ts'
import type { AdminServices } from './routes.ts'

const cursor = z.string().max(2_048).optional()
const searchSchema = z.union([
  z.strictObject({ shipment_id: requiredText(64), cursor }),
  z.strictObject({ merchant_order_ref: requiredText(200), cursor }),
  z.strictObject({ phone: requiredText(40), cursor }),
  z.strictObject({ email: requiredText(300), cursor }),
])
const eraseSchema = z.strictObject({ shipment_id: requiredText(64), note: requiredText(500).optional() })

export const erasureRoutes: Route<AdminServices>[] = [
  // With a body, since what a person is searched by must not stand in an address.
  defineRoute<AdminServices, z.ZodObject, z.output<typeof searchSchema>>({
    ...common,
    operationId: 'findToErase',
    method: 'POST',
    path: '/admin/environments/{environment_id}/erasures/search',
    summary: "Shipments with a person's data, a part of the environment at a time",
    body: jsonBody(searchSchema),
    async handle({ context, params, document: { cursor: after, ...wanted } }, { db, shipments }) {
      const call = await inEnvironment({ context, params }, db)
      const found = await shipments.FindToErase({ context: contextMessage(call), ...wanted, cursor: after ?? '' })
      return answer(200, {
        shipments: found.shipments.map(({ erased_at, refusal, ...shipment }) => ({
          ...shipment,
          erased_at: orNull(erased_at),
          refusal: orNull(refusal),
        })),
        next_cursor: orNull(found.next_cursor),
      })
    },
  }),
  defineRoute<AdminServices, z.ZodObject, z.output<typeof eraseSchema>>({
    ...common,
    operationId: 'eraseShipment',
    method: 'POST',
    path: '/admin/environments/{environment_id}/erasures',
    summary: 'Erase the personal data of a shipment that has ended',
    body: jsonBody(eraseSchema),
    async handle({ context, params, document: { shipment_id, note = '' } }, { db, shipments }) {
      const call = await inEnvironment({ context, params }, db)
      return answer(202, await shipments.Erase({ context: contextMessage(call), shipment_id, note }))
    },
  }),
  defineRoute<AdminServices>({
    ...common,
    operationId: 'describeErasure',
    method: 'GET',
    path: '/admin/environments/{environment_id}/erasures/{shipment_id}',
    summary: 'What each service holds about a shipment, and how far its erasure is',
    async handle({ context, params }, { db, operators }) {
      const call = await inEnvironment({ context, params }, db)
      const shipmentId = params.shipment_id ?? ''
      return answer(200, { shipment_id: shipmentId, services: await describe(operators, call, shipmentId) })
    },
  }),
]

/** The event log knows bookings and quotes by their own ids only, which their owners tell. */
async function describe(operators: Operators, context: CallContext, subject_id: string) {
  const ask = (service: ServiceName, subject_ids: string[] = []) =>
    operators[service].DescribeErasure({ context: contextMessage(context), subject_id, subject_ids })
  const [shipment, quoting, booking] = await Promise.all([ask('shipment'), ask('quoting'), ask('booking')])
  const webhook = await ask('webhook', [...quoting.subject_ids, ...booking.subject_ids])
  return { shipment: shown(shipment), quoting: shown(quoting), booking: shown(booking), webhook: shown(webhook) }
}

const shown = ({ tables, erased_at, complete, hindrance }: ErasureDescription__Output) => ({
  tables: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
  erased_at: orNull(erased_at),
  complete,
  hindrance: orNull(hindrance),
})
