/** Misfortune on request: what the carriers can be told to do wrong, by an admin call or by magic values. Pure. */

import type { WireRoute } from '../http/wire.ts'
import type { Mishap } from '../jobs/journey.ts'

export const faultModes = [
  'refuse',
  'no_courier',
  '500',
  '429',
  '403',
  'slow',
  'timeout',
  'timeout_after_success',
  'malformed',
  'duplicate',
  'out_of_order',
  'wrong_signature',
] as const
export type FaultMode = (typeof faultModes)[number]

export const faultOperations = [
  'quote',
  'draft',
  'book',
  'cancel',
  'update',
  'track',
  'label',
  'media',
  'find',
  'callback',
  '*',
] as const
export type FaultOperation = (typeof faultOperations)[number]

/** What can go wrong with a report; all other modes are of calls. */
const reportModes: ReadonlySet<FaultMode> = new Set(['duplicate', 'out_of_order', 'wrong_signature'])

/** Whether such a fault exists: a report can be slow, or go wrong in its own three ways, and calls in none of these. */
export const isPossible = (operation: FaultOperation, mode: FaultMode): boolean =>
  operation === 'callback' ? reportModes.has(mode) || mode === 'slow' : !reportModes.has(mode)

export interface Fault {
  mode: FaultMode
  delayMs: number
}

/** Short enough for a quote to wait for, long enough to be seen. */
export const SLOW_MS = 2_500

/** With SIM-500 and its like a call fails this often before it is done: more than one call tries again, so a reconciler has work. */
export const FAILED_CALLS = 4

interface MagicValue {
  text: string
  operation: 'quote' | 'book' | 'cancel' | 'update' | 'callback'
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
  { text: 'SIM-MALFORMED', operation: 'book', mode: 'malformed' },
  { text: 'SIM-429', operation: 'book', mode: '429' },
  { text: 'SIM-SLOW', operation: 'book', mode: 'slow' },
  { text: 'SIM-CANCEL-REFUSE', operation: 'cancel', mode: 'refuse' },
  { text: 'SIM-CANCEL-500', operation: 'cancel', mode: '500' },
  { text: 'SIM-UPDATE-REFUSE', operation: 'update', mode: 'refuse' },
  { text: 'SIM-UPDATE-500', operation: 'update', mode: '500' },
  { text: 'SIM-DUPLICATE-REPORTS', operation: 'callback', mode: 'duplicate' },
  { text: 'SIM-REPORTS-OUT-OF-ORDER', operation: 'callback', mode: 'out_of_order' },
  { text: 'SIM-WRONG-SIGNATURE', operation: 'callback', mode: 'wrong_signature' },
  { text: 'SIM-SLOW-REPORTS', operation: 'callback', mode: 'slow' },
]

/** Texts, at the same places, that make the courier's way another one. */
const magicMishaps = {
  'SIM-DRIVER-SWAP': 'driver_swap',
  'SIM-FAILED-ATTEMPT': 'failed_attempt',
  'SIM-RETURN': 'return',
  'SIM-LOST': 'loss',
} as const satisfies Record<string, Mishap>

const magicPattern = /\b(SIM-[A-Z0-9-]+)(?::([a-z_]+))?/g

/** The fault that a request asks for by a magic value, or null. */
export function magicFault(carrierCode: string, operation: MagicValue['operation'], route: WireRoute): Fault | null {
  const wanted = magicTexts(carrierCode, route)
  const magic = magicValues.find((value) => value.operation === operation && wanted.includes(value.text))
  return magic ? { mode: magic.mode, delayMs: SLOW_MS } : null
}

/** What goes wrong on the way of such a job, or null. */
export function magicMishap(carrierCode: string, route: WireRoute): Mishap | null {
  const [, mishap] = Object.entries(magicMishaps).find(([text]) => magicTexts(carrierCode, route).includes(text)) ?? []
  return mishap ?? null
}

/** The magic values of a request that this carrier heeds. */
function magicTexts(carrierCode: string, route: WireRoute): string[] {
  const texts = [
    route.pickup.address_line_1,
    route.dropoff.address_line_1,
    ...route.parcels.map(({ title }) => title ?? ''),
  ]
  return [...texts.join('\n').matchAll(magicPattern)]
    .filter(([, , onlyCarrier]) => onlyCarrier === undefined || onlyCarrier === carrierCode)
    .map(([, text = '']) => text)
}
