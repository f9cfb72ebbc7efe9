/** The adapter to New Carrier. `verify` and `track` show how a call is made; write the others, and delete `notWritten`. */
import type { CarrierAdapter, CarrierCall, CarrierFailure } from '../../carrier-adapter.ts'
import type { HttpClient, HttpRequest } from '../../http/client.ts'
import { jsonAnswers } from '../../http/json-answers.ts'
import { isUnauthorized } from '../../http/outcome.ts'
import { newCarrierDescriptor as descriptor, newCarrierUrl } from './descriptor.ts'
import { toFact } from './mapping/facts.ts'
import { wireAccount, wireEvents, wireProblem } from './wire.ts'

const { carrierCode, timeoutsMs } = descriptor

type Operation = 'quote' | 'book' | 'cancel' | 'track' | 'label' | 'find' | 'verify'

interface Exchange {
  operation: Operation
  method: HttpRequest['method']
  path: string
  /** Of the job, in the exchange log; null: there is none yet. */
  reference: string | null
  body?: object
  /** Repeating the request has no further effect at the carrier. */
  idempotent: boolean
}

const timeoutOf = (operation: Operation): number =>
  operation === 'quote' || operation === 'book' || operation === 'cancel' ? timeoutsMs[operation] : timeoutsMs.track

/** The adapter to New Carrier, for accounts of merchants. `baseUrl`: for accounts without an endpoint. */
export function createNewCarrierAdapter({
  http,
  baseUrl = newCarrierUrl,
}: {
  http: HttpClient
  baseUrl?: string
}): CarrierAdapter {
  const { read } = jsonAnswers(carrierCode, wireProblem)

  function send(call: CarrierCall, { operation, path, reference, ...exchange }: Exchange) {
    const { account, deadlineAt, signal, requestId } = call
    return http({
      ...exchange,
      url: `${account.endpoint ?? baseUrl}${path}`,
      headers: { authorization: `Bearer ${account.credentials.api_key ?? ''}` },
      subject: {
        environmentId: account.environmentId,
        carrierAccountId: account.carrierAccountId,
        carrierCode,
        operation,
        requestId,
        reference,
      },
      deadlineAt: new Date(Math.min(deadlineAt.getTime(), Date.now() + timeoutOf(operation))),
      signal,
    })
  }

  return {
    descriptor,
    quote: async () => ({ kind: 'failed', failure: notWritten('quote') }),
    book: async () => ({ kind: 'refused', failure: notWritten('book') }),
    cancel: async () => ({ kind: 'refused', failure: notWritten('cancel') }),
    update: async () => ({ kind: 'refused', failure: notWritten('update') }),
    async track(carrierJobId, call) {
      const path = `/shipments/${encodeURIComponent(carrierJobId)}/events`
      const exchange = { operation: 'track', method: 'GET', path, reference: carrierJobId, idempotent: true } as const
      const outcome = await send(call, exchange)
      return read(outcome, wireEvents, ({ events }) => ({ kind: 'facts' as const, facts: events.map(toFact) }))
    },
    label: async () => ({ kind: 'failed', failure: notWritten('label') }),
    media: async () => ({ kind: 'failed', failure: notWritten('media') }),
    findJob: async () => ({ kind: 'failed', failure: notWritten('findJob') }),
    parseCallback: async () => ({ kind: 'forged', reason: notWritten('parseCallback').message }),
    async verify(_request, call) {
      const exchange = {
        operation: 'verify',
        method: 'GET',
        path: '/account',
        reference: null,
        idempotent: true,
      } as const
      const answer = read(await send(call, exchange), wireAccount, () => ({ kind: 'verified' as const }))
      const isRefused = answer.kind === 'failed' && isUnauthorized(answer.failure)
      return isRefused ? { ...answer, kind: 'refused' } : answer
    },
  }
}

const notWritten = (method: string): CarrierFailure => ({
  carrierCode,
  code: 'not_written',
  message: `Write ${method} of the adapter to ${descriptor.name}.`,
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
})
