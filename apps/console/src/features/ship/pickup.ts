/** Pure: where the parcels are collected. */
import type { PickupLocation } from '@waybill/sdk'
import { type AddressValues, addressFieldNames, addressValues } from '../../forms/address/address-values.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export const isSameAddress = (one: AddressValues, other: AddressValues): boolean =>
  addressFieldNames.every((name) => one[name].trim() === other[name].trim())

/** The location with exactly this address. */
export const locationAt = (address: AddressValues, locations: readonly PickupLocation[]): PickupLocation | undefined =>
  locations.find((location) => isSameAddress(address, addressValues(location.address)))

/**
 * When the location is open on the day, YYYY-MM-DD. Empty: closed. Public holidays are not known here. Null: no such day.
 */
export function hoursOn({ hours, closed_dates }: PickupLocation, date: string): { from: string; to: string }[] | null {
  const at = new Date(`${date}T12:00:00Z`)
  if (Number.isNaN(at.getTime())) return null
  return closed_dates.includes(date) ? [] : (hours[WEEKDAYS[at.getUTCDay()] ?? 'sunday'] ?? [])
}
