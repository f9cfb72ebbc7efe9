import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallbackInput, CallbackOutcome, CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { isUnauthorized } from '../../http/outcome.ts'
import { readCallback } from '../../vendor/callback-body.ts'
import { createVendorClient, type Exchange } from '../../vendor/client.ts'
import { createFailures } from '../../vendor/failures.ts'
import { paperPlaneDescriptor as descriptor } from './descriptor.ts'
import { toFact, toJob, toOffer, toPlaneFlight, toPlaneQuote } from './mappers.ts'
import {
  planeFlight,
  planeFlights,
  planePilot,
  planePrice,
  planeProblem,
  planeSighting,
  planeSightings,
} from './wire.ts'

const MAX_AGE_MS = 5 * 60_000
const { carrierCode, timeoutsMs } = descriptor

type Operation = 'quote' | 'book' | 'cancel' | 'track' | 'find' | 'verify'

const describeFailure = createFailures(carrierCode)

/** An adapter to Paper Plane, for the account whose secret is its token. */
export function createPaperPlaneAdapter({ baseUrl, http }: { baseUrl: string; http: HttpClient }): CarrierAdapter {
  const client = createVendorClient({
    http,
    descriptor,
    problem: planeProblem,
    secrets: ['token', 'secret'],
    rootUrl: ({ endpoint }) => endpoint ?? baseUrl,
    headers: ({ account: { carrierAccountId, credentials } }) => ({
      'x-plane-account': carrierAccountId,
      ...(credentials.token && { 'x-plane-token': credentials.token }),
    }),
  })
  const { readProblem, read, written, done } = client

  // Quotes and cancellations are idempotent; flights have a key.
  const send = (call: CarrierCall, operation: Operation, exchange: Omit<Exchange, 'operation' | 'timeoutMs'>) =>
    client.send(call, {
      ...exchange,
      operation,
      timeoutMs: timeoutsMs[operation === 'find' || operation === 'verify' ? 'track' : operation],
    })

  const cannot = async () => ({ kind: 'failed', failure: notOffered }) as const

  return {
    descriptor,
    async quote(request, call) {
      const body = toPlaneQuote(request)
      const outcome = await send(call, 'quote', { method: 'POST', path: '/prices', reference: null, body })
      const problem = readProblem(outcome)
      if (outcome.kind === 'answered' && outcome.status === 422 && problem) return { kind: 'not_served', ...problem }
      return read(outcome, planePrice, (price) => ({ kind: 'offers' as const, offers: [toOffer(price, new Date())] }))
    },
    async book(request, call) {
      if (!call.idempotencyKey) throw new TypeError('book needs an idempotency key: without one it may book twice')
      const headers = { 'x-plane-key': call.idempotencyKey }
      const exchange = { method: 'POST', path: '/flights', headers, reference: call.idempotencyKey } as const
      const outcome = await send(call, 'book', { ...exchange, body: toPlaneFlight(request) })
      return written(outcome, planeFlight, (flight) => ({ kind: 'booked' as const, job: toJob(flight) }))
    },
    async cancel({ carrierJobId }, call) {
      const path = `/flights/${encodeURIComponent(carrierJobId)}`
      const outcome = await send(call, 'cancel', { method: 'DELETE', path, reference: carrierJobId })
      return done(outcome, { kind: 'cancelled' as const })
    },
    async track(carrierJobId, call) {
      const path = `/flights/${encodeURIComponent(carrierJobId)}/sightings`
      const outcome = await send(call, 'track', { method: 'GET', path, reference: carrierJobId })
      return read(outcome, planeSightings, (sightings) => ({ kind: 'facts' as const, facts: sightings.map(toFact) }))
    },
    async findJob({ reference }, call) {
      const path = `/flights?ref=${encodeURIComponent(reference)}`
      const outcome = await send(call, 'find', { method: 'GET', path, reference })
      return read(outcome, planeFlights, ([flight]) =>
        flight ? { kind: 'found' as const, job: toJob(flight) } : { kind: 'not_found' as const },
      )
    },
    update: async () => ({ kind: 'refused', failure: notOffered }),
    label: cannot,
    media: cannot,
    parseCallback,
    async verify(_request, call) {
      const outcome = await send(call, 'verify', { method: 'GET', path: '/pilot', reference: null })
      const answer = read(outcome, planePilot, () => ({ kind: 'verified' as const }))
      const isRefused = answer.kind === 'failed' && isUnauthorized(answer.failure)
      return isRefused ? { ...answer, kind: 'refused' } : answer
    },
    getMode: ({ token = '' }) => (token.startsWith('live_') ? 'live' : token.startsWith('test_') ? 'test' : null),
  }
}

const notOffered = describeFailure('not_offered', 'the carrier cannot do this')

/** Header `x-plane-seal: <ms>.<hex>`: HMAC-SHA256 of "ms.body" keyed with the account's secret. */
export const createSeal = (secret: string, atMs: number, rawBody: Buffer): string =>
  `${atMs}.${createHmac('sha256', secret).update(`${atMs}.`).update(rawBody).digest('hex')}`

/** The secret of an account without one. */
export const planeSecret = (carrierAccountId: string): string => `secret of ${carrierAccountId}`

async function parseCallback({ headers, rawBody, account, receivedAt }: CallbackInput): Promise<CallbackOutcome> {
  const seal = String(headers['x-plane-seal'] ?? '')
  const atMs = Number(seal.split('.')[0])
  const expected = createSeal(account.credentials.secret ?? planeSecret(account.carrierAccountId), atMs, rawBody)
  const genuine = seal.length === expected.length && timingSafeEqual(Buffer.from(seal), Buffer.from(expected))
  if (!genuine) return { kind: 'forged', reason: 'the seal was not made with the secret of this account' }
  if (Math.abs(receivedAt.getTime() - atMs) > MAX_AGE_MS) return { kind: 'forged', reason: 'the seal is too old' }
  const sighting = readCallback(rawBody, planeSighting, 'the body is not a sighting')
  return sighting.kind === 'event' ? { kind: 'facts', facts: [toFact(sighting.event)] } : sighting
}
