/** The filters of the list, as the address has them, as the API takes them, and as saved views keep them. */
import { incidents, type ListShipments, type SavedView, type ShipmentCounts, shipmentStatuses } from '@waybill/sdk'
import { isSearchable } from '../../format/searchable.ts'

type Status = (typeof shipmentStatuses)[number]
type Incident = (typeof incidents)[number]

const SORTS = ['-created_at', 'created_at', '-updated_at', 'updated_at'] as const
export type Sort = (typeof SORTS)[number]

const WAITS = ['booking', 'courier', 'release'] as const
type Wait = (typeof WAITS)[number]

/** The tabs over the list, and the filters of each. */
export const TABS = {
  // Not by status: a shipment stays ready after it was booked, until its courier moves.
  open: { waiting_for: ['booking'] },
  held: { waiting_for: ['release'] },
  moving: { status: ['in_transit', 'out_for_delivery', 'awaiting_collection'] },
  trouble: { status: ['delivery_attempted', 'on_hold', 'returning', 'failed'] },
  delivered: { status: ['delivered'] },
  ended: { status: ['returned', 'cancelled', 'expired'] },
} satisfies Record<string, TabFilters>
export type Tab = keyof typeof TABS

/** The filters that a tab sets. */
export interface TabFilters {
  status?: Status[]
  /** Causes why the shipment has no carrier yet. */
  waiting_for?: Wait[]
}

export const DATE_FILTERS = [
  'created_from',
  'created_to',
  'updated_from',
  'updated_to',
  'arrival_from',
  'arrival_to',
  'collection_from',
  'collection_to',
] as const
const LIST_FILTERS = [
  'carrier_code',
  'service_code',
  'tracking_number',
  'failure_reason',
  'tag',
  'assignee_id',
] as const
export const LATE = ['pickup', 'delivery'] as const
type Late = (typeof LATE)[number]

export type Filters = Pick<
  ListShipments,
  'q' | 'merchant_order_ref' | 'note' | 'metadata' | (typeof DATE_FILTERS)[number] | (typeof LIST_FILTERS)[number]
> &
  TabFilters & {
    /** Stages with which the latest booking is late. */
    late?: Late[]
    /** Incidents of the latest booking. */
    incident?: Incident[]
  }

export interface ShipmentsSearch extends Filters {
  sort?: Sort
  /** The saved view that the filters come from. */
  view?: string
}

/** Filters in the address. Unknown ones are dropped: a bad link opens the list without that filter. */
export function readSearch(search: Record<string, unknown>): ShipmentsSearch {
  const read: ShipmentsSearch = readFilters(search)
  if (SORTS.some((one) => one === search.sort && one !== '-created_at')) read.sort = search.sort as Sort
  if (typeof search.view === 'string') read.view = search.view
  return read
}

function readFilters(search: Record<string, unknown>): Filters {
  const read: Filters = {}
  const q = toText(search.q)
  if (q !== undefined) read.q = q
  const reference = toText(search.merchant_order_ref)
  if (reference !== undefined) read.merchant_order_ref = reference
  const note = toText(search.note)
  if (note !== undefined) read.note = note
  const statuses = shipmentStatuses.filter((status) => toList(search.status).includes(status))
  if (statuses.length > 0) read.status = statuses
  const late = LATE.filter((stage) => toList(search.late).includes(stage))
  if (late.length > 0) read.late = late
  const hindrances = incidents.filter((one) => toList(search.incident).includes(one))
  if (hindrances.length > 0) read.incident = hindrances
  const waits = WAITS.filter((wait) => toList(search.waiting_for).includes(wait))
  if (waits.length > 0) read.waiting_for = waits
  for (const name of DATE_FILTERS) {
    const value = search[name]
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)) read[name] = value
  }
  for (const name of LIST_FILTERS) {
    const values = toList(search[name])
    if (values.length > 0) read[name] = values
  }
  const metadata = listEntries(search.metadata)
  if (metadata.length > 0) read.metadata = Object.fromEntries(metadata)
  return read
}

/** The router reads `q=123` as a number. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function toList(value: unknown): string[] {
  const values = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
  return values.map(toText).filter((one) => one !== undefined)
}

function listEntries(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, one]) => {
    const text = toText(one)
    return text === undefined ? [] : [[key, text] as [string, string]]
  })
}

/** The query of the API. A text that is too short to search for finds everything. */
export function getQuery(search: ShipmentsSearch): Omit<ListShipments, 'cursor' | 'limit'> {
  // The address can have more, such as what a mail adds to its links.
  const { view: _, q, ...filters } = readSearch({ ...search })
  const text = q?.trim() ?? ''
  const query = { ...filters, ...(isSearchable(text) && { q: text }) }
  for (const name of DATE_FILTERS) {
    const date = query[name]
    // The API takes a date as a day in UTC. Collections are on dates, whichever the zone.
    if (date !== undefined && DATE.test(date) && !name.startsWith('collection_')) query[name] = dayBorder(name, date)
  }
  return query
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The start of the day at the browser; for the end of a period, that of the next one. */
function dayBorder(name: string, date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const border = new Date(year, month - 1, day + (name.endsWith('_to') ? 1 : 0))
  return Number.isNaN(border.getTime()) ? date : border.toISOString()
}

/** The tab of these filters; null if they are no tab's; undefined: all. */
export function findTab({ status, waiting_for }: TabFilters): Tab | null | undefined {
  if (status === undefined && waiting_for === undefined) return undefined
  const names = Object.keys(TABS) as Tab[]
  const isSet = (tab: TabFilters) => sameSet(tab.status, status) && sameSet(tab.waiting_for, waiting_for)
  return names.find((name) => isSet(TABS[name])) ?? null
}

/** Whether nothing but the tab limits the list. */
export const isOnlyTab = ({ sort: _, ...search }: ShipmentsSearch): boolean =>
  findTab(search) !== null &&
  Object.keys(getQuery({ ...search, status: undefined, waiting_for: undefined })).length === 0

/** Shipments of a tab, or of all. Counted to its end, a status has that many or more. */
export function countTab({ counted_up_to, status, waiting_for }: ShipmentCounts, tab: Tab | undefined) {
  const filters: TabFilters = tab ? TABS[tab] : {}
  const counts =
    filters.waiting_for?.map((wait) => waiting_for[wait]) ??
    (filters.status ?? shipmentStatuses).map((one) => status[one])
  return { count: counts.reduce((sum, count) => sum + count, 0), isMore: counts.includes(counted_up_to) }
}

const sameSet = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((value) => other.includes(value))

/** The address of a saved view. */
export const searchOfView = (view: SavedView): ShipmentsSearch =>
  readSearch({ ...view.query, ...(view.sort !== null && { sort: view.sort }), view: view.view_id })

/** Part of the address that a saved view keeps. */
export function toView({ view: _, sort, ...filters }: ShipmentsSearch) {
  return { query: filters as Record<string, unknown>, sort: sort ?? null }
}

/** Whether the address still says what the view does. */
export const isUnchanged = (view: SavedView, search: ShipmentsSearch): boolean =>
  canonical(searchOfView(view)) === canonical({ ...search, view: view.view_id })

const canonical = (search: ShipmentsSearch): string => JSON.stringify(sorted(readSearch({ ...search })))

function sorted(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** The filters beside text, tab and order: those that the sheet of filters has. */
export function filterNames(search: ShipmentsSearch): (keyof Filters)[] {
  const names = (Object.keys(readFilters({ ...search })) as (keyof Filters)[]).filter((name) => name !== 'q')
  return names.filter((name) => (name !== 'status' && name !== 'waiting_for') || findTab(search) === null)
}
