/** Quotes in which carriers make no offer. */
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import { AppError } from '@waybill/contracts/app-error'
import type { PublicQuote } from '@waybill/contracts/quote'
import { serviceOptionsSchema, toServiceOptions } from '@waybill/contracts/requests/service-options'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOffer, down, inMs, notServed, offers } from '../testing/carriers.ts'
import { aMerchant, getData, type RunningService, runningService } from '../testing/running-service.ts'
import { aShipment } from '../testing/shipment.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service.stop())

describe('a quote of some carriers', () => {
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
      expect.objectContaining({ carrier_code: 'swift_courier', code: 'carrier_unavailable', retryable: true }),
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
      expect.objectContaining({ carrier_code: 'swift_courier', code: 'offer_expired', retryable: true }),
      expect.objectContaining({ carrier_code: 'eco_parcel', code: 'no_offer', retryable: false }),
    ])
  })

  test('leaves out an offer that expires while another carrier is slow', async () => {
    const merchant = aMerchant(service)
    merchant.script({
      swift_courier: offers(anOffer({ service: 'swift_now', expires_at: inMs(2_000) })),
      city_van: { ...offers(anOffer()), delayMs: 1_500 },
    })
    const { messages } = await merchant.created()
    expect(messages).toContainEqual(expect.objectContaining({ carrier_code: 'swift_courier', code: 'offer_expired' }))
  })

  test('says why each service made no offer, without asking a carrier that its limits exclude', async () => {
    const merchant = aMerchant(service)
    const heavy = aShipment({ environmentId: merchant.environmentId })
    const parcels = heavy.parcels.map((parcel) => ({ ...parcel, weightGrams: 40_000 }))
    service.shipments.keep({ ...heavy, parcels })
    merchant.script({ city_van: down, eco_parcel: offers(anOffer({ service: 'eco_freight' })) })
    const { messages } = await merchant.createdFor(heavy.shipmentId)
    const account = (code: string) => defaultCarrierAccountId(merchant.environmentId, code)
    expect(messages).toEqual([
      {
        carrier_code: 'swift_courier',
        carrier_account_id: account('swift_courier'),
        service_code: 'swift_now',
        code: 'too_heavy',
        retryable: false,
        pointer: null,
        message: 'Takes at most 25 kg per parcel; one has 40 kg.',
      },
      expect.objectContaining({ carrier_code: 'city_van', service_code: null, code: 'carrier_unavailable' }),
      expect.objectContaining({
        carrier_code: 'eco_parcel',
        carrier_account_id: account('eco_parcel'),
        service_code: 'eco_standard',
        code: 'too_heavy',
      }),
    ])
    expect(service.carriers.requestedCarriers(merchant.environmentId)).not.toContain('swift_courier')
  })
})

test('a carrier that cannot do what the options ask for is not asked, and the message names the option', async () => {
  const merchant = aMerchant(service)
  const insured = toServiceOptions(serviceOptionsSchema.parse({ insurance: { amount: 250, currency: 'GBP' } }))
  const shipment = aShipment({ environmentId: merchant.environmentId, serviceOptions: insured })
  service.shipments.keep(shipment)
  merchant.script({ city_van: offers(anOffer()) })
  const { options, messages } = await merchant.createdFor(shipment.shipmentId)
  expect(options.map(({ carrier_code }) => carrier_code)).toEqual(['city_van'])
  expect(messages).toContainEqual({
    carrier_code: 'swift_courier',
    carrier_account_id: defaultCarrierAccountId(merchant.environmentId, 'swift_courier'),
    service_code: null,
    code: 'option_not_supported',
    message: 'Swift Courier does not insure: /service_options/insurance.',
    retryable: false,
    pointer: '/service_options/insurance',
  })
  expect(service.carriers.requestedCarriers(merchant.environmentId)).not.toContain('swift_courier')
})

describe('without an offer', () => {
  test('a route that no carrier serves is a final answer, stored under its key', async () => {
    const merchant = aMerchant(service)
    merchant.script({ city_van: notServed() })
    const refused = await merchant.create('nobody').catch((error: AppError) => error)
    expect(refused).toMatchObject({
      code: 'no_rates_available',
      meta: {
        messages: [
          { carrier_code: 'swift_courier', code: 'route_not_served', retryable: false },
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

  test('while a carrier has not answered, the same key may get a quote later', async () => {
    const merchant = aMerchant(service)
    merchant.script({ swift_courier: down, city_van: notServed() })
    await expect(merchant.create('later')).rejects.toMatchObject({
      code: 'no_rates_available',
      retryable: true,
      retryAfterSeconds: 5,
    })
    merchant.script({ city_van: offers(anOffer()) })
    expect(await merchant.create('later')).toMatchObject({ status: 201, replayed: false })
  })

  test('a live environment without an account is asked for one', async () => {
    const merchant = aMerchant(service, { livemode: true })
    await expect(merchant.create()).rejects.toMatchObject({
      code: 'no_rates_available',
      message: expect.stringContaining('This environment has no carrier yet.'),
      meta: { messages: [] },
    })
  })

  test('nothing is left behind: no shipment is registered until there is an offer', async () => {
    const merchant = aMerchant(service)
    merchant.script({ swift_courier: notServed(), city_van: notServed(), eco_parcel: down })
    await expect(merchant.create()).rejects.toMatchObject({ code: 'no_rates_available' })
    merchant.script({ swift_courier: down, city_van: down, eco_parcel: down })
    await expect(merchant.create()).rejects.toMatchObject({ code: 'carrier_unavailable' })
    expect(merchant.registrations()).toEqual([])
  })

  test('after all carriers were down, the same key calls them again, for the same quote', async () => {
    const merchant = aMerchant(service)
    merchant.script({ swift_courier: down, city_van: down, eco_parcel: { cut: true } })
    await expect(merchant.create('again')).rejects.toMatchObject({ code: 'carrier_unavailable', retryAfterSeconds: 5 })
    expect(await merchant.quoteCount()).toBe(0)

    merchant.script({ city_van: offers(anOffer()) })
    const answer = await merchant.create('again')
    expect(answer).toMatchObject({ status: 201, replayed: false })
    const { quote_id: quoteId } = getData<PublicQuote>(answer)
    expect(merchant.searches().map((search) => search.quoteId)).toEqual([quoteId, quoteId, quoteId])
    expect(merchant.registrations()).toHaveLength(1)
  })

  test('after all offers had expired, the same key calls the carriers again', async () => {
    const merchant = aMerchant(service)
    const stale = (...services: string[]) =>
      offers(...services.map((name) => anOffer({ service: name, expires_at: inMs(-300_000) })))
    merchant.script({
      swift_courier: stale('swift_now'),
      city_van: stale('van_same_day'),
      eco_parcel: stale('eco_standard', 'eco_freight'),
    })
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
