import { Trans, useLingui } from '@lingui/react/macro'
import type { Booking } from '@waybill/sdk'
import { useCodeNames } from '../../format/code-names.ts'
import { ParcelState } from '../../format/parcel-states.tsx'
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
      {parcels.map((parcel) => {
        const { number, price, refund_status, label_url } = parcel
        return (
          <li key={parcel.parcel_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ParcelState parcel={parcel} />
            {price && <span>{format.money(price.amount, price.currency)}</span>}
            {refund_status && <Badge>{getName(`refund_${refund_status}`)}</Badge>}
            {label_url && (
              <Button size="sm" busy={busy} onClick={() => open(number)} aria-label={t`Label of parcel ${number}`}>
                <Trans>Label</Trans>
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
