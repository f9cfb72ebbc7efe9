/** Pure: pickup locations from merchants' documents. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import {
  type CreatePickupLocation,
  type PickupLocation,
  publicPickupLocation,
  type UpdatePickupLocation,
} from '@waybill/contracts/requests/pickup-locations'
import { changedNames, isEarlierResponse, readOnlyDetail } from '@waybill/contracts/requests/read-only-fields'
import { validationError } from '@waybill/contracts/requests/validation'
import type { Address } from '@waybill/contracts/values/address'

export const newPickupLocation = (environmentId: string, document: CreatePickupLocation, at: Date): PickupLocation => ({
  environmentId,
  pickupLocationId: newId('pul'),
  name: document.name,
  address: document.address,
  hours: document.hours,
  closedDates: document.closed_dates,
  timeZone: document.time_zone,
  holidays: document.holidays,
  sequence: 1,
  createdAt: at,
  updatedAt: at,
})

/**
 * The location after a PATCH; the same object if nothing changes. A time zone that was found by the address stays so if it is
 * sent back. Throws `validation_error` for fields that only Waybill sets and that differ.
 */
export function changedPickupLocation(before: PickupLocation, patch: UpdatePickupLocation, at: Date): PickupLocation {
  const shown = publicPickupLocation(before)
  const wrong = readOnlyProblems(before, patch)
  if (wrong.length > 0) throw validationError(wrong)
  const { location_id: _, ...address } = patch.address ?? {}
  const setsZone = patch.time_zone !== undefined && !(before.timeZone === null && patch.time_zone === shown.time_zone)
  const after: PickupLocation = {
    ...before,
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.address && { address: address as Address }),
    ...(patch.hours && { hours: patch.hours }),
    ...(patch.closed_dates && { closedDates: patch.closed_dates }),
    ...(setsZone && { timeZone: patch.time_zone }),
    ...(patch.holidays && { holidays: patch.holidays }),
  }
  if (contentText(after) === contentText(before)) return before
  return { ...after, sequence: before.sequence + 1, updatedAt: at }
}

/** They follow from other fields: an earlier response may have other values, which its `updated_at` shows. */
const movingNames = ['location_id', 'updated_at'] as const

/** The fields of a response that was sent back which are not those of the location. */
export function readOnlyProblems(before: PickupLocation, patch: Accepted<UpdatePickupLocation>): ErrorDetail[] {
  const shown = publicPickupLocation(before)
  const paths: string[][] = changedNames(shown, patch, ['pickup_location_id', 'environment_id', 'created_at']).map(
    (name) => [name],
  )
  if (!isEarlierResponse(patch, before.updatedAt)) {
    paths.push(...changedNames(shown, patch, movingNames).map((name) => [name]))
    const inAddress = changedNames(shown.address, patch.address ?? {}, ['location_id'])
    paths.push(...inAddress.map((name) => ['address', name]))
  }
  return paths.map(readOnlyDetail)
}

/** The same text for equal contents, whatever the order in which the database returns keys. */
function contentText({ name, address, hours, closedDates, timeZone, holidays }: PickupLocation): string {
  const sorted = (object: object) => Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1))
  const week = sorted(hours).map(([day, intervals]) => [
    day,
    (intervals as { from: string; to: string }[]).map(({ from, to }) => [from, to]),
  ])
  const sent = sorted(address).filter(([, value]) => value !== null && value !== undefined)
  return JSON.stringify([name, sent, week, closedDates, timeZone, holidays])
}
