/** The way of a job in the carrier's own words: states, what follows, what is still possible. Pure. */

export const CODES = [
  'ACCEPTED',
  'TO_PICKUP',
  'AT_PICKUP',
  'COLLECTED',
  'TO_DROPOFF',
  'AT_DROPOFF',
  'DELIVERED',
  'DRIVER_SWAP',
  'RETURNING',
  'RETURNED',
  'FAILED',
  'CANCELLED',
] as const

export type Code = (typeof CODES)[number]

/** The state that follows by itself; null: the job is over. */
const following: Readonly<Record<Code, Code | null>> = {
  ACCEPTED: 'TO_PICKUP',
  TO_PICKUP: 'AT_PICKUP',
  AT_PICKUP: 'COLLECTED',
  COLLECTED: 'TO_DROPOFF',
  TO_DROPOFF: 'AT_DROPOFF',
  AT_DROPOFF: 'DELIVERED',
  DELIVERED: null,
  DRIVER_SWAP: 'TO_PICKUP',
  RETURNING: 'RETURNED',
  RETURNED: null,
  FAILED: null,
  CANCELLED: null,
}

/** The names by which callers of `advance` know the states: those of Waybill's bookings. */
export const codeByStatus = {
  assigned: 'ACCEPTED',
  en_route_to_pickup: 'TO_PICKUP',
  arrived_at_pickup: 'AT_PICKUP',
  picked_up: 'COLLECTED',
  en_route_to_dropoff: 'TO_DROPOFF',
  arrived_at_dropoff: 'AT_DROPOFF',
  delivered: 'DELIVERED',
  reassigning: 'DRIVER_SWAP',
  returning: 'RETURNING',
  returned: 'RETURNED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
} as const satisfies Record<string, Code>

export type AdvanceStatus = keyof typeof codeByStatus

/** The carrier's detail for each incident that `advance` can name. */
export const detailByIncident = {
  damaged: 'DAMAGED',
  lost: 'LOST',
  address_not_found: 'ADDRESS_NOT_FOUND',
  incorrect_address: 'ADDRESS_WRONG',
  recipient_not_available: 'NOBODY_HOME',
  recipient_refused: 'REFUSED',
  business_closed: 'CLOSED',
  access_restricted: 'NO_ACCESS',
  verification_failed: 'ID_CHECK_FAILED',
  customs_delay: 'CUSTOMS_DELAY',
  customs_documents: 'CUSTOMS_PAPERS',
  weather: 'WEATHER',
  vehicle_issue: 'VEHICLE',
  capacity: 'CAPACITY',
  security: 'SECURITY',
  regulatory: 'REGULATORY',
  unknown: 'SOMETHING_ELSE',
} as const

export type Incident = keyof typeof detailByIncident

/** The state in which an incident shows; one that is not here can happen anywhere and leaves the state as it is. */
export const codeOfIncident: Readonly<Partial<Record<Incident, Code>>> = {
  lost: 'FAILED',
  recipient_refused: 'RETURNING',
  recipient_not_available: 'AT_DROPOFF',
  business_closed: 'AT_DROPOFF',
  access_restricted: 'AT_DROPOFF',
  verification_failed: 'AT_DROPOFF',
}

/** What a magic value lets go wrong on the way. */
export type Mishap = 'driver_swap' | 'failed_attempt' | 'return' | 'loss'

interface Detour {
  from: Code
  to: Code
  incident: Incident | null
}

/** Where each mishap leaves the usual way. A driver is swapped once: the second comes as far as the first, and goes on. */
export const detours: Readonly<Record<Mishap, Detour>> = {
  driver_swap: { from: 'TO_PICKUP', to: 'DRIVER_SWAP', incident: null },
  failed_attempt: { from: 'TO_DROPOFF', to: 'AT_DROPOFF', incident: 'recipient_not_available' },
  return: { from: 'AT_DROPOFF', to: 'RETURNING', incident: 'recipient_refused' },
  loss: { from: 'TO_DROPOFF', to: 'FAILED', incident: 'lost' },
}

const BEFORE_COLLECTION: ReadonlySet<Code> = new Set(['ACCEPTED', 'TO_PICKUP', 'AT_PICKUP', 'DRIVER_SWAP'])

export const nextCode = (code: Code): Code | null => following[code]
export const isOver = (code: Code): boolean => following[code] === null
export const isCancellable = (code: Code): boolean => BEFORE_COLLECTION.has(code)
export const isCollected = (code: Code): boolean => !BEFORE_COLLECTION.has(code) && code !== 'CANCELLED'

/** Goods on their way to the door, or beyond, take no new address. */
export const isUpdatable = (code: Code): boolean => BEFORE_COLLECTION.has(code) || code === 'COLLECTED'

/** What a carrier may announce without having come that way: an end, a way back, another driver, a correction. */
const leaps: Readonly<Partial<Record<Code, (from: Code) => boolean>>> = {
  FAILED: (from) => from !== 'FAILED',
  CANCELLED: (from) => !isOver(from),
  DRIVER_SWAP: isCancellable,
  RETURNING: (from) => isCollected(from) && !isOver(from),
  RETURNED: (from) => from === 'DELIVERED',
  DELIVERED: (from) => from === 'RETURNED' || from === 'FAILED',
}

/**
 * The states to pass from one to the other, the last included; empty if it is there already, null if there is no way:
 * a courier does not go back in time.
 */
export function wayTo(from: Code, target: Code): Code[] | null {
  if (from === target) return []
  const way: Code[] = []
  for (let code = following[from]; code; code = following[code]) {
    way.push(code)
    if (code === target) return way
  }
  if (leaps[target]?.(from)) return [target]
  if (isOver(from) || (target !== 'RETURNING' && target !== 'RETURNED')) return null
  const collected: Code[] = isCollected(from) ? [] : (wayTo(from, 'COLLECTED') ?? [])
  return target === 'RETURNED' ? [...collected, 'RETURNING', 'RETURNED'] : [...collected, 'RETURNING']
}
