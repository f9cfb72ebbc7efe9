import { describe, expect, test } from 'vitest'
import { inAtlanta } from '../../../testing/ups/test-carrier.ts'
import { wireTracking } from '../wire.ts'
import { addressProblems, toWireAddress, toWirePhone } from './addresses.ts'
import { toFacts } from './facts.ts'
import { pickupProblem } from './pickups.ts'
import { findMeaning } from './status-codes.ts'

const status = (type: string, statusCode: string | null, code: string | null = null) =>
  findMeaning({ type, statusCode, code })

describe('status codes', () => {
  test.each([
    ['M', '003', { status: 'assigned' }],
    ['I', '005', { status: 'picked_up' }],
    ['I', '021', { status: 'en_route_to_dropoff' }],
    [
      'X',
      '022',
      { status: 'arrived_at_dropoff', condition: 'delivery_attempted', incident: 'recipient_not_available' },
    ],
    ['X', '052', { status: 'unknown', condition: 'on_hold', incident: 'weather' }],
    ['I', '040', { status: 'arrived_at_dropoff', condition: 'awaiting_collection' }],
    ['D', '011', { status: 'delivered' }],
    ['X', '64', { status: 'returning', incident: 'recipient_refused' }],
    ['MV', '007', { status: 'cancelled' }],
  ])('%s %s is %j', (type, code, meaning) => {
    expect(status(type, code)).toEqual(meaning)
  })

  test('a code that is not known counts by its type, and one of an unknown type is unknown', () => {
    expect(status('D', '999')).toEqual({ status: 'delivered' })
    expect(status('X', null)).toMatchObject({ status: 'unknown', condition: 'on_hold' })
    expect(status('ZZ', 'beamed')).toEqual({ status: 'unknown' })
    // An exception is not before the pickup.
    expect(status('X', '003')).toMatchObject({ condition: 'on_hold' })
    expect(status('M', null, 'VP')).toEqual({ status: 'cancelled' })
  })
})

describe('facts', () => {
  const tracked = (fields: object) => {
    const parsed = wireTracking.parse({ trackResponse: { shipment: [{ package: [fields] }] } })
    return toFacts(parsed.trackResponse.shipment[0]?.package[0] ?? expect.fail(), '1Z1')
  }
  const activity = (fields: object) => ({ status: { type: 'I', code: 'AR', statusCode: '005' }, ...fields })
  const inNewJersey = { address: { city: 'PARAMUS', stateProvince: 'NJ', countryCode: 'US' } }
  const destination = { type: 'DESTINATION', address: { city: 'Paris', country: 'FR' } }

  test.each([
    ['GMT with colons', { gmtDate: '20251211', gmtTime: '09:41:00', gmtOffset: '-06:00' }, '2025-12-11T09:41:00Z'],
    ['GMT without a leading zero', { gmtDate: '2021-02-10', gmtTime: '74700' }, '2021-02-10T07:47:00Z'],
    ['local time with its offset', { date: '20220126', time: '163000', gmtOffset: '-05:00' }, '2022-01-26T21:30:00Z'],
    ['local time at a place', { date: '20220126', time: '163000', location: inNewJersey }, '2022-01-26T21:30:00Z'],
    ['local time without a place', { date: '20220726', time: '163000' }, '2022-07-26T14:30:00Z'],
    ['a date alone', { date: 20_220_726, time: null, location: '' }, '2022-07-25T22:00:00Z'],
  ])('the time of an activity: %s', (_, fields, expected) => {
    const [fact] = tracked({ activity: activity(fields), packageAddress: [destination] })
    expect(fact?.occurredAt).toEqual(new Date(expected))
  })

  test('an activity without a date or a status is left out, and the latest comes last', () => {
    const at = (time: string) => activity({ gmtDate: '20251211', gmtTime: time })
    const facts = tracked({
      activity: [at('12:00:00'), activity({ date: 'soon' }), { date: '20251211' }, at('10:00:00')],
    })
    expect(facts.map(({ occurredAt }) => occurredAt.toISOString().slice(11, 13))).toEqual(['10', '12'])
  })

  test('a delivery after the return has begun is the return', () => {
    const step = (type: string, statusCode: string, hour: string) => ({
      status: { type, statusCode, code: statusCode },
      gmtDate: '20251211',
      gmtTime: `${hour}:00:00`,
    })
    const facts = tracked({ activity: [step('D', '011', '12'), step('RS', '035', '11'), step('I', '005', '10')] })
    expect(facts.map((fact) => [fact.status, fact.pod])).toEqual([
      ['picked_up', null],
      ['returning', null],
      ['returned', null],
    ])
  })

  test.each([
    ['a day', { type: 'EOD', startTime: '', endTime: '' }, '07:00', '19:00'],
    ['a window', { type: 'EDW', startTime: '133000', endTime: '153000' }, '12:30', '14:30'],
    ['a commitment', { type: 'CMT', endTime: '103000' }, '07:00', '09:30'],
  ])('the estimate is local at the destination: %s', (_, deliveryTime, from, to) => {
    const [fact] = tracked({
      activity: [activity({ gmtDate: '20251211', gmtTime: '09:41:00' })],
      deliveryDate: [
        { type: 'SDD', date: '20251212' },
        { type: 'RDD', date: '20251215' },
      ],
      deliveryTime,
      packageAddress: [destination],
    })
    expect(fact?.eta).toEqual({ fromAt: new Date(`2025-12-15T${from}Z`), toAt: new Date(`2025-12-15T${to}Z`) })
  })

  test('without a destination there is no estimate, and unreadable media are left out', () => {
    const signature = { image: 'not an image' }
    const [fact] = tracked({
      activity: [activity({ gmtDate: '20251211', gmtTime: '09:41:00', status: { type: 'D', statusCode: '011' } })],
      deliveryDate: [{ type: 'SDD', date: '20251212' }],
      deliveryInformation: { receivedBy: null, location: null, signature, deliveryPhoto: { photo: null } },
    })
    expect(fact).toMatchObject({ eta: null, rawCode: '011', pod: { recipient: null, signature: null, photos: [] } })
  })
})

