/** Pure: a pickup location as its form has it, where an empty text means that there is none. */

import type { CreatePickupLocation, PickupLocation } from '@waybill/sdk'
import { type AddressValues, addressValues, emptyAddress, toAddress } from '../../../forms/address/address-values.ts'
import { changedValues } from '../../../forms/changed-values.ts'
import { type Interval, WEEKDAYS, type Weekday } from './open-hours.ts'

export interface LocationValues {
  name: string
  address: AddressValues
  /** `true`, `false`, or empty: not known. */
  residential: string
  hours: Record<Weekday, Interval[]>
  closed_dates: { date: string }[]
  /** Empty: found by the address. */
  time_zone: string
  holidays: 'observe' | 'ignore'
}

export const USUAL_HOURS: Interval = { from: '09:00', to: '18:00' }

export const emptyLocation = (): LocationValues => ({
  name: '',
  address: emptyAddress(),
  residential: '',
  closed_dates: [],
  time_zone: '',
  holidays: 'observe',
  hours: byDay((day) => (day === 'saturday' || day === 'sunday' ? [] : [USUAL_HOURS])),
})

export const locationValues = (location: PickupLocation): LocationValues => ({
  name: location.name ?? '',
  address: addressValues(location.address),
  residential: String(location.address.residential ?? ''),
  // A time control has no 24:00.
  hours: byDay((day) => location.hours[day].map(({ from, to }) => ({ from, to: to === '24:00' ? '00:00' : to }))),
  closed_dates: location.closed_dates.map((date) => ({ date })),
  time_zone: location.time_zone,
  holidays: location.holidays,
})

/**
 * The body of a request. Fields of the stored address that the form does not have are kept, but for the place ID of
 * another place.
 */
export function toLocation(values: LocationValues, stored?: PickupLocation['address']): CreatePickupLocation {
  const address = {
    ...pickKept(values.address, stored),
    ...toAddress(values.address),
    ...(values.residential && { residential: values.residential === 'true' }),
  }
  return {
    name: values.name.trim() || null,
    address,
    hours: byDay((day) => values.hours[day].map(({ from, to }) => ({ from, to: to === '00:00' ? '24:00' : to }))),
    closed_dates: values.closed_dates.map(({ date }) => date).filter((date) => date !== ''),
    time_zone: values.time_zone || null,
    holidays: values.holidays,
  }
}

/** The fields that differ, each as a whole, so that what somebody else has changed in others stays. */
export function changesOfLocation(before: LocationValues, now: LocationValues, stored: PickupLocation['address']) {
  return changedValues(toLocation(before, stored), toLocation(now, stored))
}

/** The field of the form for a field of the API. */
export const locationField = (name: string): string =>
  name.replace(/^(closed_dates\.\d+)$/, '$1.date').replace(/^address\.residential$/, 'residential')

const PLACE = ['address_line_1', 'address_line_2', 'post_code', 'city', 'country'] as const

function pickKept(values: AddressValues, stored: PickupLocation['address'] | undefined) {
  if (stored === undefined) return {}
  const { code, town, first_name, last_name, google_place_id } = stored
  const isSamePlace = PLACE.every((name) => values[name] === (stored[name] ?? ''))
  const kept = { code, town, first_name, last_name, ...(isSamePlace && { google_place_id }) }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null))
}

const byDay = <T>(of: (day: Weekday) => T): Record<Weekday, T> =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, of(day)])) as Record<Weekday, T>
