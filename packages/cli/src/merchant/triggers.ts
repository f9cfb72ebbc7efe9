/** How to make an event happen: real calls, which a test environment carries out. */
import { type AdvanceShipment, type Waybill, WaybillError, type WaybillEvent } from '@waybill/sdk'
import { exampleShipment } from './example-shipment.ts'

/** State when the last step begins. */
interface Scene {
  waybill: Waybill
  shipmentId: string
  quoteId: string
  bookingId: string
}

interface Trigger {
  /** How far the shipment is brought first. */
  from: 'created' | 'quoted' | 'booked'
  /** Moves of the courier. */
  moves?: AdvanceShipment[]
  act?: (scene: Scene) => PromiseLike<unknown>
}

const REASON = { reason_code: 'waybill_trigger' }
const INSTRUCTIONS = { dropoff_instructions: 'Ring twice' }
const moves = (...list: AdvanceShipment[]): Trigger => ({ from: 'booked', moves: list })

/** By the type of the event, in the order of the catalogue. */
export const triggers: Record<string, Trigger> = {
  'shipment.created': { from: 'created' },
  'shipment.updated': {
    from: 'created',
    act: ({ waybill, shipmentId }) => waybill.shipments.update(shipmentId, INSTRUCTIONS),
  },
  'shipment.in_transit': moves({ status: 'picked_up' }),
  'shipment.out_for_delivery': moves({ status: 'arrived_at_dropoff' }),
  'shipment.delivery_attempted': moves({ incident: 'recipient_not_available' }),
  'shipment.on_hold': moves({ status: 'picked_up' }, { incident: 'weather' }),
  'shipment.returning': moves({ incident: 'recipient_refused' }),
  'shipment.delivered': moves({ status: 'delivered' }),
  'shipment.returned': moves({ incident: 'recipient_refused' }, { status: 'returned' }),
  'shipment.failed': moves({ status: 'picked_up' }, { incident: 'lost' }),
  'shipment.cancelled': {
    from: 'created',
    act: ({ waybill, shipmentId }) => waybill.shipments.cancel(shipmentId, REASON),
  },
  'quote.created': { from: 'quoted' },
  'quote.accepted': { from: 'booked' },
  'quote.superseded': {
    from: 'quoted',
    act: ({ waybill, shipmentId }) =>
      waybill.shipments.update(shipmentId, {
        parcels: [{ title: 'Box of cakes', weight_kg: 2, length_cm: 30, width_cm: 20, height_cm: 15 }],
      }),
  },
  'quote.cancelled': { from: 'quoted', act: ({ waybill, shipmentId }) => waybill.shipments.cancel(shipmentId, REASON) },
  'booking.created': { from: 'booked' },
  'booking.updated': moves({ status: 'en_route_to_pickup' }),
  'booking.driver_assigned': { from: 'booked' },
  'booking.delivered': moves({ status: 'delivered' }),
  'booking.proof_ready': moves({ status: 'delivered' }),
  'booking.failed': moves({ incident: 'lost' }),
  'booking.cancelled': { from: 'booked', act: ({ waybill, bookingId }) => waybill.bookings.cancel(bookingId, REASON) },
}

/** Makes the event happen and returns the id of its subject. */
export async function pull(waybill: Waybill, type: string, { from, moves: list = [], act }: Trigger): Promise<string> {
  const scene: Scene = { waybill, shipmentId: '', quoteId: '', bookingId: '' }
  const order = exampleShipment(new Date(), `TRIGGER-${Date.now()}`)
  scene.shipmentId = (await waybill.shipments.create(order)).shipment_id
  if (from !== 'created') {
    const quote = await waybill.quotes.create({ shipment_id: scene.shipmentId })
    scene.quoteId = quote.quote_id
    // A courier, whose drivers have names and whose deliveries have proofs.
    const option = quote.options.find(({ carrier_code: code }) => code === 'swift_courier') ?? quote.options[0]
    if (from === 'booked' && option)
      scene.bookingId = (
        await waybill.shipments.book(scene.shipmentId, { quote_option_id: option.quote_option_id })
      ).booking_id
  }
  for (const move of list) await advance(waybill, scene.shipmentId, move)
  await act?.(scene)
  return { shipment: scene.shipmentId, quote: scene.quoteId, booking: scene.bookingId }[type.split('.')[0] ?? ''] ?? ''
}

/** Moves the courier once. A repeat does not move it again, and with a timeout only the report is late. */
async function advance(waybill: Waybill, shipmentId: string, move: AdvanceShipment): Promise<void> {
  try {
    await waybill.simulator.advance(shipmentId, move)
  } catch (error) {
    if (!(error instanceof WaybillError) || error.code !== 'upstream_timeout') throw error
  }
}

/** The event in the log. Null if it is not there yet. */
export async function findEvent(waybill: Waybill, type: string, subjectId: string): Promise<WaybillEvent | null> {
  const [event] = (await waybill.events.list({ type, subject_id: subjectId, limit: 1 })).data
  return event ?? null
}
