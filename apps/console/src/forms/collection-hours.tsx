import { Trans } from '@lingui/react/macro'
import type { PickupLocation } from '@waybill/sdk'
import { hoursOn } from './open-hours.ts'

/** When the location is open on the collection date, or that it is closed. */
export function CollectionHours({ location, date }: { location: PickupLocation; date: string }) {
  const hours = hoursOn(location, date)
  if (hours === null) return null
  if (hours.length === 0) {
    return (
      <p className="text-sm text-warning">
        <Trans>Closed on the collection date. Carriers are asked for the next time it is open.</Trans>
      </p>
    )
  }
  const times = hours.map(({ from, to }) => `${from}–${to}`).join(', ')
  return (
    <p className="text-sm text-muted tabular-nums">
      <Trans>Open {times} on the collection date</Trans>
    </p>
  )
}
