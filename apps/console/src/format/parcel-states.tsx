import { useLingui } from '@lingui/react/macro'
import type { Booking } from '@waybill/sdk'
import { Badge } from '../ui/badge.tsx'
import { useCodeNames } from './code-names.ts'
import { StatusBadge } from './status-badge.tsx'

type Parcel = Booking['parcels'][number]

/** Where one of several parcels is, with its tracking number, which opens the carrier's page. */
export function ParcelState({
  parcel: { number, status, incident, tracking_number, carrier_tracking_url },
}: {
  parcel: Parcel
}) {
  const getName = useCodeNames()
  return (
    <>
      <span className="text-muted">{number}</span>
      <StatusBadge status={status} />
      {incident && <Badge tone="danger">{getName(incident)}</Badge>}
      {carrier_tracking_url ? (
        <a href={carrier_tracking_url} target="_blank" rel="noreferrer" className="font-mono text-sm underline">
          {tracking_number ?? new URL(carrier_tracking_url).hostname}
        </a>
      ) : (
        tracking_number && <span className="font-mono text-sm">{tracking_number}</span>
      )}
    </>
  )
}

/** The parcels of a booking of several; nothing for one. */
export function ParcelStates({ booking: { parcels } }: { booking: Booking }) {
  const { t } = useLingui()
  // A server of an earlier version names none.
  if ((parcels ?? []).length < 2) return null
  return (
    <ul aria-label={t`Parcels`} className="grid gap-1">
      {parcels.map((parcel) => (
        <li key={parcel.parcel_id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ParcelState parcel={parcel} />
        </li>
      ))}
    </ul>
  )
}
