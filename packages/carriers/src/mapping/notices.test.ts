import { expect, test } from 'vitest'
import { residentialNotices } from './notices.ts'

const notices = (residential: boolean | null, ...serviceCodes: string[]) =>
  residentialNotices({
    request: { dropoff: { residential } as never },
    offers: serviceCodes.map((serviceCode) => ({ serviceCode })),
    assumption: 'as a business.',
  }).map(({ serviceCode }) => serviceCode)

test('whether a price is for a home is said where a carrier of the offers charges by it', () => {
  expect(notices(null, 'usps.priority', 'ups.ground')).toEqual(['ups'])
  expect(notices(null, 'fedex.ground', 'ups.ground')).toEqual([null])
  // UPS itself.
  expect(notices(null, 'ground', '2nd_day_air')).toEqual([null])
  expect(notices(null, 'usps.priority', 'dhl_express.worldwide', 'royal_mail.tracked')).toEqual([])
  expect(notices(true, 'ups.ground')).toEqual([])
  expect(notices(null)).toEqual([])
})
