/** Suggests what to do about a shipment. */
import type { Quote, ShipmentStatus } from '@waybill/sdk'
import type { Facts } from './facts.ts'

const ENDED: Record<string, string> = {
  delivered: 'The shipment is delivered: there is nothing to do.',
  returned: 'The goods are back at the sender. To send them again, register a new shipment.',
  failed: 'The shipment has failed. To send the goods, register a new shipment.',
  cancelled: 'The shipment is cancelled. To send the goods, register a new shipment.',
  expired: 'The shipment was not booked in time. To send the goods, register a new shipment.',
}
const ON_ITS_WAY: Record<string, string> = {
  in_transit: 'The goods are on their way: wait for the delivery.',
  out_for_delivery: 'The courier is about to deliver: wait.',
  awaiting_collection: 'The goods wait for the recipient: ask the recipient to collect them.',
  delivery_attempted: 'A delivery was attempted: ask the recipient, and see the incident of the booking.',
  on_hold: 'The carrier holds the goods: see the incident of the booking, and ask the carrier.',
  returning: 'The goods are on their way back to the sender.',
}

export function nextSteps(facts: Facts, nowMs: number): string[] {
  const { shipment, webhooks } = facts
  const hasFailed = (webhooks ?? []).some(({ failed }) => failed.length > 0)
  return [
    ENDED[shipment.status] ?? ON_ITS_WAY[shipment.status] ?? beforePickup(facts, nowMs),
    ...(hasFailed ? ['Repair the receiver of the webhooks, then have the failed deliveries sent again.'] : []),
  ]
}

function beforePickup({ shipment, bookings, quotes }: Facts, nowMs: number): string {
  const status: ShipmentStatus = shipment.status
  if (shipment.cancellation_requested_at) return 'Wait for the carrier to answer the cancellation.'
  if (status !== 'ready') return `The status ${status} is newer than this server: see the guide of your Waybill.`
  const current = bookings.find(({ booking_id }) => booking_id === shipment.booking_id)
  if (current?.status === 'pending') return 'The carrier has not answered the booking yet. Wait; book nothing else.'
  if (shipment.booking_id) return 'The shipment is booked: print its label (get_label) and wait for the pickup.'
  if (shipment.dispatch) return 'Waybill is looking for a courier: wait.'
  if (shipment.hold)
    return 'The team keeps it from being booked: ask whether to release it. Only then can it be booked.'
  return afterQuote(quotes[0], nowMs)
}

function afterQuote(quote: Quote | undefined, nowMs: number): string {
  if (quote === undefined) return 'Ask for offers with get_rates.'
  const isBookable =
    quote.status === 'pending' && quote.options.some(({ expires_at }) => Date.parse(expires_at) > nowMs)
  if (isBookable) return 'Choose an offer of get_rates and book it with book_shipment.'
  if (quote.options.length > 0) return 'The offers have ended: ask for new ones with get_rates.'
  if (quote.messages.some(({ retryable }) => retryable))
    return 'Ask again with get_rates: some carriers may make an offer.'
  return 'No carrier can carry it as it is: change addresses, parcels or the collection, or add a carrier account.'
}
