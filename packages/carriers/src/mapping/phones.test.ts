import { expect, test } from 'vitest'
import { inNewYork } from '../testing/transports.ts'
import { phoneProblem, toE164 } from './phones.ts'

test.each([
  ['+1 (415) 555-0123', '+14155550123'],
  ['0044 20 7946 0000', '+442079460000'],
  ['+49.30/123456', '+4930123456'],
  ['020 7946 0000', null],
  ['+0123456789', null],
  ['call me', null],
  [null, null],
])('the phone %j is %j', (phone, expected) => {
  expect(toE164(phone)).toBe(expected)
})

test('a missing or national phone is a problem with its pointer', () => {
  const route = (phone: string | null) => ({ pickup: inNewYork(), dropoff: inNewYork({ phone }) })
  expect(phoneProblem(route('+14155550123'), 'Uber Direct')).toBeNull()
  expect(phoneProblem(route(null), 'Uber Direct')).toEqual({
    code: 'phone_required',
    message: '/dropoff_address/phone is missing: Uber Direct needs a phone number at both ends.',
    pointer: '/dropoff_address/phone',
  })
  expect(phoneProblem(route('020 7946 0000'), 'Uber Direct')).toMatchObject({ code: 'phone_invalid' })
  const withoutPickupPhone = { pickup: inNewYork({ phone: ' ' }), dropoff: inNewYork() }
  expect(phoneProblem(withoutPickupPhone, 'Uber Direct')?.pointer).toBe('/pickup_address/phone')
})
