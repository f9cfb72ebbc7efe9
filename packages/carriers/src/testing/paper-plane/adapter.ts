import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallbackInput, CallbackOutcome, CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import type { HttpClient, HttpRequest } from '../../http/client.ts'
import { jsonAnswers } from '../../http/json-answers.ts'
import { isUnauthorized } from '../../http/outcome.ts'
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

interface Exchange {
  method: HttpRequest['method']
  path: string
  reference: string | null
  body?: object
}

/** An adapter to Paper Plane, for the account whose secret is its token. */
export function createPaperPlaneAdapter({ baseUrl, http }: { baseUrl: string; http: HttpClient }): CarrierAdapter {
  const { readProblem, read, written, done } = jsonAnswers(carrierCode, planeProblem)

  function send(call: CarrierCall, operation: Operation, { reference, path, ...exchange }: Exchange) {
    const { account, idempotencyKey } = call
    const timeoutMs = timeoutsMs[operation === 'find' || operation === 'verify' ? 'track' : operation]
    return http({
      ...exchange,
      url: `${account.endpoint ?? baseUrl}${path}`,
      headers: {
        'x-plane-account': account.carrierAccountId,
        ...(account.credentials.token && { 'x-plane-token': account.credentials.token }),
        ...(operation === 'book' && idempotencyKey && { 'x-plane-key': idempotencyKey }),
      },
      subject: {
        environmentId: account.environmentId,
        carrierAccountId: account.carrierAccountId,
        carrierCode,
        operation,
        requestId: call.requestId,
        reference,
      },
      // Quotes and cancellations are idempotent; flights have a key.
      idempotent: true,
      deadlineAt: new Date(Math.min(call.deadlineAt.getTime(), Date.now() + timeoutMs)),
      signal: call.signal,
    })
  }

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
      const exchange = { method: 'POST', path: '/flights', reference: call.idempotencyKey } as const
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
    modeOf: ({ token = '' }) => (token.startsWith('live_') ? 'live' : token.startsWith('test_') ? 'test' : null),
  }
}

const notOffered = {
  carrierCode,
  code: 'not_offered',
  message: 'the carrier cannot do this',
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
}

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
  try {
    return { kind: 'facts', facts: [toFact(planeSighting.parse(JSON.parse(rawBody.toString('utf8'))))] }
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'the body is not a sighting' : 'the body is not JSON'
    return { kind: 'malformed', reason }
  }
}
