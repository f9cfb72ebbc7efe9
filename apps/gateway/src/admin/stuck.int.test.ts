/** The admin API's list of stuck work in the services. */
import { AppError } from '@waybill/contracts/app-error'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.services.reset())

const PATH = '/admin/stuck'
const at = (minute: number) => `2026-12-01T09:0${minute}:00.000Z`
const nothing = { kind: 'lane', count: 0, things: [], error: '' }
const parked = {
  kind: 'parked_event',
  count: 7,
  things: [{ id: 'evt_1', environment_id: 'env_1', since: at(2), why: 'the handler fails' }],
  error: '',
}
const lane = {
  kind: 'lane',
  count: 1,
  things: [{ id: 'lane 7', environment_id: '', since: at(1), why: 'event evt_2 is not published' }],
  error: '',
}

test('lists the stuck work of any service, oldest first, with its runbook entry', async () => {
  gateway.services.answer('OperatorService.ListStuck', () => ({ kinds: [parked, lane] }))
  const { status, body } = await gateway.admin('GET', `${PATH}?after_seconds=30`)
  expect(status).toBe(200)
  const { things, counts, unasked } = body.data
  expect(things.map(({ id }: { id: string }) => id)).toEqual([...Array(4).fill('lane 7'), ...Array(4).fill('evt_1')])
  expect(things[0]).toEqual({
    kind: 'lane',
    service: expect.any(String),
    id: 'lane 7',
    environment_id: null,
    since: at(1),
    why: 'event evt_2 is not published',
    runbook: 'docs/runbook.md#outboxlagging',
  })
  expect(counts).toContainEqual({ service: 'webhook', kind: 'parked_event', count: 7, listed: 1 })
  expect(unasked).toEqual([])
  expect(gateway.services.calls.map(({ request }) => request.after_seconds)).toEqual([30, 30, 30, 30])
})

test('a service that does not answer is named, and does not hide the others', async () => {
  let calls = 0
  gateway.services.answer('OperatorService.ListStuck', () => {
    calls += 1
    if (calls === 1) throw new AppError('internal_error', 'The service failed.')
    return { kinds: [lane] }
  })
  const { status, body } = await gateway.admin('GET', PATH)
  expect(status).toBe(200)
  expect(body.data.things).toHaveLength(3)
  expect(body.data.unasked).toEqual([{ service: expect.any(String), kind: null, reason: expect.any(String) }])
  const asked = body.data.counts.map(({ service }: { service: string }) => service)
  expect(asked).not.toContain(body.data.unasked[0].service)
})

test('a check that failed in a service is named with its kind, and not counted', async () => {
  gateway.services.answer('OperatorService.ListStuck', () => ({
    kinds: [nothing, { ...parked, count: 0, things: [], error: 'service_unavailable' }],
  }))
  const { body } = await gateway.admin('GET', PATH)
  expect(body.data.things).toEqual([])
  expect(body.data.unasked).toContainEqual({ service: 'booking', kind: 'parked_event', reason: 'service_unavailable' })
  expect(body.data.counts).toHaveLength(4)
})

test('a kind that this version does not know leads to the runbook', async () => {
  gateway.services.answer('OperatorService.ListStuck', () => ({ kinds: [{ ...lane, kind: 'toString' }] }))
  const { body } = await gateway.admin('GET', PATH)
  expect(body.data.things[0].runbook).toBe('docs/runbook.md')
})

test.each(['0', '-1', 'abc', '1.5'])('the age %s is rejected', async (age) => {
  const reply = await gateway.admin('GET', `${PATH}?after_seconds=${age}`)
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_parameter'])
})
