/** Setup steps that tests share. */
import { randomUUID } from 'node:crypto'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { expect } from 'vitest'
import { get, getData, post, type Reply } from './api.ts'

let counter = 0
/** A unique order reference, so that no quote finds another test's shipment. */
export const aReference = () => `ORDER-${process.pid}-${Date.now()}-${counter++}`

export const createShipment = async (overrides: Record<string, unknown> = {}) =>
  getData(await post('/api/v1/shipments', aShipmentDocument({ merchant_order_ref: aReference(), ...overrides })), 201)

export const quoteShipment = async (shipmentId: string) =>
  getData(await post('/api/v1/quotes', { shipment_id: shipmentId }), 201)

/** Books the option at `rank` (0: the cheapest) for a new shipment. */
export async function bookShipment(overrides: Record<string, unknown> = {}, rank = 0) {
  const shipment = await createShipment(overrides)
  const quote = await quoteShipment(shipment.shipment_id)
  const option = quote.options[rank]
  const reply = await post(`/api/v1/shipments/${shipment.shipment_id}/book`, {
    quote_option_id: option.quote_option_id,
  })
  return { shipment, quote, option, booking: getData(reply, 201) }
}

/** Requests a pickup, tomorrow, of a shipment that is booked with a carrier that has pickups. */
export async function createPickup() {
  const shipment = await createShipment()
  const quote = await quoteShipment(shipment.shipment_id)
  const option = quote.options.find((one: { carrier_code: string }) => one.carrier_code === 'eco_parcel')
  const { quote_option_id } = option
  const booking = getData(await post(`/api/v1/shipments/${shipment.shipment_id}/book`, { quote_option_id }), 201)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const window = { window_from: at(24), window_to: at(28) }
  return getData(await post('/api/v1/pickups', { booking_ids: [booking.booking_id], ...window }), 202)
}

export const advance = async (shipmentId: string, body: Record<string, unknown>) =>
  post(`/api/v1/simulator/shipments/${shipmentId}/advance`, body)

/** Waits until the resource at the path has the status. */
export const untilStatus = (path: string, status: string, timeoutMs = 60_000) =>
  eventually(
    async () => {
      const data = getData(await get(path), 200)
      if (data.status !== status) throw new Error(`${path} is ${data.status}, not ${status}`)
      return data
    },
    { timeoutMs, intervalMs: 100 },
  )

/** Waits until the shipment's timeline has all these entries. Some reach it by events, after the status that follows from them. */
export const untilTimeline = (shipmentId: string, entries: readonly object[]) =>
  eventually(async () => {
    const timeline = getData(await get(`/api/v1/shipments/${shipmentId}/events`), 200)
    expect(timeline).toEqual(expect.arrayContaining(entries.map((entry) => expect.objectContaining(entry))))
  })

/** On a busy machine a call may outlast the gateway's patience. Its error asks for the same key again, as merchants do. */
const TRY_AGAIN = new Set(['upstream_timeout', 'idempotency_in_progress'])

/** The answer of a call that is repeated with its key until a service has answered. */
export function untilAnswered(
  send: (headers: Record<string, string>) => Promise<Reply>,
  hasKey: boolean,
): Promise<Reply> {
  const headers: Record<string, string> = hasKey ? { 'idempotency-key': randomUUID() } : {}
  return eventually(
    async () => {
      const reply = await send(headers)
      if (TRY_AGAIN.has(reply.body?.error?.code)) throw new Error(reply.text)
      return reply
    },
    { timeoutMs: 60_000, intervalMs: 500 },
  )
}
