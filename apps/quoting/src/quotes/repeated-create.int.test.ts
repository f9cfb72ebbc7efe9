/** The same create again: replays, conflicts, and processes that stall. */
import type { PublicQuote } from '@waybill/contracts/quote'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aMerchant, getData, type RunningService, runningService } from '../testing/running-service.ts'

const DAY_MS = 86_400_000

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service.stop())

describe('the same create again', () => {
  test('with its key gets the same bytes, without any call', async () => {
    const merchant = aMerchant(service)
    const first = await merchant.create('again')
    const second = await merchant.create('again')
    expect(second).toMatchObject({ status: 201, replayed: true, etag: '1' })
    expect(second.body.equals(first.body)).toBe(true)
    expect(merchant.carrierCalls()).toBe(3)
    expect(await merchant.quoteCount()).toBe(1)
  })

  test('with its key gets the same bytes after its collection date has passed; without a key it is rejected', async () => {
    const merchant = aMerchant(service)
    const document = aShipmentDocument()
    const first = await merchant.create('again', document)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * DAY_MS })
    try {
      const second = await merchant.create('again', document)
      expect(second).toMatchObject({ status: 201, replayed: true })
      expect(second.body.equals(first.body)).toBe(true)
      await expect(merchant.create('fresh', document)).rejects.toMatchObject({
        code: 'collection_date_in_past',
        details: [{ field: 'collection_date' }],
      })
    } finally {
      vi.useRealTimers()
    }
    expect(await merchant.quoteCount()).toBe(1)
  })

  test('with its key but another body is rejected', async () => {
    const merchant = aMerchant(service)
    await merchant.create('again')
    const other = merchant.create('again', aShipmentDocument({ merchant_order_ref: 'OTHER' }))
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(await merchant.quoteCount()).toBe(1)
  })

  test('with its key in another environment is another quote', async () => {
    const [one, other] = [aMerchant(service), aMerchant(service)]
    const document = aShipmentDocument()
    const ours = getData<PublicQuote>(await one.create('shared', document))
    const theirs = getData<PublicQuote>(await other.create('shared', document))
    expect(theirs.quote_id).not.toBe(ours.quote_id)
  })

  test('ten at once with one key make one quote; the others get a retryable error', async () => {
    const merchant = aMerchant(service)
    const calls = Array.from({ length: 10 }, () => merchant.create('burst'))
    const results = await Promise.allSettled(calls)
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'idempotency_in_progress' })
    }
    expect(await merchant.quoteCount()).toBe(1)
  })
})

test('a quote whose process stalls is taken over under its ID, and the stalled process returns the stored answer', async () => {
  const merchant = aMerchant(service)
  const letGo = service.shipments.holdNext()
  const silent = merchant.create('taken-over')
  await eventually(() => expect(merchant.searches()).toHaveLength(1))
  await expect(merchant.create('taken-over')).rejects.toMatchObject({ code: 'idempotency_in_progress' })

  await service.db
    .updateTable('idempotency_record')
    .set({ lease_until: new Date(Date.now() - 1_000) })
    .where('environment_id', '=', merchant.environmentId)
    .execute()
  const answer = await merchant.create('taken-over')
  expect(answer).toMatchObject({ status: 201, replayed: false })
  const { quote_id: quoteId } = getData<PublicQuote>(answer)
  letGo()
  expect((await silent).body.equals(answer.body)).toBe(true)
  expect(merchant.registrations().map((registration) => registration.quoteId)).toEqual([quoteId, quoteId])
  expect(await merchant.events(quoteId)).toHaveLength(1)
})
