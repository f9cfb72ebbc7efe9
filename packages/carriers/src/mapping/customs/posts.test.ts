import { expect, test } from 'vitest'
import { cn22Refusal, isForCn22, isPost } from './posts.ts'

const worth = (amountMinor: number, currency: string) => ({ amountMinor, currency, exponent: 2 })
const PACKET = 'royal_mail.international_tracked'

test.each(['usps.priority', 'royal_mail.tracked', 'la_poste.colissimo'])('%s is of a post', (code) => {
  expect(isPost(code)).toBe(true)
})

test.each(['ups.11', 'uspstar.air', 'van_same_day', 'fedex.ground'])('%s is not', (code) => {
  expect(isPost(code)).toBe(false)
})

test('a CN 22 is for packets up to 2 kg and 300 SDR', () => {
  expect(cn22Refusal(2_000, worth(27_000, 'GBP'))).toBeNull()
  expect(isForCn22(PACKET, 2_000, worth(27_000, 'GBP'))).toBe(true)
  expect(cn22Refusal(2_001, worth(1, 'GBP'))).toBe('weighs more than 2 kg')
  expect(cn22Refusal(10, worth(27_001, 'GBP'))).toBe('is worth more than 270 GBP')
  expect(isForCn22(PACKET, 10, worth(27_001, 'GBP'))).toBe(false)
})

test('a value that cannot be compared has a CN 23, or the form that is asked for', () => {
  for (const value of [worth(100_000, 'SEK'), null]) {
    expect(isForCn22(PACKET, 10, value)).toBe(false)
    expect(cn22Refusal(10, value)).toBeNull()
  }
})

test.each([
  'parcelforce.globalpriority',
  'colissimo.home',
  'la_poste.colissimo_international',
  'usps.priority_mail_international',
  'usps.expressmailinternational',
  'deutsche_post.paket_international',
  'canada_post.xpresspost_international',
  'singpost.ems',
])('%s is parcel post, which has a CN 23 always', (code) => {
  expect(isForCn22(code, 1_000, worth(5_000, 'GBP'))).toBe(false)
})

test.each([
  'usps.first',
  'usps.firstclasspackageinternationalservice',
  'usps.first_class_mail_international',
  'stamps_com.first_class_mail_international',
  'royal_mail.tracked',
  'deutsche_post.warenpost_international',
  'canada_post.small_packet_international_air',
])('%s is letter post, which has a CN 22 for small packets', (code) => {
  expect(isForCn22(code, 1_000, worth(5_000, 'GBP'))).toBe(true)
})
