import { expect, test } from 'vitest'
import type { CarrierAdapter, CarrierFailure } from '../carrier-adapter.ts'
import { carriersFor } from '../registry.ts'
import { observeCarriers } from './call-observer.ts'
import { refuseLiveCalls } from './live-guard.ts'
import { refuseUnsupportedOptions } from './option-guard.ts'
import { readableDocuments } from './readable-documents.ts'
import { storableAnswers } from './storable-answers.ts'

const failure: CarrierFailure = {
  carrierCode: 'city_van',
  code: 'too_late',
  message: 'no',
  httpStatus: 422,
  retryable: false,
  retryAfterMs: null,
}
const call = {
  account: {
    carrierAccountId: 'cac_1',
    environmentId: 'env_1',
    livemode: false,
    credentials: { api_key: 's3cret' },
    endpoint: null,
  },
  deadlineAt: new Date('2026-11-21T08:00:00Z'),
  idempotencyKey: 'att_1',
  requestId: 'req_1',
}

/** City Van with these answers, observed; and what was logged and measured. */
function observe(answers: Partial<CarrierAdapter>) {
  const base = carriersFor({ simulatorUrl: 'http://127.0.0.1:9', simulatorKey: 'key' }).get('city_van')
  if (!base) throw new Error('there is no city_van')
  const lines: { level: string; fields: object; message: string }[] = []
  const labels: object[] = []
  const rejected: object[] = []
  const write = (level: string) => (fields: object, message: string) => lines.push({ level, fields, message })
  const carriers = observeCarriers(new Map([['city_van', { ...base, ...answers }]]), {
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    duration: { observe: (label) => labels.push(label) },
    unauthorized: { inc: (label) => rejected.push(label) },
  })
  return { carrier: carriers.get('city_van') ?? expect.fail('no carrier'), lines, labels, rejected }
}

test.for([
  ['a success', { kind: 'cancelled' }, 'info'],
  ['a refusal', { kind: 'refused', failure }, 'info'],
  ['an unknown outcome', { kind: 'unknown', failure }, 'warn'],
  ['a call that was not sent', { kind: 'not_sent', failure }, 'warn'],
] as const)('%s is one log line and one observation', async ([, outcome, level]) => {
  const { carrier, lines, labels } = observe({ cancel: async () => outcome })
  expect(await carrier.cancel({ carrierJobId: 'job_1', reasonCode: 'test' }, call)).toBe(outcome)
  expect(lines).toMatchObject([
    {
      level,
      message: 'carrier.called',
      fields: { carrierCode: 'city_van', operation: 'cancel', outcome: outcome.kind, carrierJobId: 'job_1' },
    },
  ])
  expect(labels).toEqual([{ carrier_code: 'city_van', operation: 'cancel', outcome: outcome.kind }])
})

test('a failed read is a warning with code and status', async () => {
  const { carrier, lines } = observe({ track: async () => ({ kind: 'failed', failure }) })
  await carrier.track('job_1', call)
  expect(lines).toMatchObject([{ level: 'warn', fields: { code: 'too_late', httpStatus: 422, requestId: 'req_1' } }])
})

test.for([401, 403])('an answer with %i is counted, and logged with the account', async (httpStatus) => {
  const refused = { kind: 'refused', failure: { ...failure, httpStatus } } as const
  const { carrier, lines, rejected } = observe({ cancel: async () => refused })
  await carrier.cancel({ carrierJobId: 'job_1', reasonCode: 'test' }, call)
  expect(rejected).toEqual([{ carrier_code: 'city_van', operation: 'cancel' }])
  expect(lines).toMatchObject([
    { level: 'warn', message: 'carrier.unauthorized', fields: { carrierAccountId: 'cac_1', httpStatus } },
    { message: 'carrier.called' },
  ])
  expect(JSON.stringify(lines)).not.toContain('s3cret')
})

test('an exception is logged as crashed and passed on', async () => {
  const bug = new TypeError('a bug in the adapter')
  const { carrier, lines, labels } = observe({ quote: () => Promise.reject(bug) })
  await expect(carrier.quote({} as never, call)).rejects.toBe(bug)
  expect(lines).toMatchObject([{ level: 'error', fields: { err: bug, outcome: 'crashed' } }])
  expect(labels).toEqual([{ carrier_code: 'city_van', operation: 'quote', outcome: 'crashed' }])
})

test('no log line contains the secret of the account or the message of the carrier', async () => {
  const { carrier, lines } = observe({
    book: async () => ({ kind: 'refused', failure: { ...failure, message: '7 River Road' } }),
  })
  await carrier.book({} as never, call)
  expect(JSON.stringify(lines)).not.toMatch(/s3cret|River Road/)
})

test('the numbers of parcels pass every wrapper', async () => {
  const passed: unknown[] = []
  const track: CarrierAdapter['track'] = async (...[, , numbers]) => {
    passed.push(numbers)
    return { kind: 'facts', facts: [] }
  }
  const { carrier } = observe({ track })
  const numbers = ['1Z1', null]
  await carrier.track('job_1', call, numbers)
  for (const wrap of [refuseLiveCalls, storableAnswers, readableDocuments, refuseUnsupportedOptions])
    await wrap(carrier).track('job_1', call, numbers)
  expect(passed).toEqual(Array(5).fill(numbers))
})
