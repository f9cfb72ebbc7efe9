import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type RunningService, runningService } from '../testing/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service?.stop())

test('the requests of a quote and the carriers’ responses are stored for support', async () => {
  const merchant = aMerchant(service)
  await merchant.created()
  const exchanges = await eventually(async () => {
    const found = await service.db
      .selectFrom('carrier_exchange')
      .selectAll()
      .where('environment_id', '=', merchant.environmentId)
      .execute()
    expect(found).toHaveLength(3)
    return found
  })
  expect(exchanges.find(({ carrier_code }) => carrier_code === 'city_van')).toMatchObject({
    operation: 'quote',
    http_status: 200,
    fault: null,
  })
  for (const { request_text } of exchanges) expect(request_text).toMatch(/"country":"[A-Z]{2}"/)
})
