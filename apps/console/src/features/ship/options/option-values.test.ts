import { expect, test } from 'vitest'
import { copyOptions, emptyOptions, findOptionField, toOptionChanges, toServiceOptions } from './option-values.ts'

test('options that are filled in are asked for, with decimal points and the currency of both amounts', () => {
  expect(toServiceOptions(emptyOptions)).toBeUndefined()
  expect(toServiceOptions(undefined)).toBeUndefined()
  const values = {
    ...emptyOptions,
    signature: 'adult',
    insured_value: ' 250,50 ',
    tip: '2',
    currency: 'gbp',
    saturday: true,
    reference_2: ' Shelf 12 ',
    minimum_age: '18',
    pin: true,
  }
  expect(toServiceOptions(values)).toEqual({
    signature: 'adult',
    insurance: { amount: '250.50', currency: 'GBP' },
    tip: { amount: '2', currency: 'GBP' },
    saturday_delivery: true,
    label_references: ['Shelf 12'],
    age_verification: { minimum_age: 18 },
    delivery_pin: true,
  })
})

test('a change removes what the form does not ask for, and leaves what it does not show', () => {
  const changes = toOptionChanges({ signature: 'required' })
  expect(changes).toMatchObject({ signature: 'required', insurance: null, tip: null })
  expect(changes).not.toHaveProperty('return_address')
})

test('a form like a shipment asks for the same, also for what it does not show', () => {
  const shown = {
    signature: 'required' as const,
    insurance: { amount: '250.00', currency: 'GBP', provider: null },
    saturday_delivery: false,
    label_references: ['PO 7'],
    return_address: null,
    bill_to: { party: 'recipient' as const, account: 'A1B2C3', country: null, post_code: null },
    dangerous_goods: null,
    age_verification: null,
    delivery_pin: false,
    tip: null,
  }
  expect(toServiceOptions(copyOptions(shown))).toEqual({
    signature: 'required',
    insurance: { amount: '250.00', currency: 'GBP' },
    label_references: ['PO 7'],
    return_address: null,
    bill_to: shown.bill_to,
    dangerous_goods: null,
  })
  expect(copyOptions(null)).toEqual(emptyOptions)
})

test.each([
  ['service_options.insurance.amount', 'options.insured_value'],
  ['service_options.tip.currency', 'options.currency'],
  ['service_options.label_references.1', 'options.reference_2'],
  ['service_options.bill_to.account', null],
])('%s is filled in as %s', (name, field) => {
  expect(findOptionField(name)).toBe(field)
})
