/** Pure: what a simulated carrier can do wrong, on an operator's request or because of a magic value. */

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
  'schedule_pickup',
  'cancel_pickup',
  'create_manifest',
  'callback',
  '*',
] as const
export type FaultOperation = (typeof faultOperations)[number]

export interface Fault {
  mode: FaultMode
  delayMs: number
}

/** Modes of callbacks. All other modes are of calls; `slow` is of both. */
const callbackModes: ReadonlySet<FaultMode> = new Set(['duplicate', 'out_of_order', 'wrong_signature'])

/** Whether the operation can fail in this mode. */
export const isPossible = (operation: FaultOperation, mode: FaultMode): boolean =>
  operation === 'callback' ? callbackModes.has(mode) || mode === 'slow' : !callbackModes.has(mode)

/** Default delay: shorter than the timeout of a quote, long enough to be noticed. */
export const SLOW_MS = 2_500

/**
 * How many calls fail before SIM-500, SIM-CANCEL-500 or SIM-UPDATE-500 lets one succeed. An adapter tries three times
 * per call, so that the first call as a whole fails and the caller has to recover.
 */
export const FAILED_CALLS = 4

/** Fault on the way that a magic value causes. */
export type Mishap = 'driver_swap' | 'late_pickup' | 'failed_attempt' | 'return' | 'loss' | 'partial_delivery'
