/** Identical questions within seconds: asked once, of carriers whose offers can be reused. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type RunningService, runningService } from '../testing/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService({ sharedState: createMemoryState() })
})
afterAll(() => service?.stop())

test('the second quote of a question is answered without asking, with options of its own', async () => {
  const merchant = aMerchant(service)
  const first = await merchant.created()
  const asked = merchant.timesCarriersWereAsked()
  const second = await eventually(async () => {
    const before = merchant.timesCarriersWereAsked()
    const quote = await merchant.created()
    // The carriers that made no offer are asked again; city_van, which did, is not.
    expect(merchant.timesCarriersWereAsked() - before).toBe(asked - 1)
    return quote
  })
  expect(second.options).toHaveLength(first.options.length)
  expect(second.options[0]?.total_amount).toBe(first.options[0]?.total_amount)
  expect(second.options[0]?.quote_option_id).not.toBe(first.options[0]?.quote_option_id)
})

test("another environment's question is another one", async () => {
  const merchant = aMerchant(service)
  await merchant.created()
  expect(merchant.timesCarriersWereAsked()).toBe(3)
})
