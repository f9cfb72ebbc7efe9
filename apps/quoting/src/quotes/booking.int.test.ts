import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOffer, down, inMs, offers } from '../testing/carriers.ts'
import { aMerchant, firstOptionId, type RunningService, runningService } from '../testing/running-service.ts'
import { aShipment } from '../testing/shipment.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service.stop())

/** Short enough to wait for, long enough for a busy machine to create the quote first. */
const SOON_MS = 3_000

/** A merchant with a shipment that exists at the shipment service. */
function aMerchantWithShipment() {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const { shipmentId } = service.shipments.keep(aShipment({ environmentId, routeRevision: 4 }))
  const quoted = (quoteId = newId('qte')) => merchant.quoteForDispatch(shipmentId, quoteId)
  return { merchant, shipmentId, quoted }
}

describe('a quote of another environment', () => {
  test('is not found by any method', async () => {
    const quote = await aMerchant(service).created()
    const stranger = aMerchant(service)
    const optionId = firstOptionId(quote)
    await expect(stranger.get(quote.quote_id)).rejects.toMatchObject({ code: 'quote_not_found' })
    await expect(stranger.findOption(optionId)).rejects.toMatchObject({ code: 'quote_option_not_found' })
    await expect(stranger.accept(quote.quote_id, optionId)).rejects.toMatchObject({ code: 'quote_not_found' })
    await expect(stranger.quoteForDispatch(quote.shipment_id, newId('qte'))).rejects.toMatchObject({
      code: 'shipment_not_found',
    })
  })

  test.each(['qte_1', '', 'qte_00000000000000000000000000'])('is not found by the id "%s"', async (quoteId) => {
    const merchant = aMerchant(service)
    await expect(merchant.get(quoteId)).rejects.toMatchObject({ code: 'quote_not_found' })
    await expect(merchant.accept(quoteId, newId('qop'))).rejects.toMatchObject({ code: 'quote_not_found' })
    await expect(merchant.findOption(quoteId)).rejects.toMatchObject({ code: 'quote_option_not_found' })
  })
})

test('an option is found with its quote and everything needed to book it', async () => {
  const merchant = aMerchant(service)
  merchant.script({ city_van: offers(anOffer({ offer_id: 'rate-7' }), anOffer({ amount_minor: 5_000 })) })
  const quote = await merchant.created()
  const found = await merchant.findOption(firstOptionId(quote))
  expect(found.quote).toMatchObject({ quote_id: quote.quote_id, shipment_id: quote.shipment_id, status: 'pending' })
  expect(found.quote?.options).toHaveLength(2)
  expect(found.option).toMatchObject({
    quote_option_id: firstOptionId(quote),
    carrier_code: 'city_van',
    service_code: 'van_same_day',
    carrier_account_id: expect.stringMatching(/^cac_/),
    carrier_rate_id: 'rate-7',
    currency: 'GBP',
    amount_minor: 1_000,
    tax_minor: 200,
    max_weight_grams: 30_000,
  })
})

describe('a quote for dispatch', () => {
  test('prices the current route; a repeat returns the same quote without calling carriers', async () => {
    const { merchant, shipmentId, quoted } = aMerchantWithShipment()
    const quoteId = newId('qte')
    const quote = await quoted(quoteId)
    expect(quote).toMatchObject({ quote_id: quoteId, shipment_id: shipmentId, route_revision: 4, status: 'pending' })
    const calls = merchant.carrierCalls()
    expect(await quoted(quoteId)).toEqual(quote)
    expect(merchant.carrierCalls()).toBe(calls)
    expect(await merchant.events(quoteId)).toMatchObject([{ type: 'quote.created', sequence: 1 }])
  })

  test('requested five times at once is one quote', async () => {
    const { merchant, quoted } = aMerchantWithShipment()
    const quoteId = newId('qte')
    const quotes = await Promise.all(Array.from({ length: 5 }, () => quoted(quoteId)))
    expect(new Set(quotes.map((quote) => JSON.stringify(quote))).size).toBe(1)
    expect(await merchant.events(quoteId)).toHaveLength(1)
  })

  test('supersedes the quote of the previous round, which found no courier, and no quote of other shipments', async () => {
    const { merchant, quoted } = aMerchantWithShipment()
    const elsewhere = await merchant.created()
    const [first, second] = [await quoted(), await quoted()]
    expect(await merchant.events(first.quote_id)).toMatchObject([
      { type: 'quote.created', sequence: 1 },
      { type: 'quote.superseded', sequence: 2 },
    ])
    expect(await merchant.getStatus(second.quote_id)).toBe('pending')
    expect(await merchant.getStatus(elsewhere.quote_id)).toBe('pending')
    expect(await quoted(first.quote_id)).toMatchObject({ status: 'superseded' })
    expect(await merchant.getStatus(second.quote_id)).toBe('pending')
  })

  test('can be requested again after every carrier was down', async () => {
    const { merchant, quoted } = aMerchantWithShipment()
    const quoteId = newId('qte')
    merchant.script({ swift_courier: down, city_van: down, eco_parcel: down })
    await expect(quoted(quoteId)).rejects.toMatchObject({ code: 'carrier_unavailable' })
    merchant.script({ city_van: offers(anOffer()) })
    expect(await quoted(quoteId)).toMatchObject({ quote_id: quoteId })
  })
})

