import { z } from 'zod'
import type {
  CallbackInput,
  CallbackOutcome,
  CarrierAccount,
  CarrierAdapter,
  CarrierCall,
  CarrierDescriptor,
  CarrierFailure,
  DraftOutcome,
  DraftRequest,
} from '../carrier-adapter.ts'
import type { HttpClient, HttpOutcome, HttpRequest } from '../http/client.ts'
import { jsonAnswers } from '../http/json-answers.ts'
import { isSuccess, readFailure } from '../http/outcome.ts'
import { labelContentTypes } from '../wrappers/readable-documents.ts'
import { toFact, toJob, toOffer, toWireJob, toWireQuote, toWireUpdate } from './mappers.ts'
import { ACCOUNT_HEADER, callbackForgery, SIGNATURE_HEADER, simulatedAccountSecret } from './signature.ts'
import { wireDraft, wireFact, wireFacts, wireJob, wireJobs, wireOffers, wireProblem } from './wire.ts'

export interface SimulatedAdapterOptions {
  descriptor: CarrierDescriptor
  simulatorUrl: string
  simulatorKey: string
  http: HttpClient
}

interface Exchange {
  operation: string
  method: HttpRequest['method']
  path: string
  body?: object
  timeoutMs: number
  idempotencyKey?: string
  /** What ties it to a booking, where no idempotency key does. */
  reference?: string
}

/** What the carrier says of a parcel that the job does not have, and of a form that it does not print. */
const NO_SUCH_LABEL = new Set(['parcel_unknown', 'form_unknown'])

const foreignMedia = (carrierCode: string): CarrierFailure => ({
  carrierCode,
  code: 'media_address_unknown',
  message: 'the address of the photo or signature is not one of the carrier',
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
})

