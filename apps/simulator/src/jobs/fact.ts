/** What happened to a job, as the carrier tells it. Pure: time comes in as data. */

import type { JobBody } from '../http/wire.ts'
import { coordinatesOf, type Point } from '../pricing/geography.ts'
import type { Driver } from './drivers.ts'
import type { Code } from './journey.ts'

/** One event on the wire: the body of a call-back and an item of GET events. */
export interface FactBody {
  id: string
  job_id: string
  reference: string
  code: string
  detail: string | null
  description: string | null
  occurred_at: string
  utc_offset_minutes: number | null
  location: Point | null
  driver: Driver | null
  proof: {
    captured_at: string
    recipient_name: string | null
    relationship: string | null
    location: Point | null
    notes: string | null
    /** `path` is below the carrier's own base address. */
    photos: { path: string; content_type: string }[]
    signature: { path: string; content_type: string; signer_name: string | null } | null
  } | null
}

export interface FactSubject {
  jobId: string
  reference: string
  request: JobBody
  driver: Driver
}

/** How much of the way lies behind the courier: 0 at the pickup, 1 at the door. */
const shareOfWay: Readonly<Partial<Record<string, number>>> = {
  TO_DROPOFF: 0.4,
  AT_DROPOFF: 1,
  DELIVERED: 1,
  RETURNING: 0.6,
}

const descriptions: Readonly<Record<Code, string>> = {
  ACCEPTED: 'A driver has taken the job',
  TO_PICKUP: 'On the way to the pickup',
  AT_PICKUP: 'At the pickup',
  COLLECTED: 'Goods collected',
  TO_DROPOFF: 'On the way to the recipient',
  AT_DROPOFF: 'At the door',
  DELIVERED: 'Delivered',
  DRIVER_SWAP: 'Another driver takes over',
  RETURNING: 'On the way back to the sender',
  RETURNED: 'Back at the sender',
  FAILED: 'The job has failed',
  CANCELLED: 'The job is cancelled',
}

function locationOf(request: JobBody, code: string): Point | null {
  const from = coordinatesOf(request.pickup)
  const to = coordinatesOf(request.dropoff)
  if (!from || !to) return null
  const share = shareOfWay[code] ?? 0
  const between = (a: number, b: number) => Math.round((a + (b - a) * share) * 1e6) / 1e6
  return { latitude: between(from.latitude, to.latitude), longitude: between(from.longitude, to.longitude) }
}

/** Local time by the sun: fifteen degrees are an hour. Good enough for a carrier that exists only here. */
const offsetMinutes = (point: Point | null) => (point ? Math.round(point.longitude / 15) * 60 : null)

const proofMedia = (jobId: string, name: string) => ({
  path: `/jobs/${jobId}/proof/${name}`,
  content_type: 'image/png',
})

export interface FactInput {
  id: string
  code: string
  detail?: string | null
  occurredAt: Date
}

export function factOf(subject: FactSubject, { id, code, detail = null, occurredAt }: FactInput): FactBody {
  const location = locationOf(subject.request, code)
  const occurred_at = occurredAt.toISOString()
  return {
    id,
    job_id: subject.jobId,
    reference: subject.reference,
    code,
    detail,
    description: descriptions[code as Code] ?? null,
    occurred_at,
    utc_offset_minutes: offsetMinutes(location),
    location,
    driver: subject.driver,
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
