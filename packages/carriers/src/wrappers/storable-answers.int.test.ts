import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { carriersFor } from '../registry.ts'

/** A carrier that answers every call alike. */
async function startCarrier(status: number, answer: object) {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const carrier = carriersFor({ simulatorUrl: `http://127.0.0.1:${port}`, simulatorKey: 'key' }).get('city_van')
  return carrier ?? expect.fail('there is no city_van')
}

const account = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: false, credentials: {}, endpoint: null }
const aCall = () => ({ account, deadlineAt: new Date(Date.now() + 10_000), requestId: 'req_1' })

test('a refusal with characters that Postgres rejects stays a refusal, with a message cut at a whole character', async () => {
  const carrier = await startCarrier(422, { error: { code: 'no\0', message: `${'x'.repeat(299)}📦` } })
  expect(await carrier.cancel({ carrierJobId: 'job_1', reasonCode: 'cancelled' }, aCall())).toMatchObject({
    kind: 'refused',
    failure: { code: 'no\uFFFD', message: 'x'.repeat(299) },
  })
})

test('reported facts can be stored', async () => {
  const event = {
    id: 'evt_1',
    job_id: 'job_1',
    reference: 'ref',
    code: 'TO_PICKUP',
    detail: null,
    description: 'gate\0 \ud83d',
    occurred_at: '2026-05-04T10:00:00Z',
    utc_offset_minutes: null,
    location: null,
    driver: null,
    eta: null,
    proof: null,
  }
  const carrier = await startCarrier(200, { events: [event] })
  expect(await carrier.track('job_1', aCall())).toMatchObject({
    kind: 'facts',
    facts: [{ description: 'gate\uFFFD \uFFFD', occurredAt: new Date('2026-05-04T10:00:00Z') }],
  })
})
