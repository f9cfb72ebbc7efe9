/** Erasure of personal data. */
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { ErasureDescription__Output } from '@waybill/contracts/gen/waybill/operator/v1/ErasureDescription'
import { requiredText } from '@waybill/contracts/values/text'
import { jsonBody } from '@waybill/edge/routing/route'
import { answer, inEnvironment, orNull } from '@waybill/identity/admin/admin-route'
import { z } from 'zod'
import type { Operators, ServiceName } from '../routes/services.ts'
import { type AdminRoute, plainRead, remoteAction } from './admin-route.ts'

const cursor = z.string().max(2_048).optional()
const searchSchema = z.union([
  z.strictObject({ shipment_id: requiredText(64), cursor }),
  z.strictObject({ merchant_order_ref: requiredText(200), cursor }),
  z.strictObject({ phone: requiredText(40), cursor }),
  z.strictObject({ email: requiredText(300), cursor }),
])
const eraseSchema = z.strictObject({ shipment_id: requiredText(64), note: requiredText(500).optional() })

export const erasureRoutes: AdminRoute[] = [
  // A POST: personal data must not appear in a URL, which proxies log.
  remoteAction<z.ZodObject, z.output<typeof searchSchema>>({
    operationId: 'findToErase',
    method: 'POST',
    path: '/admin/environments/{environment_id}/erasures/search',
    summary: "Search shipments by a person's data, one page at a time",
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
  remoteAction<z.ZodObject, z.output<typeof eraseSchema>>({
    operationId: 'eraseShipment',
    method: 'POST',
    path: '/admin/environments/{environment_id}/erasures',
    summary: 'Erase the personal data of an ended shipment',
    body: jsonBody(eraseSchema),
    target: ({ shipment_id }) => ({ targetType: 'shipment', targetId: shipment_id }),
    async handle({ context, params, document: { shipment_id, note = '' } }, { db, shipments }) {
      const call = await inEnvironment({ context, params }, db)
      return answer(202, await shipments.Erase({ context: contextMessage(call), shipment_id, note }))
    },
  }),
  plainRead({
    operationId: 'describeErasure',
    method: 'GET',
    path: '/admin/environments/{environment_id}/erasures/{shipment_id}',
    summary: 'Get what each service still stores about a shipment, and the progress of its erasure',
    async handle({ context, params }, { db, operators }) {
      const call = await inEnvironment({ context, params }, db)
      const shipmentId = params.shipment_id ?? ''
      return answer(200, { shipment_id: shipmentId, services: await describe(operators, call, shipmentId) })
    },
  }),
]

/** The event log finds events by quote and booking id, so those services are asked for their ids first. */
async function describe(operators: Operators, context: CallContext, subject_id: string) {
  const ask = (service: ServiceName, subject_ids: string[] = []) =>
    operators[service].DescribeErasure({ context: contextMessage(context), subject_id, subject_ids })
  const [shipment, quoting, booking] = await Promise.all([ask('shipment'), ask('quoting'), ask('booking')])
  const webhook = await ask('webhook', [...quoting.subject_ids, ...booking.subject_ids])
  return {
    shipment: publicDescription(shipment),
    quoting: publicDescription(quoting),
    booking: publicDescription(booking),
    webhook: publicDescription(webhook),
  }
}

const publicDescription = ({ tables, erased_at, complete, hindrance }: ErasureDescription__Output) => ({
  tables: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
  erased_at: orNull(erased_at),
  complete,
  hindrance: orNull(hindrance),
})
