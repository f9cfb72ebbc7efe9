import { expect, test } from 'vitest'
import { parseDocument } from '../../requests/validation.ts'
import { customs } from '../../testing/customs.ts'
import { rejectedFields } from '../../testing/refusals.ts'
import { completeCustoms, customsSchema, customsText, toCustoms } from './declaration.ts'

const parse = (document: object) => parseDocument(customsSchema, document)
const stored = customs()

test('a declaration is kept as it is shown, tax numbers of a known form in capitals without spaces', () => {
  const ids = [{ party: 'sender', type: 'ioss', number: 'im 276 000 0005' }]
  expect(toCustoms(parse({ contents: 'gift', invoice_number: ' INV-7 ', tax_ids: ids }))).toEqual({
    ...customs({ contents_explanation: null, non_delivery: null, incoterm: null, duties_payer: null, certify: false }),
    contents: 'gift',
    certify_signer: null,
    export_filing: null,
    invoice_number: 'INV-7',
    invoice_date: null,
    tax_ids: [{ party: 'sender', type: 'ioss', number: 'IM2760000005', issuing_country: null }],
  })
})

test('a declaration of nothing is none', () => {
  expect(toCustoms(parse({}))).toBeNull()
  expect(toCustoms(parse({ certify: false, tax_ids: [], invoice_number: '' }))).toBeNull()
  expect(toCustoms(null, stored)).toBeNull()
})

test('a change replaces the fields that it has, null removes one, and the shown ones change nothing', () => {
  const changed = toCustoms(parse({ incoterm: 'DDP', certify: null, certify_signer: null, tax_ids: null }), stored)
  expect(changed).toEqual({ ...stored, incoterm: 'DDP', certify: false, certify_signer: null, tax_ids: [] })
  expect(toCustoms(undefined, stored)).toBe(stored)
  expect(customsText(toCustoms(parse(JSON.parse(JSON.stringify(stored))), stored))).toBe(customsText(stored))
})

test('the order in which fields are stored makes no difference', () => {
  const reversed = <T extends object>(object: T) => Object.fromEntries(Object.entries(object).toReversed())
  const reordered = reversed({ ...stored, tax_ids: stored.tax_ids.map(reversed) })
  expect(customsText(completeCustoms(reordered))).toBe(customsText(stored))
})

test('every wrong field is named', () => {
  const document = {
    contents: 'goods',
    non_delivery: 'burn',
    incoterm: 'XXX',
    certify: 'yes',
    invoice_date: '2026-02-30',
    invoice_number: 'x'.repeat(36),
    tax_ids: [
      { party: 'sender', type: 'eori', number: '123' },
      { party: 'nobody', type: 'ioss', number: 'IM1' },
      { party: 'recipient', type: 'vat', number: '', issuing_country: 'XX' },
    ],
    colour: 'red',
  }
  expect(rejectedFields(customsSchema, document)).toEqual([
    ...['certify: invalid_type', 'colour: unknown_field', 'contents: invalid_value', 'incoterm: invalid_value'],
    ...['invoice_date: invalid_format', 'invoice_number: too_long', 'non_delivery: invalid_value'],
    ...['tax_ids[0].number: invalid_format', 'tax_ids[1].number: invalid_format', 'tax_ids[1].party: invalid_value'],
    ...['tax_ids[2].issuing_country: invalid_country', 'tax_ids[2].number: too_short'],
  ])
})
