/** Pure: the states of a job in the carrier's own codes, their order, and what each state permits. */
import type { Mishap } from '../faults/fault.ts'

export const CODES = [
  'ACCEPTED',
  'TO_PICKUP',
  'AT_PICKUP',
  'COLLECTED',
  'TO_DROPOFF',
  'AT_DROPOFF',
  'PARTLY_DELIVERED',
  'DELIVERED',
  'DRIVER_SWAP',
  'RETURNING',
  'RETURNED',
  'FAILED',
  'CANCELLED',
] as const

export type Code = (typeof CODES)[number]

/** The state that follows without intervention; null: the job is over. */
const nextCodes: Readonly<Record<Code, Code | null>> = {
  ACCEPTED: 'TO_PICKUP',
  TO_PICKUP: 'AT_PICKUP',
  AT_PICKUP: 'COLLECTED',
  COLLECTED: 'TO_DROPOFF',
  TO_DROPOFF: 'AT_DROPOFF',
  AT_DROPOFF: 'DELIVERED',
  PARTLY_DELIVERED: 'DELIVERED',
  DELIVERED: null,
  DRIVER_SWAP: 'TO_PICKUP',
  RETURNING: 'RETURNED',
  RETURNED: null,
  FAILED: null,
  CANCELLED: null,
}

/** Names of the states in calls of `advance`: the statuses of Waybill's bookings. */
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

/** The carrier's detail code of each incident that `advance` accepts. */
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

/** The state that an incident leads to. An incident that is not listed can happen in any state and leaves it unchanged. */
export const codeByIncident: Readonly<Partial<Record<Incident, Code>>> = {
  lost: 'FAILED',
  recipient_refused: 'RETURNING',
  recipient_not_available: 'AT_DROPOFF',
  business_closed: 'AT_DROPOFF',
  access_restricted: 'AT_DROPOFF',
  verification_failed: 'AT_DROPOFF',
}

interface Detour {
  from: Code
  to: Code
  incident: Incident | null
}

/** Where a mishap leaves the usual sequence; a late courier keeps it. A driver is swapped once only. */
export const detours: Readonly<Partial<Record<Mishap, Detour>>> = {
  driver_swap: { from: 'TO_PICKUP', to: 'DRIVER_SWAP', incident: null },
  failed_attempt: { from: 'TO_DROPOFF', to: 'AT_DROPOFF', incident: 'recipient_not_available' },
  return: { from: 'AT_DROPOFF', to: 'RETURNING', incident: 'recipient_refused' },
  loss: { from: 'TO_DROPOFF', to: 'FAILED', incident: 'lost' },
  partial_delivery: { from: 'AT_DROPOFF', to: 'PARTLY_DELIVERED', incident: null },
}

const BEFORE_COLLECTION: ReadonlySet<Code> = new Set(['ACCEPTED', 'TO_PICKUP', 'AT_PICKUP', 'DRIVER_SWAP'])

export const nextCode = (code: Code): Code | null => nextCodes[code]
export const isOver = (code: Code): boolean => nextCodes[code] === null
/** The codes of jobs that are over. */
export const finalCodes = (Object.keys(nextCodes) as Code[]).filter(isOver)
export const isCancellable = (code: Code): boolean => BEFORE_COLLECTION.has(code)
export const isCollected = (code: Code): boolean => !BEFORE_COLLECTION.has(code) && code !== 'CANCELLED'

/** Once the goods are on their way to the door, the address is fixed. */
export const isUpdatable = (code: Code): boolean => BEFORE_COLLECTION.has(code) || code === 'COLLECTED'

/** States that a carrier may enter out of sequence: an end, a return, another driver, a correction. */
const leapConditions: Readonly<Partial<Record<Code, (from: Code) => boolean>>> = {
  FAILED: (from) => !isOver(from),
  CANCELLED: (from) => !isOver(from),
  DRIVER_SWAP: isCancellable,
  RETURNING: (from) => isCollected(from) && !isOver(from),
  RETURNED: (from) => from === 'DELIVERED' || from === 'FAILED',
  DELIVERED: (from) => from === 'FAILED',
}

/**
 * The states from one to the other, without the first. Empty if both are the same; null if the target cannot be reached:
 * a courier does not go back in time.
 */
export function findPath(from: Code, target: Code): Code[] | null {
  if (from === target) return []
  const path: Code[] = []
  for (let code = nextCodes[from]; code; code = nextCodes[code]) {
    path.push(code)
    if (code === target) return path
  }
  if (leapConditions[target]?.(from)) return [target]
  if (isOver(from) || (target !== 'RETURNING' && target !== 'RETURNED')) return null
  const collected: Code[] = isCollected(from) ? [] : (findPath(from, 'COLLECTED') ?? [])
  return target === 'RETURNED' ? [...collected, 'RETURNING', 'RETURNED'] : [...collected, 'RETURNING']
}
