/** UPS’s tracking of a package as facts. Nothing throws. */
import { toInstant } from '@waybill/contracts/values/local-time'
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import { dayWindow } from '../../../mapping/delivery-window.ts'
import type { Meaning } from '../../../mapping/meanings.ts'
import { isEnd } from '../../../mapping/parcel-facts.ts'
import type { CarrierMedia, CarrierProof, TrackingFact } from '../../../tracking-fact.ts'
import { detectContentType } from '../../../wrappers/readable-documents.ts'
import type { WireActivity, WirePackage, WirePlace } from '../wire.ts'
import { findMeaning } from './status-codes.ts'

/** Facts of one package, oldest first. UPS's activities have no ids. */
export function toFacts(tracked: WirePackage, carrierJobId: string): TrackingFact[] {
  const destination = readPlace(tracked, 'DESTINATION')
  // UPS lists the latest first.
  const activities = tracked.activity
    .toReversed()
    .map((activity) => ({ activity, occurredAt: readOccurredAt(activity, destination) }))
    .filter((each): each is { activity: WireActivity; occurredAt: Date } => each.occurredAt !== null)
    .toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
  let isReturning = false
  return activities.map(({ activity, occurredAt }, index) => {
    const meant = findMeaning(activity.status)
    // A delivery after the return has begun is one to the sender.
    const meaning: Meaning = meant.status === 'delivered' && isReturning ? { status: 'returned' } : meant
    isReturning ||= meaning.status === 'returning'
    const isLast = index === activities.length - 1
    return {
      carrierEventId: null,
      carrierJobId,
      reference: null,
      occurredAt,
      driver: null,
      rawCode: activity.status.code ?? activity.status.statusCode ?? activity.status.type ?? 'unknown',
      status: meaning.status,
      condition: meaning.condition ?? null,
      incident: meaning.incident ?? null,
      utcOffsetMinutes: offsetMinutes(activity.gmtOffset),
      location: readLocation(activity),
      pod: meaning.status === 'delivered' ? toProof(tracked, occurredAt) : null,
      eta: isLast && !isEnd(meaning.status) ? readEta(tracked, destination) : null,
      description: activity.status.description,
    }
  })
}

function readPlace({ packageAddress }: WirePackage, type: string): WirePlace | null {
  return packageAddress.find((each) => each.type === type)?.address ?? null
}

const readCountry = (place: WirePlace | null): string | null => {
  const country = place?.countryCode ?? place?.country ?? null
  return country !== null && /^[A-Z]{2}$/.test(country) ? country : null
}

/** The time zone of a place; null: UPS names no country. */
function toTimeZone(place: WirePlace | null): string | null {
  const country = readCountry(place)
  if (country === null) return null
  return getTimeZone({ country, province: place?.stateProvince ?? null, latitude: null, longitude: null })
}

/** `20260105` or `2026-01-05` as the latter; null: it is no date. */
function readDate(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text ?? '') ?? []
  const date = `${year}-${month}-${day}`
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : null
}

/** `163000`, `16:30:00` or `63000` as `16:30:00`; null: it is no time. UPS drops leading zeros at times. */
function readTime(text: string | null): string | null {
  const digits = text?.replaceAll(':', '').padStart(6, '0') ?? ''
  const time = `${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) ? time : null
}

/** `-05:00` in minutes. */
function offsetMinutes(offset: string | null): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? '') ?? []
  return sign === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * By the time in GMT; else the local time, in the zone of the place, or of the destination if the activity has no place. Null:
 * there is no date.
 */
function readOccurredAt(activity: WireActivity, destination: WirePlace | null): Date | null {
  const [gmtDate, gmtTime] = [readDate(activity.gmtDate), readTime(activity.gmtTime)]
  if (gmtDate !== null && gmtTime !== null) return new Date(`${gmtDate}T${gmtTime}Z`)
  const date = readDate(activity.date)
  if (date === null) return null
  const offset = /^[+-]\d{2}:\d{2}$/.exec(activity.gmtOffset ?? '')?.[0]
  const time = readTime(activity.time) ?? '00:00:00'
  if (offset) return new Date(`${date}T${time}${offset}`)
  const zone = toTimeZone(activity.location?.address ?? null) ?? toTimeZone(destination) ?? 'UTC'
  return toInstant(date, time, zone)
}

function readLocation({ location }: WireActivity): TrackingFact['location'] {
  const { city = null } = location?.address ?? {}
  const country = readCountry(location?.address ?? null)
  if (city === null && country === null) return null
  return { latitude: null, longitude: null, accuracyM: null, city, country }
}

function toMedia(base64: string | null | undefined): CarrierMedia | null {
  if (!base64) return null
  const bytes = Buffer.from(base64, 'base64')
  const contentType = detectContentType(bytes)
  return contentType === null ? null : { contentType, url: null, bytes }
}

function toProof({ deliveryInformation: delivery }: WirePackage, capturedAt: Date): CarrierProof {
  const receivedBy = delivery?.receivedBy ?? null
  const photo = toMedia(delivery?.deliveryPhoto?.photo)
  const signature = toMedia(delivery?.signature?.image)
  return {
    type: 'delivery',
    capturedAt,
    pin: null,
    barcodes: [],
    location: null,
    notes: delivery?.location ?? null,
    recipient: receivedBy === null ? null : { name: receivedBy, relationship: null },
    photos: photo === null ? [] : [photo],
    signature: signature && { ...signature, signerName: receivedBy },
  }
}

/** When UPS expects to deliver, at the destination: the rescheduled day before the scheduled one. Null: it does not say where. */
function readEta({ deliveryDate, deliveryTime }: WirePackage, destination: WirePlace | null): TrackingFact['eta'] {
  const zone = toTimeZone(destination)
  const stated = ['RDD', 'SDD'].map((type) => deliveryDate.find((each) => each.type === type)?.date ?? null)
  const date = readDate(stated.find((each) => each !== null) ?? null)
  if (zone === null || date === null) return null
  const day = dayWindow(date, zone)
  const at = (text: string | null | undefined) => {
    const time = readTime(text ?? null)
    return time === null ? null : toInstant(date, time, zone)
  }
  const toAt = deliveryTime?.type === 'EOD' ? null : at(deliveryTime?.endTime)
  if (toAt === null) return day
  const fromAt = at(deliveryTime?.startTime) ?? day.fromAt
  return { fromAt: fromAt < toAt ? fromAt : toAt, toAt }
}
