import { AppError } from '@waybill/contracts/app-error'
import { publicEventSchema } from '@waybill/contracts/events/public-event'
import { type PublicQuote, publicQuoteSchema } from '@waybill/contracts/quote'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anOffer, down, inMs, notServed, offers } from '../testing/carriers.ts'
import { aMerchant, dataOf, type RunningService, runningService } from '../testing/running-service.ts'

const DAY_MS = 86_400_000

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service.stop())

const registrationsOf = (environmentId: string) =>
  service.shipments.registrations.filter(({ context }) => context.environmentId === environmentId)

describe('create', () => {
  test('returns every offer, the cheapest first, and the quote can be read', async () => {
    const merchant = aMerchant(service)
    merchant.script({
      swift_courier: offers(anOffer({ offer_id: 'quick', service: 'swift_now', amount_minor: 2_499, tax_minor: 1 })),
      city_van: offers(anOffer({ amount_minor: 1_100, tax_minor: 300 })),
      eco_parcel: offers(anOffer({ service: 'eco_freight', amount_minor: 1_300, tax_minor: 0 }), anOffer()),
    })
    const answer = await merchant.create()
    expect(answer).toMatchObject({ status: 201, replayed: false, etag: '1' })
    const quote = publicQuoteSchema.parse(dataOf(answer))
    expect(quote).toMatchObject({
      environment_id: merchant.environmentId,
      merchant_id: 'mer_1',
      merchant_order_ref: 'ORDER-1001',
      status: 'pending',
      selected_option: null,
      messages: [],
    })
    const total = ({ carrier_code, total_amount }: PublicQuote['options'][number]) => [carrier_code, total_amount]
    expect(quote.options.map(total)).toEqual([
      ['eco_parcel', '12.00'],
      ['eco_parcel', '13.00'],
      ['city_van', '14.00'],
      ['swift_courier', '25.00'],
    ])
    expect(quote.options[3]).toMatchObject({ amount: '24.99', tax_amount: '0.01', rules: { max_weight_kg: 30 } })
    expect(await merchant.get(quote.quote_id)).toEqual(quote)
  })

  test('belongs to the shipment that the shipment service found or registered for it', async () => {
    const merchant = aMerchant(service)
    const document = aShipmentDocument({ merchant_order_ref: 'ORDER-7' })
    const quote = dataOf<PublicQuote>(await merchant.create('key-1', document))
    const [registration, ...others] = registrationsOf(merchant.environmentId)
    expect(others).toEqual([])
    expect(JSON.parse(String(registration?.document))).toEqual(document)
    expect(registration).toMatchObject({ quoteId: quote.quote_id, context: { idempotencyKey: 'key-1' } })
    const { quote: stored } = await merchant.findOption(quote.options[0]?.quote_option_id ?? '')
    expect(stored).toMatchObject({ shipment_id: quote.shipment_id, route_revision: 1 })
  })

  test('writes one event, published as merchants see it', async () => {
    const merchant = aMerchant(service)
    const quote = dataOf<PublicQuote>(await merchant.create('key-1'))
    const [event, ...others] = await merchant.events(quote.quote_id)
    expect(others).toEqual([])
    expect(publicEventSchema.parse(event?.public)).toMatchObject({
      type: 'quote.created',
      sequence: 1,
      environment_id: merchant.environmentId,
      livemode: false,
      subject: { type: 'quote', id: quote.quote_id },
      data: { object: quote, previous_attributes: {} },
      request: { idempotency_key: 'key-1' },
    })
    await eventually(() =>
      expect(service.published).toContainEqual(
        expect.objectContaining({ type: 'quote.created', subjectId: quote.quote_id, public: event?.public }),
      ),
    )
  })

  test('lists the carriers that made no offer, with their reasons', async () => {
    const merchant = aMerchant(service)
    merchant.script({
      swift_courier: down,
      city_van: offers(anOffer()),
      eco_parcel: { status: 200, body: '{"offers": "none"}' },
    })
    const { options, messages } = await merchant.created()
    expect(options).toHaveLength(1)
    expect(messages).toEqual([
      expect.objectContaining({ carrier_code: 'swift_courier', code: 'http_503', retryable: true }),
      expect.objectContaining({ carrier_code: 'eco_parcel', code: 'malformed_answer', retryable: true }),
    ])
  })

  test('succeeds when a carrier with a slow clock offers expired prices: it is listed, the other offers can be booked', async () => {
    const merchant = aMerchant(service)
    merchant.script({
      swift_courier: offers(anOffer({ service: 'swift_now', expires_at: inMs(-300_000) })),
      city_van: offers(anOffer()),
      eco_parcel: offers(),
    })
    const { options, messages, expires_at } = await merchant.created()
    expect(options.map(({ carrier_code }) => carrier_code)).toEqual(['city_van'])
    expect(expires_at).toBe(options[0]?.expires_at)
    expect(messages).toEqual([
      expect.objectContaining({ carrier_code: 'swift_courier', code: 'offers_expired', retryable: true }),
      expect.objectContaining({ carrier_code: 'eco_parcel', code: 'no_offers', retryable: false }),
    ])
  })

  test('leaves out an offer that expires while another carrier is slow', async () => {
    const merchant = aMerchant(service)
    merchant.script({
      swift_courier: offers(anOffer({ service: 'swift_now', expires_at: inMs(2_000) })),
      city_van: { ...offers(anOffer()), delayMs: 1_500 },
    })
    const { messages } = await merchant.created()
    expect(messages).toContainEqual(expect.objectContaining({ carrier_code: 'swift_courier', code: 'offers_expired' }))
  })

  test('in a live environment never calls a simulated carrier', async () => {
    const merchant = aMerchant(service, { livemode: true })
    await expect(merchant.create()).rejects.toMatchObject({ code: 'no_rates_available' })
    expect(merchant.carrierCalls()).toBe(0)
  })

  test('validates the document, though the gateway did', async () => {
    const merchant = aMerchant(service)
    const heavy = merchant.create(null, aShipmentDocument({ parcels: [] }))
    await expect(heavy).rejects.toMatchObject({ code: 'validation_error' })
    expect(registrationsOf(merchant.environmentId)).toEqual([])
  })
})

