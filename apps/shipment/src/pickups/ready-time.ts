/** Pure: when carriers can collect a shipment, within the opening hours of its pickup. */
import { collectableAt, type Shipment } from '@waybill/contracts/shipment'
import { listHolidays } from '@waybill/contracts/values/holidays'
import { defaultCollectionHours, nextOpening, type WeeklyHours } from '@waybill/contracts/values/opening-hours'
import { getTimeZone } from '@waybill/contracts/values/time-zone'

/** Opening hours of a pickup, as far as they are known. */
export interface PickupHours {
  hours: WeeklyHours
  closedDates: readonly string[]
  /** Null: found by the address. */
  timeZone: string | null
  holidays: 'observe' | 'ignore'
}

const unknownHours: PickupHours = {
  hours: defaultCollectionHours,
  closedDates: [],
  timeZone: null,
  holidays: 'observe',
}

/**
 * The time at which the goods can be collected, or `at` if it is later; moved to the next opening of the pickup. Null for an
 * on-demand shipment, whose courier comes whether the pickup is open or not.
 */
export function readyForCarriers(shipment: Shipment, pickup: PickupHours | undefined, at: Date): Date | null {
  if (shipment.onDemand) return null
  const { hours, closedDates, holidays, timeZone: given } = pickup ?? unknownHours
  const { pickupAddress } = shipment
  const timeZone = given ?? getTimeZone(pickupAddress)
  const isHoliday = holidays === 'observe' ? listHolidays(pickupAddress, timeZone) : () => false
  const isClosed = (date: string): boolean => closedDates.includes(date) || isHoliday(date)
  const collectable = collectableAt(shipment, timeZone)
  return nextOpening({ timeZone, weekly: hours, isClosed }, collectable > at ? collectable : at)
}
