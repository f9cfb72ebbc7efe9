import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { isFinal } from '../../format/statuses.ts'
import { useApi, useCan, useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { FoldedCard } from '../../ui/card.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { BookingCard } from './booking-card.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { EditSheet } from './edit-sheet.tsx'
import { FactsCard } from './facts/facts-card.tsx'
import { HandlingCard } from './handling/handling-card.tsx'
import { HoldDialog } from './handling/hold-dialog.tsx'
import { HoldNote } from './handling/hold-note.tsx'
import { NotesCard } from './handling/notes-card.tsx'
import { Arrival, FailureNote, Headline } from './headline.tsx'
import { MapCard } from './map-card.tsx'
import { shipmentQueries } from './queries.ts'
import { RequestNote } from './returns/request-note.tsx'
import { ReturnSheet } from './returns/return-sheet.tsx'
import { SimulatorCard } from './simulator-card.tsx'
import { TimelineCard } from './timeline/timeline-card.tsx'

/** One shipment: what it is, what has happened and why, and what can be done. */
export function ShipmentPage() {
  const { t } = useLingui()
  const { shipmentId } = useParams({ from: '/signed-in/shipments/$shipmentId' })
  const { data, error, refetch } = useQuery(shipmentQueries(useApi()).one(shipmentId))
  if (data) return <LoadedShipment shipment={data.shipment} etag={data.etag} />
  return (
    <Page title={t`Shipment`}>
      {error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />}
    </Page>
  )
}

function LoadedShipment({ shipment, etag }: { shipment: Shipment; etag: string | null }) {
  const { t } = useLingui()
  const { shipment_id: shipmentId } = shipment
  const bookings = useQuery(shipmentQueries(useApi()).bookings(shipmentId))
  const { livemode } = useEnvironment()
  const mayMove = useCan('bookings:write')
  const live = bookings.data?.find((booking) => !isFinal(booking.status))
  const shown = live ?? bookings.data?.[0]
  // Until they are known, the shipment says whether it is booked.
  const bookingId = bookings.data ? (live?.booking_id ?? null) : shipment.booking_id
  return (
    <Page
      title={shipment.merchant_order_ref}
      heading={<Headline shipment={shipment} live={live} />}
      actions={<Actions shipment={shipment} etag={etag} bookingId={bookingId} />}
    >
      <RequestNote shipment={shipment} />
      {shipment.hold && <HoldNote shipmentId={shipmentId} hold={shipment.hold} />}
      <Arrival shipment={shipment} live={live} />
      {bookings.data && <FailureNote shipment={shipment} bookings={bookings.data} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <FactsCard shipment={shipment} />
          <HandlingCard key={shipmentId} shipment={shipment} />
          {bookings.data?.map((booking) => (
            <BookingCard key={booking.booking_id} booking={booking} />
          ))}
          {bookings.isFetched && <MapCard shipment={shipment} booking={shown} />}
          {!livemode && live && mayMove && <SimulatorCard shipmentId={shipmentId} />}
          <FoldedCard title={<Trans>JSON</Trans>}>
            <JsonView value={shipment} label={t`Shipment as JSON`} />
          </FoldedCard>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <NotesCard key={`notes ${shipmentId}`} shipmentId={shipmentId} />
          <TimelineCard key={shipmentId} shipmentId={shipmentId} />
        </div>
      </div>
    </Page>
  )
}

type Opened = 'edit' | 'cancel' | 'cancel-booking' | 'hold' | 'return' | null

const UNRETURNABLE: readonly string[] = ['returning', 'returned', 'failed', 'cancelled', 'expired']

interface ActionsProps {
  shipment: Shipment
  etag: string | null
  /** The booking that has not ended. */
  bookingId: string | null
}

/** Actions that the state and the person's role allow. */
function Actions({ shipment, etag, bookingId }: ActionsProps) {
  const { t } = useLingui()
  const { shipment_id: shipmentId, status, hold, dispatch } = shipment
  const { edit } = useSearch({ from: '/signed-in/shipments/$shipmentId' })
  const navigate = useNavigate({ from: '/shipments/$shipmentId' })
  const [opened, setOpened] = useState<Opened>(edit ? 'edit' : null)
  const addresses = useQuery(shipmentQueries(useApi()).addresses(shipmentId))
  const mayShip = useCan('quotes:write')
  const mayWrite = useCan('shipments:change') && !isFinal(status)
  const mayCancelBooking = useCan('bookings:write') && bookingId !== null && !isFinal(status)
  const isToBook = status === 'ready' && bookingId === null
  const mayHold = mayWrite && isToBook && shipment.booking_id === null && dispatch === null && hold === null
  const mayReturn =
    useCan('shipments:write') &&
    shipment.direction === 'outbound' &&
    shipment.booking_id !== null &&
    !UNRETURNABLE.includes(status)
  const group = t`Shipment`
  useCommands([
    ...(mayHold ? [{ id: 'shipment.hold', title: t`Put on hold`, group, run: () => setOpened('hold') }] : []),
    ...(mayReturn ? [{ id: 'shipment.return', title: t`Make a return`, group, run: () => setOpened('return') }] : []),
    ...(mayWrite
      ? [
          { id: 'shipment.edit', title: t`Change the shipment`, group, shortcut: 'e', run: () => setOpened('edit') },
          { id: 'shipment.cancel', title: t`Cancel the shipment`, group, run: () => setOpened('cancel') },
        ]
      : []),
  ])
  const close = () => {
    setOpened(null)
    if (edit) void navigate({ search: (before) => ({ ...before, edit: undefined }), replace: true })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {mayShip && mayWrite && isToBook && hold === null && (
        <Button asChild variant="primary">
          <Link to="/ship" search={{ shipment: shipmentId }}>
            <Trans>Get offers</Trans>
          </Link>
        </Button>
      )}
      {mayWrite && (
        <Button onClick={() => setOpened('edit')}>
          <Trans>Change</Trans>
        </Button>
      )}
      {mayHold && (
        <Button onClick={() => setOpened('hold')}>
          <Trans>Put on hold</Trans>
        </Button>
      )}
      {mayReturn && (
        <Button onClick={() => setOpened('return')}>
          <Trans>Make a return</Trans>
        </Button>
      )}
      {mayCancelBooking && (
        <Button onClick={() => setOpened('cancel-booking')}>
          <Trans>Cancel the booking</Trans>
        </Button>
      )}
      {mayWrite && (
        <Button onClick={() => setOpened('cancel')}>
          <Trans>Cancel the shipment</Trans>
        </Button>
      )}
      {mayWrite && opened === 'edit' && addresses.data && (
        <EditSheet shipment={shipment} addresses={addresses.data} etag={etag} onClose={close} />
      )}
      {mayWrite && opened === 'edit' && !addresses.data && addresses.error && (
        <Sheet open onOpenChange={close} title={<Trans>Change the shipment</Trans>}>
          <ErrorState error={addresses.error} onRetry={() => addresses.refetch()} />
        </Sheet>
      )}
      {opened === 'return' && <ReturnSheet shipment={shipment} onClose={close} />}
      {opened === 'hold' && <HoldDialog shipmentId={shipmentId} onClose={close} />}
      {opened === 'cancel' && <CancelDialog shipmentId={shipmentId} bookingId={null} onClose={close} />}
      {opened === 'cancel-booking' && <CancelDialog shipmentId={shipmentId} bookingId={bookingId} onClose={close} />}
    </div>
  )
}