describe('without an offer', () => {
  test('a route that no carrier serves is a final answer, stored under its key', async () => {
    const merchant = aMerchant(service)
    merchant.script({ swift_courier: down, city_van: notServed() })
    const refused = await merchant.create('nobody').catch((error: AppError) => error)
    expect(refused).toMatchObject({
      code: 'no_rates_available',
      meta: {
        messages: [
          { carrier_code: 'swift_courier', code: 'http_503', retryable: true },
          { carrier_code: 'city_van', code: 'route_not_served', message: 'not by us', retryable: false },
          { carrier_code: 'eco_parcel', code: 'route_not_served', retryable: false },
        ],
      },
    })

    merchant.script({ city_van: offers(anOffer()) })
    const calls = merchant.carrierCalls()
    const replayed = await merchant.create('nobody')
    expect(replayed).toMatchObject({ status: 422, replayed: true })
    const { error } = JSON.parse(replayed.body.toString())
    expect(error).toMatchObject({ code: 'no_rates_available', meta: (refused as AppError).meta })
    expect(merchant.carrierCalls()).toBe(calls)
    expect(await merchant.quoteCount()).toBe(0)
  })

  test('after all carriers were down, the same key calls them again, for the same quote', async () => {
    const merchant = aMerchant(service)
    merchant.script({ swift_courier: down, city_van: down, eco_parcel: { cut: true } })
    await expect(merchant.create('again')).rejects.toMatchObject({ code: 'carrier_unavailable', retryAfterSeconds: 5 })
    expect(await merchant.quoteCount()).toBe(0)

    merchant.script({ city_van: offers(anOffer()) })
    const answer = await merchant.create('again')
    expect(answer).toMatchObject({ status: 201, replayed: false })
    const ids = registrationsOf(merchant.environmentId).map(({ quoteId }) => quoteId)
    const { quote_id: quoteId } = dataOf<PublicQuote>(answer)
    expect(ids).toEqual([quoteId, quoteId])
  })

  test('after all offers had expired, the same key calls the carriers again', async () => {
    const merchant = aMerchant(service)
    const stale = offers(anOffer({ expires_at: inMs(-300_000) }))
    merchant.script({ swift_courier: stale, city_van: stale, eco_parcel: stale })
    await expect(merchant.create('stale')).rejects.toMatchObject({ code: 'carrier_unavailable' })
    merchant.script({ city_van: offers(anOffer()) })
    expect(await merchant.create('stale')).toMatchObject({ status: 201, replayed: false })
  })

  test('a final error of the shipment service is stored under its key too', async () => {
    const merchant = aMerchant(service)
    service.shipments.refuseNext(new AppError('shipment_not_found', 'There is no shipment shp_1.'))
    await expect(merchant.create('unknown')).rejects.toMatchObject({ code: 'shipment_not_found' })
    expect(await merchant.create('unknown')).toMatchObject({ status: 404, replayed: true })
    expect(merchant.carrierCalls()).toBe(0)
  })
})

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
    const ours = dataOf<PublicQuote>(await one.create('shared', document))
    const theirs = dataOf<PublicQuote>(await other.create('shared', document))
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
  await eventually(() => expect(registrationsOf(merchant.environmentId)).toHaveLength(1))
  await expect(merchant.create('taken-over')).rejects.toMatchObject({ code: 'idempotency_in_progress' })

  await service.db
    .updateTable('idempotency_record')
    .set({ lease_until: new Date(Date.now() - 1_000) })
    .where('environment_id', '=', merchant.environmentId)
    .execute()
  const answer = await merchant.create('taken-over')
  expect(answer).toMatchObject({ status: 201, replayed: false })
  const { quote_id: quoteId } = dataOf<PublicQuote>(answer)
  expect(registrationsOf(merchant.environmentId).map((registration) => registration.quoteId)).toEqual([
    quoteId,
    quoteId,
  ])

  letGo()
  expect((await silent).body.equals(answer.body)).toBe(true)
  expect(await merchant.events(quoteId)).toHaveLength(1)
})
