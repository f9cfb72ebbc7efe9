import { expect, test } from 'vitest'
import type { CarrierAddress, DraftRequest, UpdateRequest } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { aCourierTransport, inNewYork } from '../../../testing/transports.ts'
import { createDraftId, createOfferId, parseReference, totalOfOffer } from './offers.ts'
import { requestProblem, toDraftBody, toQuoteBody, toUpdateBody } from './requests.ts'

const now = new Date('2026-03-02T10:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const naming = { externalDeliveryId: 'att_1.ab12', now }
const draft: DraftRequest = {
  ...aCourierTransport(),
  readyAt: now,
  reference: 'att_1',
  merchantOrderRef: 'ORDER-1',
  serviceCode: 'doordash_drive_courier',
  carrierOfferId: null,
  pickupInstructions: ' Ring ',
  dropoffInstructions: null,
  callbackUrl: null,
}

test('addresses are one line in the order of the country', () => {
  const readText = (overrides: Partial<CarrierAddress>) =>
    toQuoteBody({ ...draft, dropoff: inNewYork(overrides) }, naming).dropoff_address
  expect(readText({ addressLine2: 'Floor 2' })).toBe('30 Lincoln Center Plaza, Floor 2, New York, NY 10023, US')
  const auckland = { city: 'Auckland', town: 'Ponsonby', province: null, postCode: '1011', country: 'NZ' }
  expect(readText({ addressLine1: '1 Queen Street', ...auckland })).toBe('1 Queen Street, Ponsonby, Auckland, 1011, NZ')
})

test('a draft has the whole job: contacts in E.164, items in pounds and inches, instructions and the order', () => {
  const dropoff = inNewYork({ name: 'Gordon  M. Shumway', company: 'ALF Ltd' })
  expect(JSON.parse(JSON.stringify(toDraftBody({ ...draft, dropoff }, naming)))).toEqual({
    external_delivery_id: 'att_1.ab12',
    pickup_address: '100 Maiden Ln, New York, NY 10038, US',
    pickup_business_name: 'Maiden Books',
    pickup_phone_number: '+14155550123',
    pickup_instructions: 'Ring',
    pickup_reference_tag: 'ORDER-1',
    dropoff_address: '30 Lincoln Center Plaza, New York, NY 10023, US',
    dropoff_business_name: 'ALF Ltd',
    dropoff_phone_number: '+14155550123',
    dropoff_contact_given_name: 'Gordon',
    dropoff_contact_family_name: 'M. Shumway',
    // 1,500 g and 30 × 20 × 10 cm.
    items: [{ name: 'Books', quantity: 1, weight: 3.31, length: 11.82, width: 7.88, height: 3.94 }],
    action_if_undeliverable: 'return_to_pickup',
    dropoff_options: { proof_of_delivery: 'photo_required' },
  })
})

test('a recipient without a name is named by the company, or by the role', () => {
  const given = (overrides: Partial<CarrierAddress>) =>
    toQuoteBody({ ...draft, dropoff: inNewYork(overrides) }, naming).dropoff_contact_given_name
  expect(given({ name: null, company: 'ALF' })).toBe('ALF')
  expect(given({ name: ' ', company: null })).toBe('Recipient')
})

test('goods that are ready within 15 minutes are collected as soon as possible', () => {
  const readTime = (readyAt: Date) => toQuoteBody({ ...draft, readyAt }, naming).pickup_time
  expect(readTime(inMinutes(-60))).toBeUndefined()
  expect(readTime(inMinutes(14))).toBeUndefined()
  expect(readTime(inMinutes(15))).toBe('2026-03-02T10:15:00.000Z')
})

test('a change clears instructions, and names a time only if it changes', () => {
  const change: UpdateRequest = { ...draft, carrierJobId: 'att_1.ab12', pickupInstructions: null, readyAt: null }
  expect(toUpdateBody(change, now)).toMatchObject({ pickup_instructions: '', pickup_time: undefined })
  expect(toUpdateBody({ ...change, readyAt: inMinutes(60) }, now).pickup_time).toBe('2026-03-02T11:00:00.000Z')
})

test('a missing phone or province is a problem with its pointer, and addresses in New Zealand have no province', () => {
  const route = (overrides: Partial<CarrierAddress>) => ({ pickup: inNewYork(), dropoff: inNewYork(overrides) })
  expect(requestProblem(route({ phone: null }))).toMatchObject({ pointer: '/dropoff_address/phone' })
  expect(requestProblem(route({ province: ' ' }))).toMatchObject({
    code: 'province_required',
    pointer: '/dropoff_address/province',
  })
  expect(requestProblem(route({ province: null, country: 'NZ' }))).toBeNull()
})

test('the ids that DoorDash gets tell the reference of the job and the price of the offer', () => {
  expect(totalOfOffer(createOfferId('quote-1', 1_075))).toBe(1_075)
  expect([totalOfOffer('D-1763'), totalOfOffer(null)]).toEqual([null, null])
  expect(parseReference(createDraftId('att_01h', 'ab12'))).toBe('att_01h')
  expect(parseReference('D-1763')).toBeNull()
  expect(createDraftId('order #1/2', 'ab12')).toBe('order--1-2.ab12')
})

test('signature, age, PIN and tip are asked for, the PIN in place of the photo, and the value of the goods is sent', () => {
  const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor })
  const options = { ...noOptions, signature: 'required', minimumAge: 21, deliveryPin: true, tip: usd(300) } as const
  const parcels = draft.parcels.map((parcel) => ({ ...parcel, declaredValue: usd(1_999) }))
  expect(toQuoteBody({ ...draft, parcels, options }, naming)).toMatchObject({
    dropoff_options: { signature: 'required', id_verification: 'required', proof_of_delivery: 'pin_code' },
    tip: 300,
    order_value: 1_999,
  })
})

test('a tip in another currency, and an age outside the United States, are not asked for', () => {
  const tip = { currency: 'EUR', exponent: 2, amountMinor: 300 }
  expect(requestProblem({ ...draft, options: { ...noOptions, tip } })).toMatchObject({
    code: 'option_not_supported',
    message: 'DoorDash Drive pays tips in the currency of its price, which is USD.',
  })
  const inCanada = { ...draft.pickup, country: 'CA', province: 'ON', phone: '+14165550123' }
  const aged = { ...draft, pickup: inCanada, options: { ...noOptions, minimumAge: 21 } }
  expect(requestProblem(aged)?.pointer).toBe('/service_options/age_verification')
})
