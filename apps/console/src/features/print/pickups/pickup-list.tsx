import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Pickup } from '@waybill/sdk'
import { useRef, useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useCarrierNames } from '../../../handling/carrier-names.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { isLive, pickupQueries, useCancelPickup } from './queries.ts'

const looks: Record<
  Pickup['status'],
  { tone: 'accent' | 'success' | 'warning' | 'danger' | 'neutral'; word: MessageDescriptor }
> = {
  requested: { tone: 'accent', word: msg`The carrier is being asked` },
  scheduled: { tone: 'success', word: msg`Scheduled` },
  changed: { tone: 'warning', word: msg`Comes late` },
  missed: { tone: 'danger', word: msg`Missed` },
  cancelled: { tone: 'neutral', word: msg`Cancelled` },
  failed: { tone: 'danger', word: msg`Failed` },
  unknown: { tone: 'warning', word: msg`Ask the carrier` },
}

/** The newest pickups, each with its state, and to cancel. */
export function PickupList() {
  const { data: pickups, error, refetch } = useQuery(pickupQueries(useApi()).recent())
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!pickups) return <SkeletonLines />
  if (pickups.length === 0)
    return (
      <p className="text-sm text-muted">
        <Trans>No pickup is scheduled yet.</Trans>
      </p>
    )
  return (
    <ul className="flex flex-col divide-y">
      {pickups.map((pickup) => (
        <PickupItem key={pickup.pickup_id} pickup={pickup} />
      ))}
    </ul>
  )
}

function PickupItem({ pickup }: { pickup: Pickup }) {
  const { i18n, t } = useLingui()
  const format = useFormat()
  const { toCarrier } = useCarrierNames()
  const mayCancel = useCan('bookings:write')
  const [asks, setAsks] = useState(false)
  const cancelling = useCancelPickup()
  const key = useRef(crypto.randomUUID())
  const { status, price, confirmation_number, address, error, cancellation_requested_at } = pickup
  const look = looks[status]
  const window = format.window([pickup.window_from, pickup.window_to])
  const isCancelling = isLive(pickup) && cancellation_requested_at !== null
  const place = [address?.name, address?.address_line_1, address?.city].filter(Boolean).join(', ')
  const facts = [place, confirmation_number, price && `${price.amount} ${price.currency}`].filter(Boolean)
  const cancel = async () => {
    try {
      await cancelling.mutateAsync({ id: pickup.pickup_id, key: key.current })
      key.current = crypto.randomUUID()
    } catch {
      // A toast shows the error.
    }
    setAsks(false)
  }
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {toCarrier(pickup.carrier_code)} · {window}
            <Badge tone={isCancelling ? 'accent' : look?.tone}>
              {isCancelling ? t`Being cancelled` : look ? i18n._(look.word) : status}
            </Badge>
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            <Plural value={pickup.parcels} one="# parcel" other="# parcels" />
            {facts.map((fact) => ` · ${fact}`)}
          </p>
        </div>
        {isLive(pickup) && !isCancelling && mayCancel && (
          <Button onClick={() => setAsks(true)} aria-label={t`Cancel the pickup of ${window}`}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
      {error !== null && (
        <p role="alert" className="text-sm wrap-anywhere text-danger">
          {error.message}
        </p>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t`Cancel this pickup?`}
        action={t`Cancel the pickup`}
        onConfirm={() => void cancel()}
        busy={cancelling.isPending}
        danger
      >
        <Trans>The carrier is asked not to come. The parcels can then be in another pickup.</Trans>
      </ConfirmDialog>
    </li>
  )
}
