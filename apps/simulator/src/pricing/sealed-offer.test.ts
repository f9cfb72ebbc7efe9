import { expect, test } from 'vitest'
import { openOffer, sealOffer } from './sealed-offer.ts'

const until = Date.parse('2026-11-21T08:15:00Z')
const offer = { account: 'cac_1', service: 'swift_now', currency: 'GBP', exponent: 2, total: 1_234, until }
const id = sealOffer('key', offer)
const beforeExpiry = new Date(until)

test('an offer id opens to its content', () => {
  expect(openOffer('key', id, 'cac_1', beforeExpiry)).toEqual(offer)
})

test('an offer is valid until a minute after it expires', () => {
  expect(openOffer('key', id, 'cac_1', new Date(until + 60_000))).toEqual(offer)
  expect(openOffer('key', id, 'cac_1', new Date(until + 60_001))).toBe('expired')
})

test('an offer of another account or key, a changed one and an invented one are unknown', () => {
  const [payload = '', seal = ''] = id.split('.')
  const cheaper = Buffer.from(JSON.stringify({ ...offer, total: 1 })).toString('base64url')
  expect(openOffer('key', id, 'cac_2', beforeExpiry)).toBe('unknown')
  expect(openOffer('other', id, 'cac_1', beforeExpiry)).toBe('unknown')
  expect(openOffer('key', `ofr_${cheaper}.${seal}`, 'cac_1', beforeExpiry)).toBe('unknown')
  expect(openOffer('key', `${payload}.`, 'cac_1', beforeExpiry)).toBe('unknown')
  expect(openOffer('key', 'nonsense', 'cac_1', beforeExpiry)).toBe('unknown')
})
