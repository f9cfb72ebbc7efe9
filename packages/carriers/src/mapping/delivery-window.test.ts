import { describe, expect, test } from 'vitest'
import { addWorkingDays, deliveryWindow, type Estimate, plannedShipDate } from './delivery-window.ts'

const address = {
  name: 'Ada Baker',
  company: null,
  addressLine1: '1 Main St',
  addressLine2: null,
  town: null,
  postCode: '10001',
  phone: null,
  email: null,
  latitude: null,
  longitude: null,
}
const newYork = { ...address, city: 'New York', province: 'NY', country: 'US' }
const losAngeles = { ...address, city: 'Los Angeles', province: 'CA', country: 'US' }
/** A Friday, 21:00 in New York. */
const readyAt = new Date('2026-11-21T02:00:00Z')
const route = { pickup: newYork, dropoff: losAngeles, readyAt }
const toWindow = (estimate: Partial<Estimate>) => {
  const nothing = { stated: [], transitDays: null, longestTransitDays: 3 }
  const { etaFromAt, etaToAt, etaPrecision } = deliveryWindow({ ...nothing, ...estimate }, route)
  return [etaFromAt.toISOString(), etaToAt.toISOString(), etaPrecision]
}
const tuesday = ['2026-11-24T16:00:00.000Z', '2026-11-25T04:00:00.000Z', 'day']

describe('an offer delivers', () => {
  test('on the first date that is stated, from 08:00 to 20:00 at the dropoff', () => {
    expect(toWindow({ stated: [null, '2026-11-24', '2026-11-27T17:00:00Z'], transitDays: 1 })).toEqual(tuesday)
  })
  test.for(['2026-11-24', '2026-11-24T00:00:00Z', '2026-11-24T00:00:00.000+00:00'])('on the day of %s', (date) => {
    expect(toWindow({ stated: [date] })).toEqual(tuesday)
  })
  test('by the carrier’s time, in its zone or, without one, in that of the dropoff', () => {
    const expected = ['2026-11-24T16:00:00.000Z', '2026-11-24T18:30:00.000Z', 'time']
    expect(toWindow({ stated: ['2026-11-24T18:30:00Z'] })).toEqual(expected)
    expect(toWindow({ stated: ['2026-11-24T10:30:00'] })).toEqual(expected)
  })
  test('after the carrier’s days in transit, counted from the day at the pickup and without weekends', () => {
    expect(toWindow({ transitDays: 2 })).toEqual(tuesday)
  })
  test.for(['soon', '2026-02-31', '2026-11-24T99:99:99', ''])(
    'within the longest published transit if the date is %j',
    (date) => {
      expect(toWindow({ stated: [date] })).toEqual(['2026-11-25T16:00:00.000Z', '2026-11-26T04:00:00.000Z', 'table'])
    },
  )
})

test('working days skip Saturday and Sunday', () => {
  expect(addWorkingDays('2026-11-20', 0)).toBe('2026-11-20')
  expect(addWorkingDays('2026-11-20', 1)).toBe('2026-11-23')
  expect(addWorkingDays('2026-11-21', 1)).toBe('2026-11-23')
  expect(addWorkingDays('2026-11-20', 6)).toBe('2026-11-30')
})

test('parcels are handed over on the day at the pickup', () => {
  expect(plannedShipDate(route)).toBe('2026-11-20')
})
