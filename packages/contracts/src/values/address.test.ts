import { describe, expect, test } from 'vitest'
import { address } from '../testing/records.ts'
import { refusal, rejectedFields } from '../testing/refusals.ts'
import {
  type Address,
  addressFromMessage,
  addressMessage,
  addressPatchSchema,
  addressSchema,
  fullAddress,
  locationId,
  publicAddress,
} from './address.ts'

const minimal = { address_line_1: '7 River Road', city: 'London', country: 'GB' }

const limits: [field: string, maximum: number][] = [
  ['name', 200],
  ['code', 64],
  ['company', 200],
  ['address_line_1', 300],
  ['address_line_2', 300],
  ['town', 100],
  ['city', 100],
  ['province', 100],
  ['post_code', 32],
  ['first_name', 100],
  ['last_name', 100],
  ['google_place_id', 300],
]

describe.each([
  ['a request', addressSchema],
  ['a patch', addressPatchSchema],
])('an address in %s', (_, schema) => {
  test.each(limits)('takes %s of up to %i characters', (field, maximum) => {
    expect(rejectedFields(schema, { ...minimal, [field]: 'x'.repeat(maximum) })).toEqual([])
    expect(rejectedFields(schema, { ...minimal, [field]: 'x'.repeat(maximum + 1) })).toEqual([`${field}: too_long`])
    expect(rejectedFields(schema, { ...minimal, [field]: 7 })).toEqual([`${field}: invalid_type`])
  })

  test('takes a phone of up to 40 characters', () => {
    const phone = `+44 20 7946 0000${' '.repeat(18)}ext 12`
    expect(rejectedFields(schema, { ...minimal, phone })).toEqual([])
    expect(rejectedFields(schema, { ...minimal, phone: `${phone}1` })).toEqual(['phone: too_long'])
  })

  test.each([
    ['address_line_1', ' ', 'too_short'],
    ['city', '', 'too_short'],
    ['country', 'GBR', 'invalid_country'],
    ['country', 'ZZ', 'invalid_country'],
    ['country', null, 'invalid_type'],
    ['planet', 'Earth', 'unknown_field'],
  ])('rejects %s = %j as %s', (field, value, code) => {
    expect(rejectedFields(schema, { ...minimal, [field]: value })).toEqual([`${field}: ${code}`])
  })

  test.each([
    [90, 180, []],
    [-90, -180, []],
    [90.1, 0, ['latitude: too_large']],
    [0, -180.1, ['longitude: too_small']],
    [51.5, undefined, ['longitude: required']],
    [undefined, -0.1, ['latitude: required']],
    [null, -0.1, ['latitude: required']],
  ])('with latitude %j and longitude %j is rejected for %j', (latitude, longitude, fields) => {
    expect(rejectedFields(schema, { ...minimal, latitude, longitude })).toEqual(fields)
  })
})

test.each([
  ['US', '2138', ['post_code: invalid_format']],
  ['us', ' 2138-1234 ', ['post_code: invalid_format']],
  ['PR', '901', ['post_code: invalid_format']],
  ['MH', '9696', ['post_code: invalid_format']],
  ['FM', '9694', ['post_code: invalid_format']],
  ['PW', '9694', ['post_code: invalid_format']],
  ['US', '２１３８', ['post_code: invalid_format']],
  ['US', '2138.0', ['post_code: invalid_format']],
  ['US', '2138 1234', ['post_code: invalid_format']],
  ['US', '021381234', []],
  ['US', '21381234', []],
  ['US', '02138', []],
  ['US', '02138-1234', []],
  ['AT', '1010', []],
])('in %s the post code %s is rejected for %j', (country, post_code, fields) => {
  expect(rejectedFields(addressSchema, { ...minimal, country, post_code })).toEqual(fields)
})

test('a missing coordinate names the one that was given', () => {
  const { message } = refusal(addressSchema, { ...minimal, latitude: 51.5 })
  expect(message).toBe('longitude is required when latitude is given.')
})

test('an address in a request has every field, null where it was not sent', () => {
  const parsed = addressSchema.parse({ ...minimal, name: '  Grace ', company: '', country: 'gb' })
  expect(Object.keys(parsed).sort()).toEqual(Object.keys(address()).sort())
  expect(parsed).toMatchObject({ name: 'Grace', company: null, phone: null, latitude: null, country: 'GB' })
})

test('a patch contains only what was sent, and null clears optional fields only', () => {
  expect(addressPatchSchema.parse({ company: '', phone: null, latitude: null, longitude: null })).toEqual({
    company: null,
    phone: null,
    latitude: null,
    longitude: null,
  })
  expect(rejectedFields(addressPatchSchema, { city: null, address_line_1: null })).toEqual([
    'address_line_1: invalid_type',
    'city: invalid_type',
  ])
})

describe('the id of a location', () => {
  test('is equal for equal addresses of an environment, composed or decomposed', () => {
    const composed = addressSchema.parse({ ...minimal, city: 'Z\u00fcrich', country: 'CH' })
    const decomposed = addressSchema.parse({ ...minimal, city: ' Zu\u0308rich ', country: 'ch' })
    expect(locationId('env_1', decomposed)).toBe(locationId('env_1', composed))
  })

  test.each(Object.keys(address()))('differs if %s differs', (field) => {
    expect(locationId('env_1', address({ [field]: null }))).not.toBe(locationId('env_1', address()))
  })

  test('differs between environments, also for the same object', () => {
    const shared = address()
    expect(locationId('env_1', shared)).not.toBe(locationId('env_2', shared))
    expect(locationId('env_1', shared)).toBe(locationId('env_1', address()))
  })
})

