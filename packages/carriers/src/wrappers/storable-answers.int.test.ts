import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { carriersFor } from '../registry.ts'

/** A carrier that gives the same answer to every call. */
async function aCarrierThatSays(status: number, answer: object) {
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

const account = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: false, secret: null, endpoint: null }
const aCall = () => ({ account, deadlineAt: new Date(Date.now() + 10_000), requestId: 'req_1' })

test('a refusal in words that Postgres does not take is a refusal, and its words can be kept', async () => {
  const carrier = await aCarrierThatSays(422, { error: { code: 'no\0', message: `${'x'.repeat(299)}📦` } })
  expect(await carrier.cancel({ carrierJobId: 'job_1', reasonCode: 'cancelled' }, aCall())).toMatchObject({
    kind: 'refused',
    failure: { code: 'no\uFFFD', message: `${'x'.repeat(299)}\uFFFD` },
  })
})

test('what a carrier reports can be kept', async () => {
  const event = {
    ...{
      id: 'evt_1',
      job_id: 'job_1',
      reference: 'ref',
      code: 'TO_PICKUP',
      detail: null,
      description: 'gate\0 \ud83d',
    },
    ...{ occurred_at: '2026-05-04T10:00:00Z', utc_offset_minutes: null, location: null, driver: null, proof: null },
  }
  const carrier = await aCarrierThatSays(200, { events: [event] })
  expect(await carrier.track('job_1', aCall())).toMatchObject({
    kind: 'facts',
    facts: [{ description: 'gate\uFFFD \uFFFD', occurredAt: new Date('2026-05-04T10:00:00Z') }],
  })
})
