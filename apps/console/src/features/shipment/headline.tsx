import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Booking, Shipment } from '@waybill/sdk'
import { CircleAlert, Copy } from 'lucide-react'
import { useCodeNames } from '../../format/code-names.ts'
import { StatusBadge } from '../../format/status-badge.tsx'
import { isFinal } from '../../format/statuses.ts'
import { useFormat } from '../../format/use-format.ts'
import { useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** The status that says most: of a courier who is under way, that of the booking; before it, whether it is booked. */
function pickStatus({ status, booking_id, hold }: Shipment, live: Booking | undefined): string {
  if (isFinal(status)) return status
  if (hold !== null) return 'held'
  if (live && live.status !== 'pending') return live.status
  return status === 'ready' ? (booking_id === null ? 'to_book' : 'booked') : status
}

interface HeadlineProps {
  shipment: Shipment
  live: Booking | undefined
}

/** The reference, for whom it is, and how far it is. */
export const Headline = ({ shipment, live }: HeadlineProps) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
    {shipment.merchant_order_ref}
    {shipment.dropoff_address.name && <bdi className="font-normal text-muted">{shipment.dropoff_address.name}</bdi>}
    <StatusBadge status={pickStatus(shipment, live)} />
  </span>
)

/** When it arrives, and the link for the recipient. */
export function Arrival({ shipment, live }: HeadlineProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { tracking_url: url, status } = shipment
  const eta = live?.eta
  if (!url && !eta) return null
  const copy = async () => {
    await navigator.clipboard.writeText(url ?? '')
    toast(t`The tracking link is copied.`)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
      {eta && !isFinal(status) && (
        <p>
          <Trans>Arrives {format.window([eta.from, eta.to])}</Trans>
        </p>
      )}
      {url && (
        <Button size="sm" onClick={copy}>
          <Copy aria-hidden />
          <Trans>Copy tracking link</Trans>
        </Button>
      )}
    </div>
  )
}

/** Why it has failed; of a delivery, also the one thing to do about it. For a booking, the actions of the page have it. */
export function FailureNote({ shipment, bookings }: { shipment: Shipment; bookings: readonly Booking[] }) {
  const getName = useCodeNames()
  const mayShip = useCan('quotes:write')
  const { status, booking_id, failure_reason } = shipment
  const [latest] = bookings
  const isRefused = status === 'ready' && booking_id === null && latest?.status === 'failed'
  if (status !== 'failed' && !isRefused) return null
  const reason = failure_reason ?? latest?.failure_reason
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-lg bg-danger-soft px-4 py-3 text-danger"
    >
      <CircleAlert className="size-5 shrink-0" aria-hidden />
      <p className="min-w-0 grow font-medium wrap-anywhere">
        {isRefused ? <Trans>The booking has failed</Trans> : <Trans>The delivery has failed</Trans>}
        {reason && `: ${getName(reason)}`}
      </p>
      {mayShip && !isRefused && (
        <Button asChild variant="primary">
          <Link to="/ship" search={{ again: shipment.shipment_id }}>
            <Trans>Ship again</Trans>
          </Link>
        </Button>
      )}
    </div>
  )
}
