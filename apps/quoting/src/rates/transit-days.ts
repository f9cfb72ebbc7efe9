/** Pure: how many days a transport takes, as merchants count them. */
import { localDate } from '@waybill/contracts/values/local-time'
import { getTimeZone, type ZonedPlace } from '@waybill/contracts/values/time-zone'

const DAY_MS = 86_400_000

/** The days from the local date at the pickup when the parcels are ready to the local date of delivery at the drop-off. */
export function transitDays(
  { pickup, dropoff, readyAt }: { pickup: ZonedPlace; dropoff: ZonedPlace; readyAt: Date },
  deliveredAt: Date,
): number {
  const ready = localDate(readyAt, getTimeZone(pickup))
  const delivered = localDate(deliveredAt, getTimeZone(dropoff))
  // Eastwards over the date line, a parcel may arrive on the day before.
  return Math.max(0, (Date.parse(delivered) - Date.parse(ready)) / DAY_MS)
}
