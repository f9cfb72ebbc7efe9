import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Booking } from '@waybill/sdk'
import { Printer, QrCode } from 'lucide-react'
import { useState } from 'react'
import { useCodeNames } from '../../format/code-names.ts'
import { crossesCustoms } from '../../format/customs-border.ts'
import { StatusBadge } from '../../format/status-badge.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Fact, Facts } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ParcelList } from './parcel-list.tsx'
import { shipmentQueries, useDocument } from './queries.ts'

/** Goods that are declared, or listed on their way across a border with customs, of which there is an invoice at least. */
const hasPapers = (shipment: Booking['shipment']): boolean =>
  shipment != null &&
  (shipment.customs != null ||
    (crossesCustoms(shipment.pickup_address, shipment.dropoff_address) &&
      shipment.parcels.some(({ items }) => (items ?? []).length > 0)))

/** The refund of a cancelled label, in words. */
function RefundState({ refund }: { refund: NonNullable<Booking['refund']> }) {
  const format = useFormat()
  const amount = format.money(refund.amount, refund.currency)
  switch (refund.status) {
    case 'requested':
      return <Trans>{amount} asked back from the carrier</Trans>
    case 'submitted':
      return <Trans>{amount}: the carrier decides within 45 days</Trans>
    case 'granted':
      return <Trans>{amount} paid back</Trans>
    case 'rejected':
      return <Trans>{amount}: the carrier has refused it</Trans>
    default:
      return <Trans>{amount}: the carrier has not decided. Ask it.</Trans>
  }
}

/** A booking: who carries it, when it arrives, its label and proof of delivery, what was said with the carrier. */
export function BookingCard({ booking }: { booking: Booking }) {
  const format = useFormat()
  const getName = useCodeNames()
  const { t } = useLingui()
  const { quote_option: option, eta, driver, pod } = booking
  const document = useDocument(booking.booking_id)
  // The tab is opened by the click itself: browsers refuse one that opens later.
  const open = (name: string) => document.mutate({ name, tab: window.open('', '_blank') })
  const hasLabel = booking.label_url !== null && booking.status !== 'cancelled'
  const actions = hasLabel && (
    <span className="flex flex-wrap gap-2">
      {hasPapers(booking.shipment) && (
        <Button size="sm" busy={document.isPending} onClick={() => open('customs')}>
          <Trans>Papers for customs</Trans>
        </Button>
      )}
      {booking.shipment.return_terms?.label === 'qr' && (
        <Button size="sm" busy={document.isPending} onClick={() => open('qr')}>
          <QrCode aria-hidden />
          <Trans>QR code</Trans>
        </Button>
      )}
      <Button size="sm" busy={document.isPending} onClick={() => open('label')}>
        <Printer aria-hidden />
        {booking.printed_at === null ? <Trans>Print the label</Trans> : <Trans>Print the label again</Trans>}
      </Button>
    </span>
  )
  const title = (
    <>
      {option.carrier_name ?? option.carrier_code}
      {/* Tells the bookings of a shipment apart. The number is in view below. */}
      <span className="sr-only"> {booking.tracking_number ?? booking.booking_id}</span>
    </>
  )
  return (
    <Card title={title} actions={actions}>
      <Facts>
        <Fact name={<Trans>Status</Trans>}>
          <StatusBadge status={booking.status} />
          {booking.incident && <Badge tone="danger">{getName(booking.incident)}</Badge>}
        </Fact>
        <Fact name={<Trans>Service</Trans>}>{option.service_name ?? option.service_code}</Fact>
        <Fact name={<Trans>Price</Trans>}>{format.money(option.total_amount, option.currency)}</Fact>
        {booking.refund && (
          <Fact name={<Trans>Refund</Trans>}>
            <RefundState refund={booking.refund} />
          </Fact>
        )}
        {eta && <Fact name={<Trans>Arrival</Trans>}>{format.window([eta.from, eta.to])}</Fact>}
        {booking.parcels.length > 1 && (
          <Fact name={<Trans>Parcels</Trans>}>
            <ParcelList booking={booking} busy={document.isPending} open={(number) => open(`label-${number}`)} />
          </Fact>
        )}
        {booking.parcels.length <= 1 && booking.tracking_number && (
          <Fact name={<Trans>Tracking number</Trans>}>
            <span className="font-mono">{booking.tracking_number}</span>
          </Fact>
        )}
        {driver?.name && (
          <Fact name={<Trans>Courier</Trans>}>
            <p>{driver.name}</p>
            {driver.telephone && <a href={`tel:${driver.telephone}`}>{driver.telephone}</a>}
            {driver.telephone_pin && <p>{t`PIN ${driver.telephone_pin}`}</p>}
          </Fact>
        )}
        {booking.printed_at && <Fact name={<Trans>Printed</Trans>}>{format.time(booking.printed_at)}</Fact>}
        {booking.failure_reason && <Fact name={<Trans>Reason</Trans>}>{getName(booking.failure_reason)}</Fact>}
        {pod && (
          <Fact name={<Trans>Proof of delivery</Trans>}>
            <p>{format.time(pod.captured_at)}</p>
            {pod.recipient && <p>{pod.recipient.name}</p>}
            <span className="flex flex-wrap gap-2">
              {pod.photos.map((photo, index) => (
                <Button key={photo.sha256} size="sm" onClick={() => open(`photo-${index + 1}`)}>
                  {t`Photo ${index + 1}`}
                </Button>
              ))}
              {pod.signature && (
                <Button size="sm" onClick={() => open('signature')}>
                  <Trans>Signature</Trans>
                </Button>
              )}
            </span>
          </Fact>
        )}
      </Facts>
      {document.isError && <ErrorNote error={document.error} />}
      <Exchanges bookingId={booking.booking_id} />
    </Card>
  )
}

/** Exchanges with the carrier, without secrets and personal data. Read when it is opened. */
function Exchanges({ bookingId }: { bookingId: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...shipmentQueries(useApi()).exchanges(bookingId), enabled: isOpen })
  return (
    <details className="mt-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 text-sm text-muted">
        <Trans>Exchanges with the carrier</Trans>
      </summary>
      {error && <ErrorNote error={error} />}
      {data && <JsonView value={data} label={t`Exchanges with the carrier as JSON`} />}
    </details>
  )
}
