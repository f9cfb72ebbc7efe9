/** Pure: texts in a request that make the simulated carriers misbehave. The table is in the README. */

import type { WireRoute } from '../wire/wire.ts'
import type { Mishap } from './fault.ts'
import { type Fault, type FaultMode, SLOW_MS } from './fault.ts'

interface MagicValue {
  text: string
  operation: 'quote' | 'book' | 'cancel' | 'update' | 'callback' | 'create_manifest'
  mode: FaultMode
}

/**
 * Recognised in an `address_line_1` and in the title of a parcel. Followed by a colon and a carrier code
 * (`SIM-REFUSE:city_van`), the value applies to that carrier only.
 */
const magicValues: readonly MagicValue[] = [
  { text: 'SIM-NOT-SERVED', operation: 'quote', mode: 'refuse' },
  { text: 'SIM-QUOTE-500', operation: 'quote', mode: '500' },
  { text: 'SIM-SLOW-QUOTE', operation: 'quote', mode: 'slow' },
  { text: 'SIM-REFUSE', operation: 'book', mode: 'refuse' },
  { text: 'SIM-NO-COURIER', operation: 'book', mode: 'no_courier' },
  { text: 'SIM-TIMEOUT-AFTER-SUCCESS', operation: 'book', mode: 'timeout_after_success' },
  { text: 'SIM-500', operation: 'book', mode: '500' },
  { text: 'SIM-MALFORMED', operation: 'book', mode: 'malformed' },
  { text: 'SIM-429', operation: 'book', mode: '429' },
  { text: 'SIM-SLOW', operation: 'book', mode: 'slow' },
  { text: 'SIM-CANCEL-REFUSE', operation: 'cancel', mode: 'refuse' },
  { text: 'SIM-CANCEL-500', operation: 'cancel', mode: '500' },
  { text: 'SIM-UPDATE-REFUSE', operation: 'update', mode: 'refuse' },
  { text: 'SIM-UPDATE-500', operation: 'update', mode: '500' },
  { text: 'SIM-MANIFEST-REFUSE', operation: 'create_manifest', mode: 'refuse' },
  { text: 'SIM-MANIFEST-SLOW', operation: 'create_manifest', mode: 'slow' },
  { text: 'SIM-DUPLICATE-REPORTS', operation: 'callback', mode: 'duplicate' },
  { text: 'SIM-REPORTS-OUT-OF-ORDER', operation: 'callback', mode: 'out_of_order' },
  { text: 'SIM-WRONG-SIGNATURE', operation: 'callback', mode: 'wrong_signature' },
  { text: 'SIM-SLOW-REPORTS', operation: 'callback', mode: 'slow' },
]

const mishapsByText = {
  'SIM-DRIVER-SWAP': 'driver_swap',
  'SIM-LATE-PICKUP': 'late_pickup',
  'SIM-FAILED-ATTEMPT': 'failed_attempt',
  'SIM-RETURN': 'return',
  'SIM-LOST': 'loss',
  'SIM-PARTIAL-DELIVERY': 'partial_delivery',
} as const satisfies Record<string, Mishap>

/** In a request for offers: they can be booked for so long only. */
const SHORT_OFFER = 'SIM-SHORT-OFFER'
const SHORT_OFFER_MS = 10_000

const magicPattern = /\b(SIM-[A-Z0-9-]+)(?::([a-z_]+))?/g

/** The fault that the texts of a request ask for, or null. */
export function magicFault(carrierCode: string, operation: MagicValue['operation'], route: WireRoute): Fault | null {
  const texts = findMagicTexts(carrierCode, route)
  const magic = magicValues.find((value) => value.operation === operation && texts.includes(value.text))
  return magic ? { mode: magic.mode, delayMs: SLOW_MS } : null
}

/** The mishap that the texts of a job ask for, or null. */
export function magicMishap(carrierCode: string, route: WireRoute): Mishap | null {
  const texts = findMagicTexts(carrierCode, route)
  return Object.entries(mishapsByText).find(([text]) => texts.includes(text))?.[1] ?? null
}

/** How long the offers of a request are valid, if its texts ask for less than usual. */
export const magicValidityMs = (carrierCode: string, route: WireRoute): number | null =>
  findMagicTexts(carrierCode, route).includes(SHORT_OFFER) ? SHORT_OFFER_MS : null

function findMagicTexts(carrierCode: string, { pickup, dropoff, parcels }: WireRoute): string[] {
  const texts = [pickup.address_line_1, dropoff.address_line_1, ...parcels.map(({ title }) => title ?? '')]
  return [...texts.join('\n').matchAll(magicPattern)]
    .filter(([, , onlyCarrier]) => onlyCarrier === undefined || onlyCarrier === carrierCode)
    .map(([, text = '']) => text)
}
