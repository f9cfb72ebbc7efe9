import { easypostDescriptor } from '@waybill/carriers/adapters/easypost/descriptor'
import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import { uberDirectDescriptor } from '@waybill/carriers/adapters/uber-direct/descriptor'
import { upsDescriptor } from '@waybill/carriers/adapters/ups/descriptor'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { completeServiceOptions } from '@waybill/contracts/requests/service-options'
import { address, shipment } from '@waybill/contracts/testing/records'
import { expect, test } from 'vitest'
import { textNotices } from './text-notices.ts'

const plain = shipment({
  pickupInstructions: null,
  dropoffInstructions: null,
  pickupAddress: address({ email: null }),
  dropoffAddress: address({ email: null }),
})
const notices = (descriptor: CarrierDescriptor, changes: Partial<typeof plain>) =>
  textNotices(descriptor, { ...plain, ...changes }).map(({ code, pointer, message }) => [code, pointer, message])

test.each([uberDirectDescriptor, upsDescriptor, easypostDescriptor, ownFleetDescriptor, ...simulatedDescriptors])(
  '$carrierCode has nothing to say about short texts in Latin letters',
  (descriptor) => expect(notices(descriptor, {})).toEqual([]),
)

test('instructions that a courier cannot take whole are named with both lengths', () => {
  const dropoffInstructions = `${'x'.repeat(297)} GATE CODE 4711`
  expect(notices(uberDirectDescriptor, { dropoffInstructions })).toEqual([
    ['text_shortened', '/dropoff_instructions', expect.stringMatching(/has 312 characters, and Uber Direct takes 280/)],
  ])
  expect(notices(uberDirectDescriptor, { dropoffInstructions: 'x'.repeat(280) })).toEqual([])
  expect(notices(easypostDescriptor, { pickupInstructions: 'Ring' })).toEqual([
    ['text_shortened', '/pickup_instructions', '/pickup_instructions is not sent: EasyPost takes 0 of 4 characters.'],
  ])
})

test('every text that UPS cuts is named', () => {
  const long = { name: 'N'.repeat(36), company: 'C'.repeat(36), city: 'T'.repeat(31), email: `${'e'.repeat(50)}@x.org` }
  const [parcel] = plain.parcels
  if (parcel === undefined) throw new Error('the shipment has no parcel')
  const found = notices(upsDescriptor, {
    merchantOrderRef: 'R'.repeat(36),
    dropoffAddress: address(long),
    parcels: [{ ...parcel, title: 'P'.repeat(51) }],
  })
  expect(found.map(([, pointer]) => pointer).toSorted()).toEqual([
    ...['city', 'company', 'email', 'name'].map((field) => `/dropoff_address/${field}`),
    '/merchant_order_ref',
    '/parcels/0/title',
  ])
})

test('characters that labels cannot print are named, those that they can are not', () => {
  for (const name of ['གཟུགས', 'ᚠᚢᚦ', 'ꦗꦮ', '刘䶮', '王㛃', '𬎆', 'Flat 12⅓', '⅔', '⅛', '10⁵', 'H₂O', '☐'])
    expect(notices(ownFleetDescriptor, { dropoffAddress: address({ name, email: null }) })).toEqual([
      ['text_unprintable', '/dropoff_address/name', expect.any(String)],
    ])
  const printable = [
    'გიორგი',
    'Արմեն',
    'தமிழ்',
    'አዲስ',
    'မြန်မာ',
    '山田',
    'Żółć',
    'قاهرة',
    'Anna 🌸',
    'नमस्ते',
    'ភ្នំពេញ',
    'Ⅳ №5 ½',
    '𝐀𝐧𝐧𝐚 𝓐𝓷𝓷𝓪',
    '葛\u{e0100}城',
  ]
  for (const name of printable)
    expect(notices(ownFleetDescriptor, { dropoffAddress: address({ name, email: null }) }), name).toEqual([])
})

test('a note longer than the label is named with both lengths; the longest address is not cut', () => {
  const dropoffInstructions = 'Ring twice. '.repeat(80).trim()
  const [found] = notices(ownFleetDescriptor, { dropoffInstructions })
  expect(found).toEqual([
    'text_shortened',
    '/dropoff_instructions',
    expect.stringMatching(/^\/dropoff_instructions has 959 characters, and the label has room for about \d{3}\.$/),
  ])
  const long = (length: number) => 'Lane 12 '.repeat(length / 8).trim()
  const dropoffAddress = address({
    name: long(96),
    company: long(96),
    address_line_1: long(296),
    address_line_2: long(296),
    email: null,
  })
  expect(notices(ownFleetDescriptor, { dropoffAddress })).toEqual([])
})

test('a note that the label cuts is named also if it is short: its letters are wide, and references take room', () => {
  const [ecoParcel] = simulatedDescriptors.filter(({ printsHere }) => printsHere)
  if (ecoParcel === undefined) throw new Error('no simulated carrier prints here')
  const serviceOptions = completeServiceOptions({ label_references: ['A', 'B'] })
  const dropoffInstructions = `${'请把包裹放在门口的柜子里'.repeat(9).slice(0, 103)}4711`
  const named = [
    ['text_shortened', '/dropoff_instructions', expect.stringContaining('has 107 characters, and the label')],
  ]
  expect(notices(ecoParcel, { merchantOrderRef: '1', serviceOptions, dropoffInstructions })).toEqual(named)
  expect(notices(ecoParcel, { merchantOrderRef: '1', dropoffInstructions: '请放在门口，密码4711' })).toEqual([])
})

test('an extension of a phone is named if it is not sent, and counts with the instructions of couriers', () => {
  const dropoffAddress = address({ email: null, country: 'US', phone: '+1 415 555 0101 x12' })
  expect(notices(easypostDescriptor, { dropoffAddress })).toEqual([
    [
      'text_shortened',
      '/dropoff_address/phone',
      '/dropoff_address/phone is sent without its extension: EasyPost takes none.',
    ],
  ])
  expect(notices(upsDescriptor, { dropoffAddress })).toEqual([])
  expect(notices(uberDirectDescriptor, { dropoffAddress })).toEqual([])
  expect(notices(uberDirectDescriptor, { dropoffAddress, dropoffInstructions: 'x'.repeat(280) })).toHaveLength(1)
})
