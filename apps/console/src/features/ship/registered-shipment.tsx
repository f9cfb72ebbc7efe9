import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useApi, useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { BookedPanel } from './booked-panel.tsx'
import { OffersPanel } from './offers/offers-panel.tsx'
import { useOffers } from './offers/use-offers.ts'
import { useProgress } from './progress.ts'
import { readShipment, shipQueries } from './queries.ts'

/** Offers for a shipment that exists. They are asked for at once. */
export function RegisteredShipment({ shipmentId, onNext }: { shipmentId: string; onNext: () => void }) {
  const { environment_id: environmentId } = useEnvironment()
  const api = useApi()
  const kept = useProgress(`${environmentId}.${shipmentId}`)
  const { progress, keep, drop } = kept
  const { offers, ask, clear } = useOffers()
  const queryClient = useQueryClient()
  const shown = useQuery(shipQueries(api).search(shipmentId)).data
  const asking = useMutation({
    async mutationFn() {
      drop()
      clear()
      const { shipment } = await readShipment(api, shipmentId)
      queryClient.setQueryData(shipQueries(api).search(shipmentId).queryKey, shipment)
      const quote = await ask({ shipment_id: shipmentId }, crypto.randomUUID())
      keep({ quoteId: quote.quote_id, shipmentId, updatedAt: shipment.updated_at })
    },
  })
  const { mutate } = asking
  const isNew = progress === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (isNew) mutate()
  }, [])
  const booked = useQuery(shipQueries(api).booking(progress?.bookingId))
  const startNext = () => {
    drop()
    clear()
    onNext()
  }
  // As shown below: a change by somebody else voids the offers.
  const isAsQuoted = () => kept.latest()?.quoteId !== undefined && isUnchanged(shown?.updated_at, kept.latest())
  return (
    <Card title={booked.data ? <Trans>Booking</Trans> : <Trans>Offers</Trans>} className="max-w-2xl">
      <p className="mb-3 flex flex-wrap items-center gap-3">
        <Link to="/shipments/$shipmentId" params={{ shipmentId }} className="text-accent underline">
          {shown?.merchant_order_ref ?? <Trans>The shipment</Trans>}
        </Link>
        {shown && <Recipient address={shown.dropoff_address} />}
        {!booked.data && (
          <Button size="sm" busy={offers.isAsking} onClick={() => mutate()}>
            <Trans>Ask again</Trans>
          </Button>
        )}
      </p>
      {asking.isError && <ErrorNote error={asking.error} />}
      {booked.data ? (
        <BookedPanel booking={booked.data} onNext={startNext} />
      ) : (
        <OffersPanel offers={offers} kept={kept} isAsQuoted={isAsQuoted} onAsk={() => mutate()} />
      )}
    </Card>
  )
}

/** While a booking is under way, it changes the shipment itself. */
const isUnchanged = (shownAt: string | undefined, progress: { updatedAt?: string; bookingKey?: string } | null) =>
  shownAt === undefined || progress?.bookingKey !== undefined || shownAt === progress?.updatedAt

function Recipient({ address }: { address: { name: string | null; post_code: string | null; city: string | null } }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      {[address.name, address.post_code, address.city].filter(Boolean).join(', ')}
    </span>
  )
}
