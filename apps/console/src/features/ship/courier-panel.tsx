import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { BookedPanel } from './booked-panel.tsx'
import { isAboutText } from './offers/messages.tsx'
import { ShortenedTexts } from './offers/shortened-texts.tsx'
import { shipQueries } from './queries.ts'

interface CourierPanelProps {
  shipmentId: string
  onNext: () => void
  /** Leads back to the form, whose limits can be changed. */
  onAgain: () => void
}

/** The search for a courier, as it goes on, and the courier who was found. */
export function CourierPanel({ shipmentId, onNext, onAgain }: CourierPanelProps) {
  const { t } = useLingui()
  const format = useFormat()
  const queries = shipQueries(useApi())
  const { data: shipment, error, refetch } = useQuery(queries.search(shipmentId))
  const { data: messages } = useQuery({
    ...queries.searchMessages(shipmentId),
    enabled: shipment?.status === 'in_transit' || typeof shipment?.booking_id === 'string',
  })
  const { data: booking } = useQuery(queries.booking(shipment?.booking_id ?? undefined))
  if (error && !shipment) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!shipment) return <SkeletonLines />
  const reasons: Record<string, string> = {
    no_courier_available: t`No courier was available.`,
    dispatch_window_over: t`No courier was found in time.`,
    dispatch_attempts_used_up: t`Too many couriers gave the job back.`,
    no_carrier_on_demand: t`None of your carriers sends couriers at once.`,
  }
  const texts = messages?.filter(({ code }) => isAboutText(code)) ?? []
  if (booking && shipment.booking_id !== null && booking.status !== 'pending')
    return (
      <div className="flex flex-col gap-4">
        <ShortenedTexts messages={texts.filter(({ carrier_code: code }) => code === booking.carrier_code)} />
        <BookedPanel booking={booking} onNext={onNext} />
      </div>
    )
  const link = (
    <Button asChild variant="ghost">
      <Link to="/shipments/$shipmentId" params={{ shipmentId }}>
        <Trans>Open the shipment</Trans>
      </Link>
    </Button>
  )
  if (shipment.status === 'failed' || shipment.status === 'cancelled') {
    const reason = reasons[shipment.failure_reason ?? ''] ?? shipment.failure_reason?.replaceAll('_', ' ')
    return (
      <div className="flex flex-col gap-4">
        <p className="flex items-center gap-2 font-semibold" role="alert">
          <CircleAlert className="size-5 text-danger" aria-hidden />
          {shipment.status === 'failed' ? <Trans>No courier comes</Trans> : <Trans>Cancelled</Trans>}
        </p>
        {reason && <p>{reason}</p>}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={onAgain}>
            <Trans>Change and try again</Trans>
          </Button>
          {link}
        </div>
      </div>
    )
  }
  const { max_total_amount: most, currency, deliver_by: deliverBy } = shipment.dispatch ?? {}
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-2 font-semibold" role="status">
        <LoaderCircle className="size-5 animate-spin text-muted" aria-hidden />
        <Trans>Looking for a courier</Trans>
      </p>
      <div className="text-muted">
        {most && currency && (
          <p>
            <Trans>For at most {format.money(most, currency)}</Trans>
          </p>
        )}
        {deliverBy && (
          <p>
            <Trans>Delivered by {format.time(deliverBy)}</Trans>
          </p>
        )}
        <p>
          <Trans>You can leave this page: the search goes on.</Trans>
        </p>
      </div>
      <ShortenedTexts messages={texts} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onNext}>
          <Trans>Ship the next one</Trans>
        </Button>
        {link}
      </div>
    </div>
  )
}
