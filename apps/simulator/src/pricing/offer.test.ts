import { expect, test } from 'vitest'
import { openOffer, sealOffer } from './offer.ts'

const until = Date.parse('2026-11-21T08:15:00Z')
const offer = { account: 'cac_1', service: 'swift_now', currency: 'GBP', total: 1_234, until }
const id = sealOffer('key', offer)
const inTime = new Date(until)

test('an offer opens to what was promised', () => {
  expect(openOffer('key', id, 'cac_1', inTime)).toEqual(offer)
})

test('a minute after its end an offer still holds, later not', () => {
  expect(openOffer('key', id, 'cac_1', new Date(until + 60_000))).toEqual(offer)
  expect(openOffer('key', id, 'cac_1', new Date(until + 60_001))).toBe('expired')
})

test("another account's, a changed and an invented offer are unknown", () => {
  const [payload = '', seal = ''] = id.split('.')
  const cheaper = Buffer.from(JSON.stringify({ ...offer, total: 1 })).toString('base64url')
  expect(openOffer('key', id, 'cac_2', inTime)).toBe('unknown')
  expect(openOffer('other', id, 'cac_1', inTime)).toBe('unknown')
  expect(openOffer('key', `ofr_${cheaper}.${seal}`, 'cac_1', inTime)).toBe('unknown')
  expect(openOffer('key', `${payload}.`, 'cac_1', inTime)).toBe('unknown')
  expect(openOffer('key', 'nonsense', 'cac_1', inTime)).toBe('unknown')
})
