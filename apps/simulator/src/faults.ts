/** Misfortune on request: what the carriers can be told to do wrong, by an admin call or by magic values. Pure. */
import type { WireRoute } from './wire.ts'

export const faultModes = [
  'refuse',
  'no_courier',
  '500',
  '429',
  'slow',
  'timeout',
  'timeout_after_success',
  'malformed',
] as const
export type FaultMode = (typeof faultModes)[number]

export const faultOperations = ['quote', 'book', 'cancel', 'update', 'track', 'label', 'find', '*'] as const
export type FaultOperation = (typeof faultOperations)[number]

export interface Fault {
  mode: FaultMode
  delayMs: number
}

/** Short enough for a quote to wait for, long enough to be seen. */
export const SLOW_MS = 2_500

/** With SIM-500 a booking fails this often before it is made: more than one call tries again, so a reconciler has work. */
export const FAILED_BOOKINGS = 4

interface MagicValue {
  text: string
  operation: 'quote' | 'book'
  mode: FaultMode
}

/**
 * Texts that make carriers misbehave when one stands in an address_line_1 or in a parcel's title.
 * Followed by a colon and a carrier code (`SIM-REFUSE:city_van`) only that carrier does. The table is in the README.
 */
const magicValues: readonly MagicValue[] = [
  { text: 'SIM-NOT-SERVED', operation: 'quote', mode: 'refuse' },
  { text: 'SIM-QUOTE-500', operation: 'quote', mode: '500' },
  { text: 'SIM-SLOW-QUOTE', operation: 'quote', mode: 'slow' },
  { text: 'SIM-REFUSE', operation: 'book', mode: 'refuse' },
  { text: 'SIM-NO-COURIER', operation: 'book', mode: 'no_courier' },
  { text: 'SIM-TIMEOUT-AFTER-SUCCESS', operation: 'book', mode: 'timeout_after_success' },
  { text: 'SIM-500', operation: 'book', mode: '500' },
  { text: 'SIM-SLOW', operation: 'book', mode: 'slow' },
]

const magicPattern = /\b(SIM-[A-Z0-9-]+)(?::([a-z_]+))?/g

/** The fault that a request asks for by a magic value, or null. */
export function magicFault(carrierCode: string, operation: MagicValue['operation'], route: WireRoute): Fault | null {
  const texts = [
    route.pickup.address_line_1,
    route.dropoff.address_line_1,
    ...route.parcels.map(({ title }) => title ?? ''),
  ]
  for (const [, text, onlyCarrier] of texts.join('\n').matchAll(magicPattern)) {
    if (onlyCarrier !== undefined && onlyCarrier !== carrierCode) continue
    const magic = magicValues.find((value) => value.text === text && value.operation === operation)
    if (magic) return { mode: magic.mode, delayMs: SLOW_MS }
  }
  return null
}
