/** Pure: filters and order of lists of shipments and bookings. */

import { type IncidentCode, incidentCodes } from '../booking.ts'
import type { ListFilters__Output } from '../gen/waybill/common/v1/ListFilters.ts'
import { isId } from '../ids.ts'
import { type Direction, directions } from '../values/search/directions.ts'
import { listWords } from '../values/search/note-words.ts'
import { SHORTEST_SEARCH, searchRanges, type TermRange } from '../values/search/search-terms.ts'
import { tagKey } from '../values/search/tags.ts'
import { invalidParameter } from './validation.ts'

/** At `from` or later, and before `to`; null: no limit. */
export interface Period {
  from: Date | null
  to: Date | null
}

interface ListOrder {
  column: 'created_at' | 'updated_at'
  direction: 'asc' | 'desc'
}

/** Stages at which a booking can be late. */
export const lateness = ['pickup', 'delivery'] as const
type Lateness = (typeof lateness)[number]

/** Reasons why a shipment has no carrier yet: it waits for a request of the merchant, for the end of the search for a courier, for the end of its hold, or for an answer to the recipient who asks for a return. */
export const shipmentWaits = ['booking', 'courier', 'release', 'approval'] as const

/** Filter for shipments that are assigned to nobody. */
export const NOBODY = 'none'
type ShipmentWait = (typeof shipmentWaits)[number]

/** Filters and order of a list. Empty and null match everything. */
export interface ListFilters<Status extends string> {
  statuses: Status[]
  created: Period
  updated: Period
  /** Until when the delivery is awaited. Nothing that has ended is in any period. */
  arrival: Period
  /** Dates, YYYY-MM-DD, both inclusive. */
  collection: { from: string | null; to: string | null }
  carrierCodes: string[]
  serviceCodes: string[]
  /** In lower case. */
  carriedBy: string[]
  /** In lower case. */
  trackingNumbers: string[]
  merchantOrderRef: string | null
  /** All of these keys and values. */
  metadata: Record<string, string>
  late: Lateness[]
  incidents: IncidentCode[]
  failureReasons: string[]
  waitingFor: ShipmentWait[]
  /** Returns, or other shipments; null: both. */
  direction: Direction | null
  originalId: string | null
  /** Keys of tags. */
  tags: string[]
  /** Members, or `none`. */
  assignees: string[]
  /** Beginnings of words that one note has, all of them; empty: not searched. */
  noteWords: string[]
  /** The shipment or the booking with this identifier was searched; null: not. */
  searchedId: string | null
  /** One of the terms is in one of these ranges; null: not searched. */
  search: TermRange[] | null
  order: ListOrder
}

/** The message that matches everything. */
export const noListFilters: ListFilters__Output = {
  statuses: [],
  created_from: '',
  created_to: '',
  updated_from: '',
  updated_to: '',
  arrival_from: '',
  arrival_to: '',
  collection_from: '',
  collection_to: '',
  carrier_codes: [],
  service_codes: [],
  carried_by: [],
  tracking_numbers: [],
  late: [],
  incidents: [],
  failure_reasons: [],
  waiting_for: [],
  direction: '',
  return_of: '',
  tags: [],
  assignee_ids: [],
  note: '',
  merchant_order_ref: '',
  metadata: {},
  q: '',
  sort: '',
}

/** Throws `invalid_parameter`. */
export function readListFilters<Status extends string>(
  message: ListFilters__Output,
  statuses: readonly Status[],
): ListFilters<Status> {
  return {
    statuses: message.statuses.map((text) => oneOf('status', statuses, text)),
    created: readPeriod('created', message.created_from, message.created_to),
    updated: readPeriod('updated', message.updated_from, message.updated_to),
    arrival: readPeriod('arrival', message.arrival_from, message.arrival_to),
    collection: { from: message.collection_from || null, to: message.collection_to || null },
    carrierCodes: message.carrier_codes,
    serviceCodes: message.service_codes,
    carriedBy: message.carried_by.map((name) => name.toLowerCase()),
    trackingNumbers: message.tracking_numbers.map((number) => number.toLowerCase()),
    merchantOrderRef: message.merchant_order_ref || null,
    metadata: message.metadata,
    late: message.late.map((text) => oneOf('late', lateness, text)),
    incidents: message.incidents.map((text) => oneOf('incident', incidentCodes, text)),
    failureReasons: message.failure_reasons,
    waitingFor: message.waiting_for.map((text) => oneOf('waiting_for', shipmentWaits, text)),
    direction: message.direction === '' ? null : oneOf('direction', directions, message.direction),
    originalId: message.return_of || null,
    tags: message.tags.map(tagKey),
    assignees: message.assignee_ids,
    noteWords: listWords(message.note),
    ...readSearch(message.q),
    order: readOrder(message.sort),
  }
}

/** From the filters `<name>_from` and `<name>_to`, which are empty without a limit. Throws `invalid_parameter`. */
export const readPeriod = (name: string, from: string, to: string): Period => ({
  from: readTime(`${name}_from`, from),
  to: readTime(`${name}_to`, to),
})

function readTime(name: string, text: string): Date | null {
  if (text === '') return null
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw invalidParameter(name, 'must be a timestamp such as 2026-12-01T09:00:00Z')
  return at
}

/** Whether the text is the identifier of a shipment or of a booking. */
const isSearchedId = (text: string): boolean => isId('shp', text) || isId('bkg', text)

function readSearch(text: string): Pick<ListFilters<string>, 'searchedId' | 'search'> {
  if (text === '') return { searchedId: null, search: null }
  if (isSearchedId(text)) return { searchedId: text, search: null }
  const ranges = searchRanges(text)
  if (ranges.length === 0) throw invalidParameter('q', `must have at least ${SHORTEST_SEARCH} characters`)
  return { searchedId: null, search: ranges }
}

const SORTS = ['-created_at', 'created_at', '-updated_at', 'updated_at'] as const

function readOrder(text: string): ListOrder {
  const sort = text === '' ? '-created_at' : oneOf('sort', SORTS, text)
  return sort.startsWith('-')
    ? { column: sort.slice(1) as ListOrder['column'], direction: 'desc' }
    : { column: sort as ListOrder['column'], direction: 'asc' }
}

function oneOf<T extends string>(name: string, known: readonly T[], text: string): T {
  const value = known.find((one) => one === text)
  if (value === undefined) throw invalidParameter(name, `must be one of ${known.join(', ')}`)
  return value
}
