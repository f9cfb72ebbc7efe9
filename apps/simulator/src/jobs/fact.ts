/** Tracking facts of a job, as the carrier reports them. Deterministic: times come in as data. */

import { findCoordinates, type Point } from '../pricing/coordinates.ts'
import { toWritableDate, travelMs, windowMs } from '../pricing/tariff.ts'
import type { JobBody } from '../wire/wire.ts'
import type { Driver } from './drivers.ts'
import { type Code, isOver } from './journey.ts'

/** A fact on the wire: the body of a callback and an item of `GET /jobs/{id}/events`. */
export interface FactBody {
  id: string
  job_id: string
  reference: string
  code: string
  /** The parcel that the fact is about; absent: all. */
  parcel?: { number: number; tracking_number: string }
  detail: string | null
  description: string | null
  occurred_at: string
  utc_offset_minutes: number | null
  location: Point | null
  driver: Driver | null
  eta: { from: string; to: string } | null
  proof: {
    captured_at: string
    recipient_name: string | null
    relationship: string | null
    location: Point | null
    notes: string | null
    /** `path` is relative to the carrier's base URL. */
    photos: { path: string; content_type: string }[]
    signature: { path: string; content_type: string; signer_name: string | null } | null
  } | null
}

/** The job that a fact is about. */
interface FactSubject {
  jobId: string
  reference: string
  trackingNumber: string
  request: JobBody
  driver: Driver
  /** The delivery window that was promised. */
  etaFromAt: Date
  etaToAt: Date
}

/** Progress of the courier: 0 at the pickup, 1 at the door. */
const progressByCode: Readonly<Partial<Record<string, number>>> = {
  TO_DROPOFF: 0.4,
  AT_DROPOFF: 1,
  PARTLY_DELIVERED: 1,
  DELIVERED: 1,
  RETURNING: 0.6,
}

/** A parcel service hands over no job: the driver comes with the day's collection. */
const ACCEPTED_BY_PARCEL_SERVICE = 'The parcel service has accepted the order'

const descriptions: Readonly<Record<Code, string>> = {
  ACCEPTED: 'A driver has taken the job',
  TO_PICKUP: 'On the way to the pickup',
  AT_PICKUP: 'At the pickup',
  COLLECTED: 'Goods collected',
  TO_DROPOFF: 'On the way to the recipient',
  AT_DROPOFF: 'At the door',
  PARTLY_DELIVERED: 'Delivered',
  DELIVERED: 'Delivered',
  DRIVER_SWAP: 'Another driver takes over',
  RETURNING: 'On the way back to the sender',
  RETURNED: 'Back at the sender',
  FAILED: 'The job has failed',
  CANCELLED: 'The job is cancelled',
}

const describe = (code: string, { service }: JobBody): string | null =>
  code === 'ACCEPTED' && service.startsWith('eco_') ? ACCEPTED_BY_PARCEL_SERVICE : (descriptions[code as Code] ?? null)

/** A courier on the way knows the time within two hours. */
const LONGEST_LIVE_WINDOW_MS = 2 * 3_600_000

function locateCourier(request: JobBody, code: string): Point | null {
  const from = findCoordinates(request.pickup)
  const to = findCoordinates(request.dropoff)
  if (!from || !to) return null
  const progress = progressByCode[code] ?? 0
  const between = (a: number, b: number) => Math.round((a + (b - a) * progress) * 1e6) / 1e6
  return { latitude: between(from.latitude, to.latitude), longitude: between(from.longitude, to.longitude) }
}

/** The promised window until the courier sets off for the recipient; then by the rest of the way. */
function estimate({ request, etaFromAt, etaToAt }: FactSubject, code: string, at: Date): FactBody['eta'] {
  if (isOver(code as Code) || code === 'RETURNING') return null
  const progress = progressByCode[code]
  if (progress === undefined) return { from: etaFromAt.toISOString(), to: etaToAt.toISOString() }
  const fromAt = toWritableDate(at.getTime() + (1 - progress) * travelMs(request.service, request))
  const toAt = toWritableDate(fromAt.getTime() + Math.min(windowMs(request.service) / 4, LONGEST_LIVE_WINDOW_MS))
  return { from: fromAt.toISOString(), to: toAt.toISOString() }
}

/** Approximate UTC offset: 15° of longitude are an hour. */
const utcOffsetMinutes = (point: Point | null) => (point ? Math.round(point.longitude / 15) * 60 : null)

const proofMedia = (jobId: string, name: string) => ({
  path: `/jobs/${jobId}/proof/${name}`,
  content_type: 'image/png',
})

interface FactInput {
  id: string
  code: string
  detail?: string | null
  occurredAt: Date
}

export function createFact(subject: FactSubject, { id, code, detail = null, occurredAt }: FactInput): FactBody {
  const location = locateCourier(subject.request, code)
  const occurred_at = occurredAt.toISOString()
  return {
    id,
    job_id: subject.jobId,
    reference: subject.reference,
    // The code of the parcel, which is all that is delivered.
    ...(code === 'PARTLY_DELIVERED'
      ? { code: 'DELIVERED', parcel: { number: 1, tracking_number: subject.trackingNumber } }
      : { code }),
    detail,
    description: describe(code, subject.request),
    occurred_at,
    utc_offset_minutes: utcOffsetMinutes(location),
    location,
    driver: subject.driver,
    eta: estimate(subject, code, occurredAt),
    proof:
      code === 'DELIVERED'
        ? {
            captured_at: occurred_at,
            recipient_name: subject.request.dropoff.name,
            relationship: 'recipient',
            location,
            notes: null,
            photos: [proofMedia(subject.jobId, 'photo-1.png')],
            signature: { ...proofMedia(subject.jobId, 'signature.png'), signer_name: subject.request.dropoff.name },
          }
        : null,
  }
}
