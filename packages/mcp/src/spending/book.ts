/** Books within the spend cap. */
import type { Booking, Waybill } from '@waybill/sdk'
import { Refusal } from '../results/answer.ts'
import type { Ledger, Purchase, Reservation } from './ledger.ts'
import { outcomeOfBooking, outcomeOfError } from './outcome.ts'

/** Purchases of unknown outcome that are looked up before a booking is refused for the cap. */
const MOST_LOOKUPS = 10

/** Calls that run, by option: the same booking at the same time is one call. */
const running = new WeakMap<Ledger, Map<string, Promise<Booking>>>()

/** Throws a Refusal for the cap, or the API's error. Repeating it with the same purchase buys once. */
export function book(waybill: Waybill, ledger: Ledger, purchase: Purchase): Promise<Booking> {
  const calls = running.get(ledger) ?? new Map<string, Promise<Booking>>()
  running.set(ledger, calls)
  const { quoteOptionId } = purchase
  const call =
    calls.get(quoteOptionId) ?? bookOnce(waybill, ledger, purchase).finally(() => calls.delete(quoteOptionId))
  calls.set(quoteOptionId, call)
  return call
}

async function bookOnce(waybill: Waybill, ledger: Ledger, purchase: Purchase): Promise<Booking> {
  await assertWithinCap(waybill, ledger, purchase)
  // No await between the last check and the reservation.
  assertFits(ledger.reserve(purchase), ledger, purchase)
  const hasTriedBefore = ledger.isUnknown(purchase)
  const { shipmentId, quoteOptionId } = purchase
  try {
    // Without retries: after two answers it is not clear which one the money follows. After a refusal the key changes, since
    // the API repeats its answer to a key.
    const idempotencyKey = `mcp-book-${quoteOptionId}-${ledger.attempt(purchase)}`
    const options = { idempotencyKey, maxRetries: 0 }
    const booking = await waybill.shipments.book(shipmentId, { quote_option_id: quoteOptionId }, options)
    ledger.settle(purchase, outcomeOfBooking(booking))
    return booking
  } catch (error) {
    ledger.settle(purchase, outcomeOfError(error, hasTriedBefore))
    throw error
  }
}

/** Looks up what is not known if the cap does not allow the purchase. Throws a Refusal if it still does not. */
export async function assertWithinCap(waybill: Waybill, ledger: Ledger, purchase: Purchase): Promise<void> {
  if (ledger.check(purchase).result === 'over') {
    for (const unknown of ledger.unknown(purchase.environmentId).slice(0, MOST_LOOKUPS)) {
      const booking = await readBooking(waybill, unknown)
      if (booking) ledger.settle(unknown, outcomeOfBooking(booking))
    }
  }
  assertFits(ledger.check(purchase), ledger, purchase)
}

/** The booking of the option, whatever its status; null if there is none. */
export async function readBooking(
  waybill: Waybill,
  { shipmentId, quoteOptionId }: Pick<Purchase, 'shipmentId' | 'quoteOptionId'>,
): Promise<Booking | null> {
  const { data } = await waybill.bookings.list({ shipment_id: shipmentId, limit: 100 })
  return data.find(({ quote_option }) => quote_option.quote_option_id === quoteOptionId) ?? null
}

function assertFits(reservation: Reservation, { cap }: Ledger, { amount, currency }: Purchase): void {
  if (reservation.result === 'other_currency') {
    throw new Refusal(
      `The offer costs ${amount} ${currency}, and the spend cap is in ${cap.currency}. Nothing was booked. Only the user can change the cap, with --spend-cap and --currency.`,
    )
  }
  if (reservation.result === 'over') {
    throw new Refusal(
      `The offer costs ${amount} ${currency}, and ${reservation.remaining} of the spend cap of ${cap.amount} ${cap.currency} remain. Nothing was booked. Choose a cheaper offer, or ask the user to raise --spend-cap.`,
    )
  }
}
