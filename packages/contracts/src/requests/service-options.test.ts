import { expect, test } from 'vitest'
import { address } from '../testing/records.ts'
import { rejectedFields } from '../testing/refusals.ts'
import { serviceOptions } from '../testing/service-options.ts'
import {
  completeServiceOptions,
  publicServiceOptions,
  serviceOptionsSchema,
  serviceOptionsText,
  toServiceOptions,
} from './service-options.ts'
import { parseDocument } from './validation.ts'

const parse = (document: object) => parseDocument(serviceOptionsSchema, document)
const stored = serviceOptions(address({ name: 'Returns desk' }))

test('options are kept as they are shown, amounts with the digits of their currency', () => {
  const options = toServiceOptions(
    parse({
      signature: 'required',
      insurance: { amount: 250, currency: 'gbp' },
      tip: { amount: '300', currency: 'JPY' },
    }),
  )
  expect(publicServiceOptions('env_1', options)).toMatchObject({
    signature: 'required',
    insurance: { amount: '250.00', currency: 'GBP', provider: null },
    tip: { amount: '300', currency: 'JPY' },
    saturday_delivery: false,
    label_references: [],
    return_address: null,
  })
})

test('options that ask for nothing are none', () => {
  expect(toServiceOptions(parse({}))).toBeNull()
  expect(
    toServiceOptions(parse({ signature: 'none', delivery_pin: false, tip: null, label_references: [] })),
  ).toBeNull()
  expect(toServiceOptions(null, stored)).toBeNull()
})

test('a change replaces the options that it has, null removes one, and the shown ones change nothing', () => {
  const changed = toServiceOptions(parse({ signature: 'adult', age_verification: null, tip: null }), stored)
  expect(changed).toEqual({ ...stored, signature: 'adult', age_verification: null, tip: null })
  expect(toServiceOptions(undefined, stored)).toBe(stored)
  const shown = JSON.parse(JSON.stringify(publicServiceOptions('env_1', stored)))
  expect(serviceOptionsText(toServiceOptions(parse(shown), stored))).toBe(serviceOptionsText(stored))
})

test('the order in which fields are stored makes no difference', () => {
  const { return_address, ...rest } = stored
  const reordered = {
    ...Object.fromEntries(Object.entries(rest).toReversed()),
    return_address: Object.fromEntries(Object.entries(return_address ?? {}).toReversed()),
  }
  expect(serviceOptionsText(completeServiceOptions(reordered as typeof stored))).toBe(serviceOptionsText(stored))
})

test('every wrong option is named', () => {
  const document = {
    signature: 'indirect',
    insurance: { amount: 0, currency: 'GBP', provider: 'lloyds' },
    saturday_delivery: 'yes',
    label_references: ['a', 'b', 'c'],
    return_address: { city: 'London' },
    bill_to: { party: 'third_party', account: '' },
    dangerous_goods: { kind: 'explosives' },
    age_verification: { minimum_age: 3 },
    tip: { amount: 1.005, currency: 'XYZ' },
    drone: true,
  }
  expect(rejectedFields(serviceOptionsSchema, document)).toEqual([
    'age_verification.minimum_age: too_small',
    'bill_to.account: too_short',
    'bill_to.country: required',
    'dangerous_goods.kind: invalid_value',
    'drone: unknown_field',
    'insurance.amount: too_small',
    'insurance.provider: invalid_value',
    'label_references: too_many',
    'return_address.address_line_1: required',
    'return_address.country: required',
    'saturday_delivery: invalid_type',
    'signature: invalid_value',
    'tip.currency: invalid_currency',
  ])
})

test.each([
  [{ insurance: { amount: 10_000_001, currency: 'GBP' } }, 'insurance.amount: too_large'],
  [{ insurance: { amount: 10.005, currency: 'GBP' } }, 'insurance.amount: too_many_decimals'],
  [{ tip: { amount: 1.5, currency: 'JPY' } }, 'tip.amount: too_many_decimals'],
  [{ signature: 'adult', age_verification: { minimum_age: 18 } }, 'age_verification: conflicting_fields'],
  [{ label_references: ['x'.repeat(61)] }, 'label_references[0]: too_long'],
])('%j is refused', (document, field) => {
  expect(rejectedFields(serviceOptionsSchema, document)).toEqual([field])
})
