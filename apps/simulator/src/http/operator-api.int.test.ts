import { randomUUID } from 'node:crypto'
import { simulatedAccountSecret } from '@waybill/carriers/adapters/simulated/signature'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVanJobBody } from '../testing/jobs.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'

let simulator: RunningTestSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
})
afterAll(() => simulator?.stop())

/** Books a van and returns its reference. */
async function book(account = `cac_${randomUUID()}`, reference = `att_${randomUUID()}`): Promise<string> {
  const { statusCode, body } = await request(`${simulator.url}/city_van/jobs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${simulatedAccountSecret(simulator.control.simulatorKey, account)}`,
      'x-carrier-account': account,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(aVanJobBody({ reference })),
  })
  await body.dump()
  expect(statusCode).toBe(201)
  return reference
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted field by field
const advance = async (job: string, body?: object): Promise<any> =>
  simulator.admin('POST', `/jobs/${job}/advance`, body)

test('jobs are listed by reference and by account, the oldest first', async () => {
  const [account, reference] = [`cac_${randomUUID()}`, `att_${randomUUID()}`]
  await book(account, reference)
  await book(account)
  await book(undefined, reference)
  const list = async (query: string) =>
    ((await simulator.admin('GET', `/jobs?${query}`)) as { jobs: { created_at: string }[] }).jobs
  expect(await list(`carrier_account_id=${account}`)).toHaveLength(2)
  expect(await list(`reference=${reference}`)).toHaveLength(2)
  expect(await list(`reference=${reference}&carrier_account_id=${account}`)).toHaveLength(1)
  const times = (await list('')).map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted())
})

test('an advance without a body is one step', async () => {
  const reference = await book()
  expect((await advance(reference)).job.code).toBe('TO_PICKUP')
  expect((await advance(reference, {})).job.code).toBe('AT_PICKUP')
})

test('an advance to a status returns the facts of all states in between', async () => {
  const { job, events } = await advance(await book(), { status: 'picked_up' })
  expect(job.code).toBe('COLLECTED')
  expect(events.map(({ code }: { code: string }) => code)).toEqual(['TO_PICKUP', 'AT_PICKUP', 'COLLECTED'])
})

test('an advance names the job by its id too', async () => {
  const [job] = await simulator.listJobs(await book())
  expect(job).toMatchObject({ id: expect.stringMatching(/^CV\d{12}$/), tracking_number: job?.id })
  expect((await advance(job?.id ?? '')).job.id).toBe(job?.id)
})

test('a raw code is reported and leaves the state unchanged', async () => {
  const { job, events } = await advance(await book(), { code: 'BEAMED_UP' })
  expect([job.code, events[0].code]).toEqual(['ACCEPTED', 'BEAMED_UP'])
})

test.for([
  ['status and incident at once', { status: 'delivered', incident: 'lost' }, 'give one of'],
  ['an unknown status', { status: 'teleported' }, 'invalid_request'],
  ['an unknown incident', { incident: 'abducted' }, 'invalid_request'],
  ['an empty code', { code: '' }, 'invalid_request'],
] as const)('an advance with %s is rejected', async ([, body, message]) => {
  await expect(advance(await book(), body)).rejects.toThrow(message)
})

test('an incident of a job that is over is rejected, and so is an unknown job', async () => {
  const reference = await book()
  await advance(reference, { status: 'delivered' })
  await expect(advance(reference, { incident: 'weather' })).rejects.toThrow('job_over')
  await expect(advance('job_nowhere')).rejects.toThrow('job_unknown')
})

test.for([
  [{ operation: 'quote', mode: 'wrong_signature' }, 'cannot fail in this mode'],
  [{ operation: 'callback', mode: '500' }, 'cannot fail in this mode'],
  [{ operation: 'teleport', mode: '500' }, 'operation'],
  [{ operation: 'quote', mode: '500', times: 0 }, 'times'],
  [{ operation: 'quote', mode: 'slow', delay_ms: 60_001 }, 'delay_ms'],
] as const)('the fault %j is rejected', async ([fault, message]) => {
  await expect(simulator.admin('POST', '/faults', fault)).rejects.toThrow(message)
})

test('rejects a caller without the simulator key', async () => {
  for (const authorization of ['', 'Bearer wrong', `Basic ${simulator.control.simulatorKey}x`]) {
    const { statusCode, body } = await request(`${simulator.url}/simulator/faults`, {
      method: 'DELETE',
      headers: { authorization },
    })
    await body.dump()
    expect(statusCode).toBe(401)
  }
})
