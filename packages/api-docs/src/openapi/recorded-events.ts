/** Events of real runs, recorded and checked by an end-to-end test, as examples of the document. */
import { readFileSync } from 'node:fs'
import type { PublicEvent } from '@waybill/contracts/events/public-event'

/** From the root of the repository. */
export const recordedEventsFile = 'packages/api-docs/src/openapi/recorded-events.json'

const RECORDED_HOST = 'https://api.example.com'
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const DATE = /"(\d{4}-\d\d-\d\d)"/g
const DAY_MS = 86_400_000
/** Within the day after the one given. */
const FIRST_EVENT_MS = DAY_MS + 8 * 3_600_000

export const readRecordedEvents = (): Record<string, PublicEvent> =>
  JSON.parse(readFileSync(new URL('./recorded-events.json', import.meta.url), 'utf8'))

/** The recorded events by type, as if the first one had happened in the morning after `day`. */
export function recordedEvents(day: Date, publicUrl: string): Record<string, PublicEvent> {
  const recorded = readRecordedEvents()
  const times = Object.values(recorded).map(({ timestamp }) => Date.parse(timestamp))
  const shiftMs = times.length === 0 ? 0 : day.getTime() + FIRST_EVENT_MS - Math.min(...times)
  const shifted = (text: string) => new Date(Date.parse(text) + shiftMs).toISOString()
  const text = JSON.stringify(recorded)
    .replace(TIME, shifted)
    .replace(DATE, (_, date) => `"${shifted(date).slice(0, 10)}"`)
    .replaceAll(RECORDED_HOST, publicUrl)
  return JSON.parse(text)
}

const ID = /\b([a-z]{3})_[0-9a-z]{26,32}\b/g
/** The reference of the order, and what the simulator makes anew for each job. */
const chosen = new Set(['merchant_order_ref', 'name', 'email', 'telephone', 'carrier_job_id', 'tracking_number'])
const measured = new Set(['latitude', 'longitude', 'accuracy_m', 'distance_to_dropoff_m', 'sha256', 'signer_name'])
/** Counts the weekend and the public holidays between pickup and delivery. */
const onCalendar = 'transit_days'

/** The event with all that differs from run to run replaced by its kind: ids, times, URLs, and names of couriers. */
export function canonicalEvent(event: PublicEvent | undefined): unknown {
  const isFree = (key: string, value: unknown) =>
    (chosen.has(key) || measured.has(key) || key === onCalendar) && value !== null
  const text = JSON.stringify(event && withoutRaces(event), (key, value) =>
    isFree(key, value) ? `(${typeof value})` : value,
  )
  const shown = text
    .replace(/"https?:[^"]*"/g, '"(url)"')
    .replace(ID, '$1_…')
    .replace(TIME, '(time)')
  return JSON.parse(shown.replace(DATE, '"(date)"'))
}

/**
 * Without what depends on which of two services is faster: how many events came before, whether the embedded shipment has
 * caught up since the last one, and whether a photo or the signature is stored first.
 */
function withoutRaces({ sequence: _, ...event }: PublicEvent): object {
  const { shipment, ...attributes } = event.data.previous_attributes
  const { updated_at: __, ...named } = (shipment ?? {}) as Record<string, unknown>
  const previous_attributes = {
    ...attributes,
    ...(event.type === 'booking.proof_ready' && { pod: null }),
    ...(Object.keys(named).length > 0 && { shipment: named }),
  }
  return { ...event, data: { ...event.data, previous_attributes } }
}
