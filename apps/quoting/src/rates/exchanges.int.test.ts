import type { PublicCarrierExchange } from '@waybill/contracts/carrier-accounts/carrier-exchange'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
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
  const { quote_id } = await merchant.created()
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
  const { client } = service
  const list = async (context: Context) => {
    const answer = await client.ListExchanges({ context, quote_id, page: null })
    return JSON.parse(answer.body.toString()).data as PublicCarrierExchange[]
  }
  const shown = await list(merchant.context())
  expect(shown.map(({ carrier_code }) => carrier_code).sort()).toEqual(['city_van', 'eco_parcel', 'swift_courier'])
  for (const exchange of shown) expect(exchange).toMatchObject({ operation: 'quote', direction: 'sent', attempt: 1 })
  await expect(list(aMerchant(service).context())).rejects.toMatchObject({ code: 'quote_not_found' })
  for (const { request_text } of exchanges) expect(request_text).toMatch(/"country":"[A-Z]{2}"/)
})