/** An adapter to one carrier of apps/simulator. Every call of it is idempotent, so each is tried again within its deadline. */
export function createSimulatedAdapter(options: SimulatedAdapterOptions): CarrierAdapter {
  const { descriptor, simulatorUrl, simulatorKey, http } = options
  const { carrierCode, timeoutsMs, bookRecovery } = descriptor
  const hasDrafts = bookRecovery.kind === 'prepared_id'
  const secretOf = (account: CarrierAccount) =>
    account.secret ?? simulatedAccountSecret(simulatorKey, account.carrierAccountId)

  const send = (call: CarrierCall, exchange: Exchange): Promise<HttpOutcome> =>
    http({
      method: exchange.method,
      url: `${call.account.endpoint ?? simulatorUrl}/${carrierCode}${exchange.path}`,
      headers: {
        authorization: `Bearer ${secretOf(call.account)}`,
        [ACCOUNT_HEADER]: call.account.carrierAccountId,
        'x-request-id': call.requestId,
        ...(exchange.idempotencyKey && { 'idempotency-key': exchange.idempotencyKey }),
      },
      body: exchange.body,
      subject: {
        environmentId: call.account.environmentId,
        carrierCode,
        carrierAccountId: call.account.carrierAccountId,
        operation: exchange.operation,
        requestId: call.requestId,
        reference: exchange.idempotencyKey ?? exchange.reference ?? null,
      },
      idempotent: true,
      deadlineAt: new Date(Math.min(call.deadlineAt.getTime(), Date.now() + exchange.timeoutMs)),
      signal: call.signal,
    })

  const { problemOf, read, written, done } = jsonAnswers(carrierCode, wireProblem)
  const failed = (outcome: HttpOutcome) => readFailure(carrierCode, outcome, problemOf(outcome))

  const get = (call: CarrierCall, operation: string, path: string, reference?: string) =>
    send(call, { operation, method: 'GET', path, timeoutMs: timeoutsMs.track, reference })

  const jobPath = (carrierJobId: string) => `/jobs/${encodeURIComponent(carrierJobId)}`

  async function draft(request: DraftRequest, call: CarrierCall): Promise<DraftOutcome> {
    const target = { operation: 'draft', method: 'POST', path: '/drafts', reference: request.reference } as const
    const outcome = await send(call, { ...target, body: toWireJob(request), timeoutMs: timeoutsMs.book })
    return written(outcome, wireDraft, ({ id }) => ({ kind: 'drafted' as const, draftId: id }))
  }

  return {
    descriptor,
    ...(hasDrafts && { draft }),

    async quote(request, call) {
      const body = toWireQuote(request)
      const outcome = await send(call, {
        operation: 'quote',
        method: 'POST',
        path: '/quotes',
        body,
        timeoutMs: timeoutsMs.quote,
      })
      const problem = problemOf(outcome)
      if (outcome.kind === 'answered' && outcome.status === 422 && problem) return { kind: 'not_served', ...problem }
      return read(outcome, wireOffers, ({ offers }) => ({ kind: 'offers' as const, offers: offers.map(toOffer) }))
    },

    async book(request, call) {
      if (!call.idempotencyKey) throw new TypeError('book needs an idempotency key: without one it may book twice')
      if (hasDrafts && request.draftId === null) throw new TypeError('book needs a draft: another one may be bought')
      const { idempotencyKey } = call
      const order =
        request.draftId === null
          ? { path: '/jobs', body: toWireJob(request) }
          : { path: `/drafts/${encodeURIComponent(request.draftId)}/purchase` }
      const target = { operation: 'book', method: 'POST', timeoutMs: timeoutsMs.book, idempotencyKey } as const
      const outcome = await send(call, { ...target, ...order })
      return written(outcome, wireJob, (job) => ({ kind: 'booked' as const, job: toJob(job) }))
    },

    async cancel(request, call) {
      const body = { reason: request.reasonCode }
      const path = `${jobPath(request.carrierJobId)}/cancel`
      const target = { operation: 'cancel', method: 'POST', path, reference: request.carrierJobId } as const
      const outcome = await send(call, { ...target, body, timeoutMs: timeoutsMs.cancel })
      return done(outcome, { kind: 'cancelled' as const })
    },

    async update(request, call) {
      const body = toWireUpdate(request)
      const { carrierJobId } = request
      const target = { operation: 'update', method: 'PATCH', path: jobPath(carrierJobId) } as const
      const outcome = await send(call, { ...target, body, timeoutMs: timeoutsMs.update, reference: carrierJobId })
      return done(outcome, { kind: 'updated' as const })
    },

    async track(carrierJobId, call) {
      const outcome = await get(call, 'track', `${jobPath(carrierJobId)}/events`, carrierJobId)
      return read(outcome, wireFacts, ({ events }) => ({ kind: 'facts' as const, facts: events.map(toFact) }))
    },

    async label({ carrierJobId, format, size, parcelNumber }, call) {
      const query = new URLSearchParams({ format, size, ...(parcelNumber && { parcel: String(parcelNumber) }) })
      const outcome = await get(call, 'label', `${jobPath(carrierJobId)}/label?${query}`, carrierJobId)
      const problem = problemOf(outcome)
      if (problem && NO_SUCH_LABEL.has(problem.code)) return { kind: 'no_such_label', failure: failed(outcome).failure }
      if (!isSuccess(outcome)) return failed(outcome)
      return { kind: 'label', label: { contentType: labelContentTypes[format], bytes: outcome.body } }
    },

    async media(url, call) {
      const [path, extension] = /^\/jobs\/[\w-]+\/proof\/[\w-]+\.(png)$/.exec(url) ?? []
      if (path === undefined || extension === undefined) return { kind: 'failed', failure: foreignMedia(carrierCode) }
      const outcome = await get(call, 'media', path)
      if (!isSuccess(outcome)) return failed(outcome)
      return { kind: 'media', media: { contentType: 'image/png', bytes: outcome.body } }
    },

    async findJob({ reference, draftId }, call) {
      const query = new URLSearchParams(draftId === null ? { reference } : { draft_id: draftId })
      const outcome = await get(call, 'find', `/jobs?${query}`, reference)
      return read(outcome, wireJobs, ({ jobs: [job] }) =>
        job ? { kind: 'found' as const, job: toJob(job) } : { kind: 'not_found' as const },
      )
    },

    parseCallback: (input) => parseCallback(input, secretOf(input.account)),
  }
}

function parseCallback({ headers, rawBody, receivedAt }: CallbackInput, secret: string): CallbackOutcome {
  const forgery = callbackForgery(secret, headers[SIGNATURE_HEADER], rawBody, receivedAt)
  if (forgery) return { kind: 'forged', reason: forgery }
  try {
    return { kind: 'facts', facts: [toFact(wireFact.parse(JSON.parse(rawBody.toString('utf8'))))] }
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'the event has another form' : 'the body is not JSON'
    return { kind: 'malformed', reason }
  }
}
