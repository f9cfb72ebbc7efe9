import { expect, test } from 'vitest'
import { cn22Refusal, isForCn22, isPost } from './posts.ts'

const worth = (amountMinor: number, currency: string) => ({ amountMinor, currency, exponent: 2 })

test.each(['usps.priority', 'royal_mail.tracked', 'la_poste.colissimo'])('%s is of a post', (code) => {
  expect(isPost(code)).toBe(true)
})

test.each(['ups.11', 'uspstar.air', 'van_same_day', 'fedex.ground'])('%s is not', (code) => {
  expect(isPost(code)).toBe(false)
})

test('a CN 22 is for packets up to 2 kg and 300 SDR', () => {
  expect(cn22Refusal(2_000, worth(27_000, 'GBP'))).toBeNull()
  expect(isForCn22(2_000, worth(27_000, 'GBP'))).toBe(true)
  expect(cn22Refusal(2_001, worth(1, 'GBP'))).toBe('weighs more than 2 kg')
  expect(cn22Refusal(10, worth(27_001, 'GBP'))).toBe('is worth more than 270 GBP')
  expect(isForCn22(10, worth(27_001, 'GBP'))).toBe(false)
})

test('a value that cannot be compared has a CN 23, or the form that is asked for', () => {
  for (const value of [worth(100_000, 'SEK'), null]) {
    expect(isForCn22(10, value)).toBe(false)
    expect(cn22Refusal(10, value)).toBeNull()
  }
})
