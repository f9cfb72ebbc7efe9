/** A quote with the shipment in the request, the purchase, and the label: what a merchant's shop does for a parcel. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { fetch } from 'undici'
import type { Sandbox } from '../../support/running-system.ts'
import { authorized, post } from '../post.ts'

/** Events of a journey: the webhooks that an endpoint for all of them gets. */
export const EVENTS = ['shipment.*', 'quote.*', 'booking.*']

export interface Journey {
  quoteMs: number
  bookMs: number
  labelMs: number
}

export async function travel(sandbox: Sandbox): Promise<Journey> {
  const begunAt = performance.now()
  const { options, shipment_id } = await post(
    sandbox,
    '/api/v1/quotes',
    aShipmentDocument({ merchant_order_ref: crypto.randomUUID() }),
  )
  const quotedAt = performance.now()
  const [cheapest] = options
  const booking = await post(sandbox, `/api/v1/shipments/${shipment_id}/book`, {
    quote_option_id: cheapest.quote_option_id,
  })
  const bookedAt = performance.now()
  const label = await fetch(new URL(`/api/v1/bookings/${booking.booking_id}/label?format=pdf`, sandbox.base_url), {
    headers: authorized(sandbox),
  })
  await label.arrayBuffer()
  if (!label.ok) throw new Error(`the label of ${booking.booking_id} got status ${label.status}`)
  return { quoteMs: quotedAt - begunAt, bookMs: bookedAt - quotedAt, labelMs: performance.now() - bookedAt }
}
