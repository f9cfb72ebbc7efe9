import { expect, test } from 'vitest'
import { aMerchant, aRunningService, startSharedService } from './testing/running-service.ts'

const service = await startSharedService()

test('the service is live, ready and has metrics', async () => {
  const get = (path: string) => fetch(`http://127.0.0.1:${service.opsPort}${path}`)
  expect((await get('/livez')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(200)
  expect(await (await get('/metrics')).text()).toContain('outbox')
})

test('a stopping service answers the calls in flight', async () => {
  const stopping = await aRunningService()
  const merchant = aMerchant(stopping)
  const calls = Promise.all(Array.from({ length: 10 }, () => merchant.created()))
  await merchant.created()
  const [shipments] = await Promise.all([calls, stopping.stop()])
  expect(shipments).toHaveLength(10)
})
