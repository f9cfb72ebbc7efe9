import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import { expect, test } from 'vitest'
import { aJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import { createOffers } from './offers.ts'
import { openOffer } from './sealed-offer.ts'

const at = new Date('2026-11-21T08:00:00Z')
const toOffers = (...given: Parameters<typeof input>) => createOffers(input(...given)).offers
const input = (carrierCode: string, body = aJobBody()) => {
  const carrier = simulatedDescriptors.find((descriptor) => descriptor.carrierCode === carrierCode)
  if (!carrier) throw new Error(`there is no carrier ${carrierCode}`)
  return { carrier, carrierAccountId: 'cac_1', simulatorKey: 'key', body, at }
}

test('the same request has the same offers', () => {
  expect(toOffers('eco_parcel')).toEqual(toOffers('eco_parcel'))
})

test('the id of an offer holds its account, service, total and expiry', () => {
  const [offer] = toOffers('swift_courier')
  if (!offer) throw new Error('there is no offer')
  expect(openOffer('key', offer.offer_id, 'cac_1', at)).toEqual({
    account: 'cac_1',
    service: 'swift_now',
    currency: 'GBP',
    exponent: 2,
    total: offer.amount_minor + offer.tax_minor,
    until: Date.parse(offer.expires_at),
  })
  expect(offer.expires_at).toBe('2026-11-21T08:15:00.000Z')
})

test('an express courier is faster and dearer than a parcel service', () => {
  const [express] = toOffers('swift_courier')
  const [parcel] = toOffers('eco_parcel')
  expect(express?.amount_minor).toBeGreaterThan(parcel?.amount_minor ?? Number.NaN)
  expect(Date.parse(express?.eta_to ?? '')).toBeLessThan(Date.parse(parcel?.eta_from ?? ''))
})

test('a carrier offers only the services that take the transport, and says why not the others', () => {
  const heavy = aJobBody({ parcels: [aWireParcel({ weight_grams: 40_000 })] })
  const { offers, declined } = createOffers(input('eco_parcel', heavy))
  expect(offers.map(({ service }) => service)).toEqual(['eco_freight'])
  expect(declined).toEqual([
    { service: 'eco_standard', code: 'too_heavy', message: 'Takes at most 31.5 kg per parcel; one has 40 kg.' },
  ])
})

test('a carrier whose services all refuse makes no offer', () => {
  const abroad = aJobBody({ dropoff: aWireAddress({ country: 'FR' }) })
  expect(createOffers(input('swift_courier', abroad))).toEqual({
    offers: [],
    declined: [
      {
        service: 'swift_now',
        code: 'no_coverage',
        message: expect.stringMatching(
          /^Goes at most 80 km and does not cross borders; by road it is .* km from GB to FR\.$/,
        ),
      },
    ],
  })
})

test('options are lines of the price, the tip without tax, in the currency of the price only', () => {
  const gbp = (amount_minor: number) => ({ currency: 'GBP', exponent: 2, amount_minor })
  const options = { signature: 'required' as const, insurance: gbp(25_000), label_references: [], tip: gbp(200) }
  const [plain] = toOffers('city_van')
  const [offer] = toOffers('city_van', aJobBody({ options }))
  expect(offer?.price_lines.slice(-3)).toEqual([
    { type: 'signature', amount_minor: 104 },
    { type: 'insurance', amount_minor: 250 },
    { type: 'tip', amount_minor: 200 },
  ])
  expect((offer?.amount_minor ?? 0) - (plain?.amount_minor ?? 0)).toBe(554)
  expect((offer?.tax_minor ?? 0) - (plain?.tax_minor ?? 0)).toBe(70)
  const inDollars = { ...options, tip: { ...gbp(200), currency: 'USD' } }
  expect(createOffers(input('city_van', aJobBody({ options: inDollars })))).toMatchObject({
    offers: [],
    declined: [{ code: 'option_not_supported', pointer: '/service_options/tip' }],
  })
})
