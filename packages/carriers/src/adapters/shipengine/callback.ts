/**
 * Call-backs about tracking. They name the tracking number, and the label only sometimes, so that the label is asked for: it also
 * proves that the job is one of the account.
 */
import type { CallbackInput, CallbackOutcome, CarrierAdapter, Failed } from '../../carrier-adapter.ts'
import { toParcelFact } from '../../mapping/parcel-facts.ts'
import type { TrackingFact } from '../../tracking-fact.ts'
import { readCallback } from '../../vendor/callback-body.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { labelPath } from './client.ts'
import { toContext, toFacts } from './mapping/facts.ts'
import { isVoided, parcelNumbers } from './mapping/jobs.ts'
import { findDistrust } from './signature.ts'
import type { SigningKeys } from './signing-keys.ts'
import { type WireLabel, type WireTracking, wireCallback, wireLabel, wireLabels } from './wire.ts'

/** `API_TRACK`, and `TRACK_EVENT_V2` of version 2. */
const TRACKING = /TRACK/
const LABEL_IN_URL = /\/labels\/(se-[\w-]+)/

const nothing: CallbackOutcome = { kind: 'facts', facts: [] }

export const callbackCalls = (client: VendorClient, keys: SigningKeys): Pick<CarrierAdapter, 'parseCallback'> => ({
  async parseCallback(input) {
    const distrust = await findDistrust(input, keys)
    if (distrust !== null) return distrust
    const event = readCallback(input.rawBody, wireCallback, 'the body is not an event of ShipEngine')
    if (event.kind !== 'event') return event
    const { resource_type, resource_url, data } = event.event
    // A webhook may get events of every kind: batches, reports.
    if (!TRACKING.test(resource_type.toUpperCase())) return nothing
    if (data === null) return { kind: 'malformed', reason: 'the event has no tracking' }
    const labelId = LABEL_IN_URL.exec(data.label_url ?? '')?.[1] ?? LABEL_IN_URL.exec(resource_url ?? '')?.[1] ?? null
    const found = labelId === null ? await byNumber(client, data, input) : await byId(client, labelId, input)
    if (found.kind === 'failed') {
      return { kind: 'unverified', reason: `the label of the event cannot be found now: ${found.failure.code}` }
    }
    const { label } = found
    return label === null ? nothing : { kind: 'facts', facts: reportedFacts(label, data) }
  },
})

/** The facts of the label, or of the package with the number. Without numbers of all packages the leading one stands for all. */
function reportedFacts(label: WireLabel, tracking: WireTracking): TrackingFact[] {
  const facts = toFacts(tracking, toContext(label))
  const { tracking_number: trackingNumber } = tracking
  const numbers = parcelNumbers(label)
  if (numbers === null) {
    const isOther = label.tracking_number !== null && label.tracking_number !== trackingNumber
    return isOther ? [] : facts
  }
  const position = numbers.indexOf(trackingNumber ?? '') + 1
  if (position === 0) return []
  return facts.map((fact) => toParcelFact(fact, { position, count: numbers.length, trackingNumber }))
}

/** Null: the account has no such label. */
type Found = { kind: 'found'; label: WireLabel | null } | Failed

async function byId(client: VendorClient, labelId: string, input: CallbackInput): Promise<Found> {
  const outcome = await client.get(input, { operation: 'find', path: labelPath(labelId), reference: labelId })
  const found = client.read(outcome, wireLabel, (label) => ({ kind: 'found' as const, label }))
  return found.kind === 'failed' && found.failure.httpStatus === 404 ? { kind: 'found', label: null } : found
}

async function byNumber(
  client: VendorClient,
  { tracking_number: number }: WireTracking,
  input: CallbackInput,
): Promise<Found> {
  if (number === null) return { kind: 'found', label: null }
  const query = new URLSearchParams({ tracking_number: number })
  const outcome = await client.get(input, { operation: 'find', path: `/v1/labels?${query}`, reference: null })
  return client.read(outcome, wireLabels, ({ labels }) => ({
    kind: 'found' as const,
    label: labels.find((label) => !isVoided(label)) ?? labels[0] ?? null,
  }))
}
