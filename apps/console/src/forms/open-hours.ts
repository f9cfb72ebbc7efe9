/** Pure: when a pickup location is open. */
import type { PickupLocation } from '@waybill/sdk'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/**
 * When the location is open on the day, YYYY-MM-DD. Empty: closed. Public holidays are not known here. Null: no such day.
 */
export function hoursOn({ hours, closed_dates }: PickupLocation, date: string): { from: string; to: string }[] | null {
  const at = new Date(`${date}T12:00:00Z`)
  if (Number.isNaN(at.getTime())) return null
  return closed_dates.includes(date) ? [] : (hours[WEEKDAYS[at.getUTCDay()] ?? 'sunday'] ?? [])
}
