import { expect, test } from 'vitest'
import { inNewYork } from '../testing/transports.ts'
import { phoneProblem, toE164, withExtension } from './phones.ts'

test.each([
  ['+1 (415) 555-0123', 'US', '+14155550123'],
  ['0044 20 7946 0000', 'US', '+442079460000'],
  ['020 7946 0000', 'GB', '+442079460000'],
  ['+1 415 555 0101 x12', 'GB', '+14155550101'],
  ['020 79', 'GB', null],
  ['call me', 'US', null],
  [null, 'US', null],
])('the phone %j in %s is %j', (phone, country, expected) => {
  expect(toE164({ phone, country })).toBe(expected)
})

test('an extension begins the instructions of carriers without a field for it', () => {
  const contact = { phone: '+1 415 555 0101 x12', country: 'US' }
  expect(withExtension(' Ring twice ', contact)).toBe('Phone extension 12. Ring twice')
  expect(withExtension(null, contact)).toBe('Phone extension 12.')
  expect(withExtension('Ring twice', { phone: '+1 415 555 0101', country: 'US' })).toBe('Ring twice')
  expect(withExtension(null, { phone: null, country: 'US' })).toBeNull()
})

test('a missing or impossible phone is a problem with its pointer', () => {
  const route = (phone: string | null) => ({ pickup: inNewYork(), dropoff: inNewYork({ phone }) })
  expect(phoneProblem(route('+14155550123'), 'Uber Direct')).toBeNull()
  expect(phoneProblem(route(null), 'Uber Direct')).toEqual({
    code: 'phone_required',
    message: '/dropoff_address/phone is missing: Uber Direct needs a phone number at both ends.',
    pointer: '/dropoff_address/phone',
  })
  expect(phoneProblem(route('020 79'), 'Uber Direct')).toMatchObject({ code: 'phone_invalid' })
  const withoutPickupPhone = { pickup: inNewYork({ phone: ' ' }), dropoff: inNewYork() }
  expect(phoneProblem(withoutPickupPhone, 'Uber Direct')?.pointer).toBe('/pickup_address/phone')
})