test.each(['ada@example.com', ' Ada.Baker+1@mail.example.co.uk ', 'grüße@müller.example', '', null])(
  'takes the e-mail address %j',
  (email) => {
    expect(rejectedFields(addressSchema, { ...minimal, email })).toEqual([])
    expect(rejectedFields(addressPatchSchema, { email })).toEqual([])
    expect(addressSchema.parse({ ...minimal, email }).email).toBe(email?.trim() || null)
  },
)

test.each(['ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'Ada <ada@example.com>', 'a@b.c, d@e.f'])(
  'rejects the e-mail address %j',
  (email) => {
    const { message } = refusal(addressSchema, { ...minimal, email })
    expect(message).toBe('email must be an e-mail address such as ada@example.com.')
    expect(rejectedFields(addressPatchSchema, { email })).toEqual(['email: invalid_format'])
  },
)

test('an address in full has every field that was sent, and its id', () => {
  expect(fullAddress('env_1', address())).toEqual({
    location_id: locationId('env_1', address()),
    ...address(),
    residential: null,
  })
  const { email: _, ...ofVersion01 } = address()
  expect(fullAddress('env_1', ofVersion01 as Address).email).toBeNull()
})

test('an address without e-mail has the id of its other fields', () => {
  const { email: _, ...ofVersion01 } = address()
  expect(locationId('env_1', address({ email: null }))).toBe(locationId('env_1', ofVersion01 as Address))
  expect(locationId('env_1', address({ email: null }))).toBe('loc_41ce68afa5d42c379c3c9412c643ae5c')
})

test('a public address has eight fields', () => {
  expect(publicAddress('env_1', address())).toEqual({
    location_id: locationId('env_1', address()),
    name: 'Grace Miller',
    address_line_1: '7 River Road',
    city: 'London',
    country: 'GB',
    post_code: 'N1 9GU',
    latitude: 51.5308,
    longitude: -0.0973,
  })
})

test.each([
  ['every field', address()],
  ['required fields only', addressSchema.parse(minimal)],
  ['coordinates of zero', address({ latitude: 0, longitude: 0 })],
])('an address with %s survives its gRPC message', (_, original) => {
  expect(addressFromMessage(addressMessage('env_1', original))).toEqual(original)
})

test('a message without an address is an error', () => {
  expect(() => addressFromMessage(null)).toThrow('has no address')
})

test.each([
  [{ latitude: 0, longitude: 0 }, ['latitude: invalid_value']],
  [{ latitude: '0.0', longitude: -0 }, ['latitude: invalid_value']],
  [{ latitude: 0, longitude: 32.58 }, []],
  [{ latitude: 51.48, longitude: 0 }, []],
  [{ latitude: -0.0973, longitude: 51.5308 }, ['latitude: invalid_value']],
  [{ country: 'IN', latitude: 77.21, longitude: 28.61 }, ['latitude: invalid_value']],
  [{ country: 'AE', latitude: 55.27, longitude: 25.2 }, ['latitude: invalid_value']],
  // Not in the country, but not swapped.
  [{ latitude: 40.71, longitude: -74 }, []],
  // At the coast of Türkiye: swapped, they are in the country too.
  [{ country: 'TR', latitude: 36.59, longitude: 36.17 }, []],
  // Near a border, the zone is the neighbour's: Ushuaia, Petukhovo and Magaramkent.
  [{ country: 'AR', latitude: -54.8108, longitude: -68.3159 }, []],
  [{ country: 'RU', latitude: 55.06917, longitude: 67.90194 }, []],
  [{ country: 'RU', latitude: 41.61586, longitude: 48.34797 }, []],
  [{ country: 'US', latitude: 40.71, longitude: -74 }, []],
  [{ country: 'XK', latitude: 42.66, longitude: 21.17 }, []],
])('coordinates of 0 together, and swapped ones, are refused in a create: %j', (coordinates, rejected) => {
  expect(rejectedFields(addressSchema, { ...minimal, ...coordinates })).toEqual(rejected)
})

test('the message about swapped coordinates says which are meant', () => {
  expect(() => addressSchema.parse({ ...minimal, latitude: -0.0973, longitude: 51.5308 })).toThrow(
    'and longitude are swapped: the place is not in GB, but latitude 51.5308 and longitude -0.0973 are',
  )
})

test.each([true, false, null])(
  'residential %s is kept as sent, and is part of the id if it is known',
  (residential) => {
    const sent = addressSchema.parse({ ...minimal, residential })
    const unknown = addressSchema.parse(minimal)
    expect(sent.residential).toBe(residential)
    expect(addressFromMessage(addressMessage('env_1', sent)).residential ?? null).toBe(residential)
    expect(fullAddress('env_1', sent)).toMatchObject({ residential })
    expect(locationId('env_1', sent) === locationId('env_1', unknown)).toBe(residential === null)
    expect(rejectedFields(addressSchema, { ...minimal, residential: 'yes' })).toEqual(['residential: invalid_type'])
  },
)
