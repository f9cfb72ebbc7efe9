import { Trans, useLingui } from '@lingui/react/macro'
import type { Booking } from '@waybill/sdk'
import { useCodeNames } from '../../format/code-names.ts'
import { StatusBadge } from '../../format/status-badge.tsx'
import { useFormat } from '../../format/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

/** The parcels of a booking of several: where each is, its number, price and label. `open`: shows the label of one. */
export function ParcelList({
  booking: { parcels },
  busy,
  open,
}: {
  booking: Booking
  busy: boolean
  open: (parcelNumber: number) => void
}) {
  const format = useFormat()
  const getName = useCodeNames()
  const { t } = useLingui()
  return (
    <ul className="grid gap-2">
      {parcels.map(({ parcel_id, number, status, incident, tracking_number, price, refund_status, label_url }) => (
        <li key={parcel_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted">{number}</span>
          <StatusBadge status={status} />
          {incident && <Badge tone="danger">{getName(incident)}</Badge>}
          {tracking_number && <span className="font-mono text-sm">{tracking_number}</span>}
          {price && <span>{format.money(price.amount, price.currency)}</span>}
          {refund_status && <Badge>{getName(`refund_${refund_status}`)}</Badge>}
          {label_url && (
            <Button size="sm" busy={busy} onClick={() => open(number)} aria-label={t`Label of parcel ${number}`}>
              <Trans>Label</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