describe('acceptance', () => {
  test('shows the booked option and supersedes only the other open quotes of the shipment', async () => {
    const { merchant, shipmentId } = aMerchantWithShipment()
    const [first, second] = [await merchant.createdFor(shipmentId), await merchant.createdFor(shipmentId)]
    const elsewhere = await merchant.created()
    const bookingId = newId('bkg')
    const optionId = first.options[0]?.quote_option_id ?? ''
    const { quote } = await merchant.accept(first.quote_id, optionId, bookingId)
    expect(quote).toMatchObject({
      status: 'accepted',
      selected_option_id: optionId,
      booking_id: bookingId,
      sequence: 2,
    })
    expect(await merchant.get(first.quote_id)).toMatchObject({
      status: 'accepted',
      selected_option: { quote_option_id: optionId },
    })
    expect(await merchant.getStatus(second.quote_id)).toBe('superseded')
    expect(await merchant.getStatus(elsewhere.quote_id)).toBe('pending')
    expect(await merchant.events(first.quote_id)).toMatchObject([
      { type: 'quote.created', sequence: 1 },
      { type: 'quote.accepted', sequence: 2 },
    ])
    expect(await merchant.events(second.quote_id)).toMatchObject([
      { type: 'quote.created', sequence: 1 },
      { type: 'quote.superseded', sequence: 2 },
    ])
  })

  test('is idempotent, also ten times at once', async () => {
    const merchant = aMerchant(service)
    const { quote_id: quoteId, ...rest } = await merchant.created()
    const optionId = firstOptionId({ quote_id: quoteId, ...rest })
    const bookingId = newId('bkg')
    const accept = () => merchant.accept(quoteId, optionId, bookingId)
    const first = await accept()
    const replies = await Promise.all(Array.from({ length: 10 }, accept))
    for (const reply of replies) expect(reply).toEqual(first)
    expect(await merchant.events(quoteId)).toHaveLength(2)
  })

  test('rejects an option that the quote does not have', async () => {
    const merchant = aMerchant(service)
    const [quote, other] = [await merchant.created(), await merchant.created()]
    await expect(merchant.accept(quote.quote_id, firstOptionId(other))).rejects.toMatchObject({
      code: 'quote_option_not_found',
    })
    expect(await merchant.getStatus(quote.quote_id)).toBe('pending')
  })

  test('overrides expiry, since the carrier has accepted the booking', async () => {
    const merchant = aMerchant(service)
    merchant.script({ city_van: offers(anOffer({ expires_at: inMs(SOON_MS) })) })
    const quote = await merchant.created()
    await eventually(async () => expect(await merchant.getStatus(quote.quote_id)).toBe('expired'))
    await merchant.accept(quote.quote_id, firstOptionId(quote))
    expect(await merchant.getStatus(quote.quote_id)).toBe('accepted')
  })
})

test('open quotes expire with their last option, once and with an event; other quotes do not', async () => {
  const merchants = [aMerchant(service), aMerchant(service)]
  const soon = () => anOffer({ expires_at: inMs(SOON_MS) })
  for (const merchant of merchants) merchant.script({ city_van: offers(soon(), soon()) })
  const expiring = await Promise.all(merchants.map(async (merchant) => ({ merchant, quote: await merchant.created() })))
  const lasting = aMerchant(service)
  lasting.script({ city_van: offers(soon(), anOffer()) })
  const { quote_id: lastingId } = await lasting.created()

  for (const { merchant, quote } of expiring) {
    await eventually(async () => expect(await merchant.getStatus(quote.quote_id)).toBe('expired'))
    const events = await merchant.events(quote.quote_id)
    expect(events).toMatchObject([{ sequence: 1 }, { type: 'quote.expired', sequence: 2 }])
    expect(events[1]?.public).toMatchObject({
      data: { object: { ...quote, status: 'expired' }, previous_attributes: { status: 'pending' } },
    })
  }
  expect(await lasting.getStatus(lastingId)).toBe('pending')
})
