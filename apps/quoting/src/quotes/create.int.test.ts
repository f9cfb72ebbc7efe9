import { publicEventSchema } from '@waybill/contracts/events/public-event'
import { type PublicQuote, publicQuoteSchema } from '@waybill/contracts/quote'
import { toCustoms } from '@waybill/contracts/values/customs/declaration'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOffer, offers } from '../testing/carriers.ts'
import { aMerchant, getData, type RunningService, runningService } from '../testing/running-service.ts'
import { aShipment } from '../testing/shipment.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service.stop())

describe('create', () => {
  test('returns every offer, the cheapest first, and the quote can be read', async () => {
    const merchant = aMerchant(service)
    merchant.script({
      swift_courier: offers(anOffer({ offer_id: 'quick', service: 'swift_now', amount_minor: 2_499, tax_minor: 1 })),
      city_van: offers(anOffer({ amount_minor: 1_100, tax_minor: 300 })),
      eco_parcel: offers(
        anOffer({ service: 'eco_freight', amount_minor: 1_300, tax_minor: 0 }),
        anOffer({ service: 'eco_standard' }),
      ),
    })
    const answer = await merchant.create()
    expect(answer).toMatchObject({ status: 201, replayed: false, etag: '1' })
    const quote = publicQuoteSchema.parse(getData(answer))
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
    const quote = getData<PublicQuote>(await merchant.create('key-1', document))
    const [registration, ...others] = merchant.registrations()
    expect(others).toEqual([])
    expect(JSON.parse(String(registration?.document))).toEqual(document)
    expect(registration).toMatchObject({ quoteId: quote.quote_id, context: { idempotencyKey: 'key-1' } })
    const { quote: stored } = await merchant.findOption(quote.options[0]?.quote_option_id ?? '')
    expect(stored).toMatchObject({ shipment_id: quote.shipment_id, route_revision: 1 })
  })

  test('writes one event, published as merchants see it', async () => {
    const merchant = aMerchant(service)
    const quote = getData<PublicQuote>(await merchant.create('key-1'))
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

  test('shows the names, parts of the price, days and features of each offer, also once it is stored', async () => {
    const merchant = aMerchant(service)
    const price_lines = [
      { type: 'base', amount_minor: 900 },
      { type: 'fuel', amount_minor: 100 },
    ]
    merchant.script({
      swift_courier: offers(anOffer({ service: 'swift_now' })),
      city_van: offers(anOffer({ price_lines, amount_minor: 1_000, tax_minor: 201 })),
    })
    const quote = await merchant.created()
    expect(quote.options).toMatchObject([
      {
        carrier_name: 'Swift Courier',
        service_name: 'Courier within the hour',
        transit_days: expect.any(Number),
        features: ['tracking', 'photo', 'signature', 'live_position'],
        price_lines: [
          { type: 'base', amount: '10.00' },
          { type: 'tax', amount: '2.00' },
        ],
      },
      {
        carrier_name: 'City Van',
        service_name: 'Van on the same day',
        transit_days: expect.any(Number),
        price_lines: [
          { type: 'base', amount: '9.00' },
          { type: 'fuel', amount: '1.00' },
          { type: 'tax', amount: '2.01' },
        ],
        total_amount: '12.01',
      },
    ])
    expect(await merchant.get(quote.quote_id)).toEqual(quote)
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
    expect(merchant.registrations()).toEqual([])
  })
})

describe('the shipment of a quote that names none', () => {
  test('is registered, and the quote says so wherever it is shown', async () => {
    const merchant = aMerchant(service)
    const quote = await merchant.created()
    expect(quote.shipment_created).toBe(true)
    expect(await merchant.get(quote.quote_id)).toEqual(quote)
    const [created] = await merchant.events(quote.quote_id)
    expect(created?.public).toMatchObject({ data: { object: { shipment_created: true } } })
    const [registration] = merchant.registrations()
    expect(registration?.quoteId).toBe(quote.quote_id)
  })

  test('is one that it matches: nothing is registered', async () => {
    const merchant = aMerchant(service)
    const match = aShipment({ environmentId: merchant.environmentId })
    service.shipments.match(match)
    expect(await merchant.created()).toMatchObject({ shipment_id: match.shipmentId, shipment_created: false })
    expect(await merchant.createdFor(match.shipmentId)).toMatchObject({ shipment_created: false })
    const names = merchant.registrations().map(({ quoteId }) => quoteId)
    expect(names).toEqual([''])
  })

  test('is priced again if customs defaults changed between its draft and its registration', async () => {
    const [merchant, unchanged] = [aMerchant(service), aMerchant(service)]
    service.shipments.declare(merchant.environmentId, toCustoms({ certify: true, certify_signer: 'Ada Baker' }))
    const quote = await merchant.created()
    expect(quote.shipment_created).toBe(true)
    expect(await merchant.quoteCount()).toBe(1)
    await unchanged.created()
    expect([merchant.carrierCalls(), unchanged.carrierCalls()]).toEqual([6, 3])
  })

  test('is the one that an earlier try registered before its process died', async () => {
    const merchant = aMerchant(service)
    service.shipments.loseNextRegistration(merchant.environmentId)
    await expect(merchant.create('lost')).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(await merchant.quoteCount()).toBe(0)
    const quote = getData<PublicQuote>(await merchant.create('lost'))
    expect(quote.shipment_created).toBe(true)
    const registered = merchant.registrations()
    expect(registered.map(({ quoteId }) => quoteId)).toEqual([quote.quote_id, quote.quote_id])
  })
})