describe('addresses', () => {
  test.each([
    [{ company: 'C'.repeat(28) }, '/address/company has 28 characters, and UPS takes at most 27.'],
    [{ name: 'N'.repeat(23) }, '/address/name has 23 characters, and UPS takes at most 22.'],
    [{ company: null, name: 'N'.repeat(28) }, '/address/name has 28 characters, and UPS takes at most 27.'],
    [
      { addressLine1: 'S'.repeat(40), addressLine2: 'T'.repeat(32) },
      '/address/address_line_1 has 74 characters with what follows it, and UPS takes at most 73.',
    ],
    [{ company: 'C'.repeat(27), name: 'N'.repeat(22), addressLine1: 'S'.repeat(73), addressLine2: null }, undefined],
  ])('a pickup at %j is refused, not cut: %s', (fields, message) => {
    const [fromAt, toAt] = [new Date('2026-12-01T15:00Z'), new Date('2026-12-01T17:00Z')]
    const place = { ...inAtlanta({ town: null, addressLine2: null }), ...fields }
    const common = { reference: 'p1', requestedAt: fromAt, jobs: [], instructions: null, draftId: null }
    const request = { ...common, address: place, fromAt, toAt }
    expect(pickupProblem(request)?.message).toBe(message)
  })

  test.each([
    ['S'.repeat(36), 'has a word of 36 characters, and UPS takes lines of 35.'],
    [`${'S'.repeat(30)} `.repeat(4).trim(), 'and what follows it take 4 lines of 35 characters, and UPS takes 3.'],
  ])('the street %s is refused with its length', (addressLine1, message) => {
    const pickup = inAtlanta({ addressLine1, addressLine2: null, town: null })
    expect(addressProblems({ pickup, dropoff: inAtlanta({}) })).toEqual([
      expect.objectContaining({
        code: 'field_too_long',
        pointer: '/pickup_address/address_line_1',
        message: `/pickup_address/address_line_1 ${message}`,
      }),
    ])
  })

  test('long streets are broken between words, and post codes lose their separators', () => {
    const address = inAtlanta({
      addressLine1: 'Gewerbegebiet am Alten Güterbahnhof Nord 17',
      addressLine2: 'Tor 3',
      country: 'NL',
      province: 'Noord-Holland',
      postCode: '1012 AB',
    })
    expect(toWireAddress(address)).toEqual({
      AddressLine: ['Gewerbegebiet am Alten Güterbahnhof', 'Nord 17', 'Tor 3'],
      City: 'Atlanta',
      PostalCode: '1012AB',
      CountryCode: 'NL',
    })
    expect(toWireAddress(inAtlanta({ province: 'us-ga' }))).toMatchObject({ StateProvinceCode: 'GA' })
    const sanJuan = toWireAddress(inAtlanta({ city: 'San Juan', province: 'US-PR', postCode: '00901' }))
    expect(sanJuan).toEqual({
      AddressLine: expect.anything(),
      City: 'San Juan',
      PostalCode: '00901',
      CountryCode: 'PR',
    })
  })

  test.each([
    ['+1 (404) 555-0123', 'US', { Number: '4045550123' }],
    ['+1 415 555 0101 x12', 'US', { Number: '4155550101', Extension: '12' }],
    ['787 555 0101 ext. 3', 'PR', { Number: '7875550101', Extension: '3' }],
    ['+44 (0)20 7946 0000', 'US', { Number: '442079460000' }],
    ['0049 30 1234567', 'DE', { Number: '49301234567' }],
    ['call me', 'DE', null],
    [null, 'DE', null],
  ])('the phone %s in %s is %j', (phone, country, expected) => {
    expect(toWirePhone(inAtlanta({ phone, country }))).toEqual(expected)
  })
})

describe('military post', () => {
  const atPost = { city: 'APO', province: 'AE', postCode: '09012' }

  test('has its state by the ZIP code alone', () => {
    expect(toWireAddress(inAtlanta({ ...atPost, province: null }))).toMatchObject({ StateProvinceCode: 'AE' })
    const dropoff = inAtlanta({ ...atPost, province: null })
    expect(addressProblems({ pickup: inAtlanta(), dropoff })).toEqual([])
  })

  test.each(['AE', 'AA', 'AP'])('in %s without a ZIP code gets an error with an example of one', (province) => {
    const dropoff = inAtlanta({ ...atPost, province, postCode: null })
    const problems = addressProblems({ pickup: inAtlanta(), dropoff })
    expect(problems).toMatchObject([{ code: 'missing_field', pointer: '/dropoff_address/post_code' }])
    expect(problems[0]?.message).toMatch(`UPS needs the ZIP code of military post in ${province}, such as `)
  })
})
