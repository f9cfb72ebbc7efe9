/**
 * Every operation answers any input in time, as documented and without a 5xx. The inputs are the same in every run;
 * `WAYBILL_TEST_SEED=1 npm run test:file -- tests/e2e/document/any-input.e2e.test.ts` tries others.
 */
import { eventually } from '@waybill/testing/eventually'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, call, type Reply, silentReceiverUrl } from '../api.ts'
import { almost, arbitraryValue, oddRaw, oddText } from './arbitraries.ts'
import { type Operation, type Parameter, readDocument } from './operations.ts'
import { createStockedMerchant, type StockedMerchant } from './stocked-merchant.ts'

const seed = Number(process.env.WAYBILL_TEST_SEED ?? 20_261_123)
const RUNS = { withBody: 30, withoutBody: 10 }
/** Above the longest deadline of a call, 20 s. */
const ANSWERED_WITHIN_MS = 30_000
const { operations: all, resolve } = await readDocument()
// Attempts to sign in are limited to a few in a minute.
const operations = all.filter(({ isForPeople }) => !isForPeople)

let merchant: StockedMerchant
let finishedShipment: string
beforeAll(async () => {
  merchant = await createStockedMerchant()
  finishedShipment = (await merchant.createShipment()).shipment_id
  await merchant.post(`/shipments/${finishedShipment}/cancel`, { reason_code: 'customer_request' })
})
afterAll(() => merchant?.stop())

interface Input {
  ids: Record<string, string | null>
  query: [string, string][]
  headers: Record<string, string>
  body?: unknown
  raw?: string
}

/** Operations that take away what others need come last. */
const rank = ({ id, method }: Operation): number => {
  if (method === 'DELETE') return 3
  if (/^(cancel|rotate|update)/.test(id)) return 2
  return id.startsWith('assign') ? 1 : 0
}

const ofPlace = ({ parameters }: Operation, place: Parameter['in']): Parameter[] =>
  parameters.filter((parameter) => parameter.in === place)

/** An id of the merchant (null), a well-formed one of nobody, or anything. */
const getId = (): fc.Arbitrary<string | null> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('shp_', 'drv_', 'bkg_').map((prefix) => prefix + '0'.repeat(26)) },
    { weight: 2, arbitrary: oddText.filter((text) => text !== '') },
  )

const asText = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

const getQuery = (operation: Operation): fc.Arbitrary<[string, string][]> => {
  const known = ofPlace(operation, 'query').map(({ name, schema }) =>
    fc.tuple(fc.constant(name), fc.oneof(arbitraryValue(schema, resolve).map(asText), oddText)),
  )
  const unknown = fc.tuple(oddText, oddText)
  const some = known.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...known), { maxLength: 3 })
  return fc
    .tuple(
      some,
      fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: unknown.map((one) => [one]) }),
    )
    .map(([first, second]) => [...first, ...second])
}

const headerText = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  fc.constantFrom('"', '*', 'k'.repeat(300)),
)
const buildHeaders = (operation: Operation): fc.Arbitrary<Record<string, string>> => {
  const own = ofPlace(operation, 'header').map(({ name }) => [name, headerText] as const)
  const all = { ...Object.fromEntries(own), accept: fc.constantFrom('application/problem+json', 'text/html', 'a;q=x') }
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record(all, { requiredKeys: [] }) },
  )
}

/** The documented example, as this merchant can send it. */
function getExample({ id, example }: Operation): unknown {
  if (example === undefined) return {}
  if (id === 'createSubscription') return { ...(example as object), url: silentReceiverUrl }
  if (id === 'bookShipment') return { quote_option_id: merchant.ids.quote_option_id }
  if (id === 'assignDriver') return { driver_id: merchant.ids.driver_id }
  return example
}

function getBody(operation: Operation): fc.Arbitrary<Pick<Input, 'body' | 'raw'>> {
  const { method, bodySchema, isRawBody } = operation
  if (method === 'GET') return fc.constant({})
  if (isRawBody) return oddRaw.map((raw) => ({ raw }))
  if (bodySchema === undefined) return fc.constantFrom({}, {}, { raw: '' }, { raw: '{}' }, { raw: '[1]' })
  const good = fc.oneof(
    fc.constant(null).map(() => structuredClone(getExample(operation))),
    arbitraryValue(bodySchema, resolve),
  )
  const sent = fc.oneof({ weight: 1, arbitrary: good }, { weight: 3, arbitrary: almost(good) })
  return fc.oneof(
    { weight: 9, arbitrary: sent.map((body) => ({ body })) },
    { weight: 1, arbitrary: oddRaw.map((raw) => ({ raw })) },
  )
}

const toInput = (operation: Operation): fc.Arbitrary<Input> =>
  fc
    .record({
      ids: fc.record(Object.fromEntries(ofPlace(operation, 'path').map(({ name }) => [name, getId()]))),
      query: getQuery(operation),
      headers: buildHeaders(operation),
      body: getBody(operation),
    })
    .map(({ body, ...rest }) => ({ ...rest, ...body }))

function send(operation: Operation, { ids, query, headers, body, raw }: Input): Promise<Reply> {
  // The stream of a shipment that goes on has no end.
  const own = operation.id === 'streamShipment' ? { shipment_id: finishedShipment } : merchant.ids
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(ids[name] ?? own[name] ?? 'none'),
  )
  const search = new URLSearchParams(query)
  const options: CallOptions = {
    token: merchant.tokenFor(operation),
    headers,
    body,
    raw,
    isEndless: operation.id === 'streamEvents',
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  }
  return call(operation.method, search.size === 0 ? path : `${path}?${search}`, options)
}

/**
 * The answer, as soon as it is not one that asks for patience: a driver may send 10 requests per second, and a service on a
 * busy machine may miss its deadline. An answer that is not as documented is thrown at once.
 */
async function answerTo(operation: Operation, input: Input): Promise<Reply> {
  const outcome = await eventually(
    async () => {
      const [sent] = await Promise.allSettled([send(operation, input)])
      const code = sent.status === 'fulfilled' && sent.value.body?.error?.code
      if (code === 'upstream_timeout' || (code === 'rate_limited' && operation.isDriverApp)) throw new Error(code)
      return sent
    },
    { timeoutMs: ANSWERED_WITHIN_MS, intervalMs: 100 },
  )
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

describe(`with seed ${seed}`, () => {
  const inOrder = operations.toSorted((one, other) => rank(one) - rank(other))
  test.each(inOrder.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const property = fc.asyncProperty(toInput(operation), async (input) => {
      const { status, text } = await answerTo(operation, input)
      expect(status, text).toBeLessThan(500)
      expect(status, text).not.toBe(429)
    })
    const numRuns = operation.bodySchema === undefined ? RUNS.withoutBody : RUNS.withBody
    await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true })
  })
})
