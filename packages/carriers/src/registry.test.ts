import { expect, test } from 'vitest'
import { assertDrafts, carriersFor, openCarriers } from './registry.ts'

const carriers = carriersFor({ simulatorUrl: 'http://127.0.0.1:9', simulatorKey: 'key' })
const live = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: true, secret: null, endpoint: null }
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

test('without a simulator there are no simulated carriers', () => {
  expect(carriersFor({ simulatorUrl: null, simulatorKey: '' }).size).toBe(0)
})

test.for([...carriers.values()])(
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
    const callback = { headers: {}, rawBody: Buffer.alloc(0), account: live, receivedAt: new Date() }
    expect(carrier.parseCallback(callback)).toMatchObject({ kind: 'forged' })
  },
)
