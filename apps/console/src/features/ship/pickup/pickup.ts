/** Pure: where the parcels are collected. */
import type { PickupLocation } from '@waybill/sdk'
import { type AddressValues, addressFieldNames, addressValues } from '../../../forms/address/address-values.ts'

export const isSameAddress = (one: AddressValues, other: AddressValues): boolean =>
  addressFieldNames.every((name) => one[name].trim() === other[name].trim())

/** The location with exactly this address. */
export const locationAt = (address: AddressValues, locations: readonly PickupLocation[]): PickupLocation | undefined =>
  locations.find((location) => isSameAddress(address, addressValues(location.address)))
