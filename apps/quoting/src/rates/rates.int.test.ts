/** Identical requests within seconds reuse offers, if the carrier allows it. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type RunningService, runningService } from '../testing/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService({ sharedState: createMemoryState() })
})
afterAll(() => service?.stop())

test('a second identical quote makes no call and has new option IDs', async () => {
  const merchant = aMerchant(service)
  const first = await merchant.created()
  const calls = merchant.carrierCalls()
  const second = await eventually(async () => {
    const before = merchant.carrierCalls()
    const quote = await merchant.created()
    // Carriers that made no offer are called again; city_van, which made one, is not.
    expect(merchant.carrierCalls() - before).toBe(calls - 1)
    return quote
  })
  expect(second.options).toHaveLength(first.options.length)
  expect(second.options[0]?.total_amount).toBe(first.options[0]?.total_amount)
  expect(second.options[0]?.quote_option_id).not.toBe(first.options[0]?.quote_option_id)
})

test('environments do not share cached offers', async () => {
  const merchant = aMerchant(service)
  await merchant.created()
  expect(merchant.carrierCalls()).toBe(3)
})
