import { expect, test } from 'vitest'
import { type CarrierDescriptor, LONGEST_CARRIER_CALL_MS } from './carrier-descriptor.ts'
import { assertDrafts, assertTimeouts, carriersFor, descriptorsFor, openCarriers } from './registry.ts'
import { realTestCarriers } from './testing/real-carriers.ts'

const carriers = carriersFor({ simulatorUrl: 'http://127.0.0.1:9', simulatorKey: 'key' })
const live = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: true, credentials: {}, endpoint: null }
const call = { account: live, deadlineAt: new Date(Date.now() + 60_000), idempotencyKey: 'att_1', requestId: 'req_1' }

test('a live environment has no simulated carriers', () => {
  expect(openCarriers(carriers, true)).toEqual([])
  expect(openCarriers(carriers, false)).toHaveLength(3)
})

test('an adapter that contradicts its descriptor about drafts is rejected', () => {
  const [withDrafts, without] = ['eco_parcel', 'city_van'].map((code) => carriers.get(code) ?? expect.fail(code))
  expect(() => assertDrafts({ ...withDrafts, draft: undefined } as never)).toThrow('eco_parcel')
  expect(() => assertDrafts({ ...without, draft: withDrafts?.draft } as never)).toThrow('city_van')
})

test('an adapter whose calls may outlast a stop is rejected', () => {
  const adapter = carriers.get('city_van') ?? expect.fail()
  const timeoutsMs = { ...adapter.descriptor.timeoutsMs, book: LONGEST_CARRIER_CALL_MS + 1 }
  expect(() => assertTimeouts({ ...adapter, descriptor: { ...adapter.descriptor, timeoutsMs } })).toThrow('city_van')
})

test('without a simulator there are no simulated carriers', () => {
  const real = carriersFor({ simulatorUrl: null, simulatorKey: '' })
  expect([...real.values()].filter(({ descriptor }) => descriptor.simulated)).toEqual([])
})

test('a carrier at which merchants have accounts is in every installation, and not called without one', () => {
  const real = carriersFor({ simulatorUrl: null, simulatorKey: '' })
  expect([...real.keys()]).toEqual(expect.arrayContaining(['easypost', 'uber_direct']))
  expect(openCarriers(real, true)).toEqual([])
  expect(openCarriers(real, false)).toEqual([])
})

test('every credential has a pattern, and an example that matches it', () => {
  const fields = descriptorsFor({}).flatMap(({ carrierCode, account }) =>
    (account?.fields ?? []).map((field) => ({ carrierCode, ...field })),
  )
  for (const { carrierCode, name, pattern = 'none', example = '' } of fields) {
    expect([carrierCode, name, example]).toEqual([carrierCode, name, expect.stringMatching(new RegExp(pattern, 'u'))])
  }
})

const withAccounts = (descriptors: readonly CarrierDescriptor[]) => descriptors.filter(({ account }) => account)

test('every carrier at which merchants have accounts is in the conformance run', () => {
  expect(realTestCarriers.map(({ descriptor }) => descriptor)).toEqual(withAccounts(descriptorsFor({})))
})

test.for([null, 'http://127.0.0.1:9'])(
  'the descriptors are those of the adapters, with the simulator at %s',
  (simulatorUrl) => {
    const adapters = [...carriersFor({ simulatorUrl, simulatorKey: 'key' }).values()]
    const ownFleet = descriptorsFor({ simulatorUrl }).filter(({ byRateCard }) => byRateCard)
    expect(ownFleet.map(({ carrierCode }) => carrierCode)).toEqual(['own_fleet'])
    const described = [...adapters.map(({ descriptor }) => descriptor), ...ownFleet]
    expect(descriptorsFor({ simulatorUrl })).toEqual(described)
  },
)

test.for([...carriers.values()].filter(({ descriptor }) => descriptor.simulated))(
  '$descriptor.carrierCode refuses every call of a live environment before sending',
  async (carrier) => {
    const refusal = { failure: { code: 'simulated_carrier', retryable: false } }
    const nothing = {} as never
    expect(await carrier.quote(nothing, call)).toMatchObject({ kind: 'not_served', code: 'simulated_carrier' })
    expect(await carrier.book(nothing, call)).toMatchObject({ kind: 'refused', ...refusal })
    if (carrier.draft) expect(await carrier.draft(nothing, call)).toMatchObject({ kind: 'refused', ...refusal })
    expect(await carrier.cancel(nothing, call)).toMatchObject({ kind: 'refused', ...refusal })
    expect(await carrier.update(nothing, call)).toMatchObject({ kind: 'refused', ...refusal })
    expect(await carrier.track('job_1', call)).toMatchObject({ kind: 'failed', ...refusal })
    expect(await carrier.label(nothing, call)).toMatchObject({ kind: 'failed', ...refusal })
    expect(await carrier.media('/jobs/job_1/proof/photo', call)).toMatchObject({ kind: 'failed', ...refusal })
    expect(await carrier.findJob(nothing, call)).toMatchObject({ kind: 'failed', ...refusal })
    const callback = {
      headers: {},
      rawBody: Buffer.alloc(0),
      account: live,
      receivedAt: new Date(),
      deadlineAt: new Date(),
      requestId: 'req_1',
    }
    expect(await carrier.parseCallback(callback)).toMatchObject({ kind: 'forged' })
  },
)
