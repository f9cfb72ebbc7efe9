import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Quote } from '@waybill/sdk'
import { PackageCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dropDraft, keepDraft } from '../../forms/draft.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useApi, useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { BookedPanel } from './booked-panel.tsx'
import { CourierPanel } from './courier-panel.tsx'
import { orderOffers } from './offer-order.ts'
import { OffersList } from './offers-list.tsx'
import { locationAt } from './pickup.ts'
import { keepLast, type Progress, readLast, useProgress } from './progress.ts'
import { bookOption, sendCourier, shipQueries } from './queries.ts'
import { ShipForm } from './ship-form.tsx'
import { useOffers } from './use-offers.ts'
import { emptyForm, localDate, type ShipValues, toDocument, toOnDemandDocument } from './values.ts'

/** From an address to a printed label. */
export function ShipPage() {
  const { t } = useLingui()
  const [round, setRound] = useState(0)
  const { shipment: shipmentId } = useSearch({ from: '/signed-in/ship' })
  const navigate = useNavigate()
  return (
    <Page title={t`Ship`}>
      {shipmentId === undefined ? (
        <OneShipment key={round} onNext={() => setRound(round + 1)} />
      ) : (
        <RegisteredShipment key={shipmentId} shipmentId={shipmentId} onNext={() => navigate({ to: '/ship' })} />
      )}
    </Page>
  )
}

/** Offers for a shipment that exists. They are asked for at once. */
function RegisteredShipment({ shipmentId, onNext }: { shipmentId: string; onNext: () => void }) {
  const { environment_id: environmentId } = useEnvironment()
  const { progress, keep, drop } = useProgress(`${environmentId}.${shipmentId}`)
  const { offers, ask, clear } = useOffers()
  const asking = useMutation({
    async mutationFn() {
      drop()
      const quote = await ask({ shipment_id: shipmentId }, crypto.randomUUID())
      keep({ quoteId: quote.quote_id, shipmentId })
    },
  })
  const { mutate } = asking
  const isNew = progress === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (isNew) mutate()
  }, [])
  const booked = useQuery(shipQueries(useApi()).booking(progress?.bookingId))
  const startNext = () => {
    drop()
    clear()
    onNext()
  }
  return (
    <Card title={booked.data ? <Trans>Booking</Trans> : <Trans>Offers</Trans>} className="max-w-2xl">
      <p className="mb-3 flex flex-wrap items-center gap-3">
        <Link to="/shipments/$shipmentId" params={{ shipmentId }} className="text-accent underline">
          <Trans>The shipment</Trans>
        </Link>
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
        <OffersPanel offers={offers} progress={progress} keep={keep} />
      )}
    </Card>
  )
}

function OneShipment({ onNext }: { onNext: () => void }) {
  const { t } = useLingui()
  const { environment_id: environmentId } = useEnvironment()
  const api = useApi()
  const queryClient = useQueryClient()
  const draftKey = `ship.${environmentId}`
  const { progress, keep, drop } = useProgress(environmentId)
  const { offers, ask, clear } = useOffers()
  const [defaultValues] = useState(() => emptyForm(localDate(new Date()), readLast('pickup', environmentId), t`Parcel`))
  const form = useApiForm<ShipValues>({
    defaultValues,
    draftKey,
    keepsAll: true,
    async submit(values, idempotencyKey) {
      drop()
      if (values.on_demand) {
        const { shipment_id: shipmentId } = await sendCourier(api, toOnDemandDocument(values), idempotencyKey)
        keep({ shipmentId, isOnDemand: true })
      } else {
        const { quote_id: quoteId, shipment_id: shipmentId } = await ask(toDocument(values), idempotencyKey)
        keep({ quoteId, shipmentId })
      }
      const locations = queryClient.getQueryData(shipQueries(api).pickupLocations().queryKey) ?? []
      keepLast('pickup', environmentId, values.pickup_address)
      keepLast(
        'pickup-location',
        environmentId,
        locationAt(values.pickup_address, locations)?.pickup_location_id ?? null,
      )
      keepLast('preset', environmentId, values.parcels.at(-1)?.preset_id || null)
    },
  })
  const isSent = progress?.isOnDemand === true
  const submit = async () => {
    // Never send a second courier by accident: the next one needs a new form.
    if (isSent) return
    await form.onSubmit()
    // Until it is booked, the form stays: a reload shows it with the offers.
    keepDraft(draftKey, form.getValues())
  }
  const booked = useQuery(shipQueries(api).booking(progress?.bookingId))
  const startNext = () => {
    drop()
    clear()
    dropDraft(draftKey)
    onNext()
  }
  const title = isSent ? <Trans>Courier</Trans> : booked.data ? <Trans>Booking</Trans> : <Trans>Offers</Trans>
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(22rem,2fr)]">
      <ShipForm form={form} isAsking={offers.isAsking} onSubmit={submit} />
      <Card title={title} className="lg:sticky lg:top-3">
        {isSent ? (
          <CourierPanel shipmentId={progress.shipmentId} onNext={startNext} onAgain={drop} />
        ) : booked.data ? (
          <BookedPanel booking={booked.data} onNext={startNext} />
        ) : (
          <OffersPanel offers={offers} progress={progress} keep={keep} />
        )}
      </Card>
    </div>
  )
}

interface OffersPanelProps {
  offers: ReturnType<typeof useOffers>['offers']
  progress: Progress | null
  keep: (progress: Progress) => void
}

function OffersPanel({ offers, progress, keep }: OffersPanelProps) {
  const stored = useQuery(shipQueries(useApi()).quote(progress?.quoteId))
  const shown = offers.options.length > 0 || offers.isAsking ? offers : toOffers(stored.data)
  const [first] = orderOffers(shown.options)
  const [picked, setPicked] = useState<string>()
  const chosen = picked ?? progress?.quoteOptionId ?? first?.option.quote_option_id
  const booking = useBook(progress, keep)
  const isBookable = progress?.quoteId !== undefined && !offers.isAsking && chosen !== undefined
  useFocusOnOffers(isBookable)
  if (shown.options.length === 0 && shown.messages.length === 0 && !offers.isAsking) {
    return (
      <EmptyState icon={<PackageCheck aria-hidden />} title={<Trans>No offers yet</Trans>}>
        <Trans>Fill in the recipient and the parcels, then get offers from your carriers.</Trans>
      </EmptyState>
    )
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBookable && !booking.isPending) booking.mutate(chosen)
      }}
    >
      <OffersList offers={shown} chosen={chosen} onChoose={setPicked} disabled={booking.isPending} />
      {booking.isError && <ErrorNote error={booking.error} />}
      {chosen !== undefined && (
        <Button type="submit" variant="primary" disabled={!isBookable} busy={booking.isPending}>
          <Trans>Book</Trans>
        </Button>
      )}
    </form>
  )
}

const toOffers = (quote: Quote | undefined) => ({
  isAsking: false,
  options: quote?.options ?? [],
  messages: quote?.messages ?? [],
})

/** Books with a key that is stored before the call: a lost answer or a reload books once. */
function useBook(progress: Progress | null, keep: (progress: Progress) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(quoteOptionId: string) {
      if (progress === null) throw new Error('There is no quote to book.')
      const isRepeated = progress.quoteOptionId === quoteOptionId && progress.bookingKey !== undefined
      const bookingKey = isRepeated ? (progress.bookingKey ?? '') : crypto.randomUUID()
      const attempt = { ...progress, quoteOptionId, bookingKey }
      keep(attempt)
      const booking = await bookOption(api, { shipmentId: progress.shipmentId, quoteOptionId, bookingKey })
      queryClient.setQueryData(shipQueries(api).booking(booking.booking_id).queryKey, booking)
      keep({ ...attempt, bookingId: booking.booking_id })
    },
  })
}

/** Once the offers can be booked, the focus is on the chosen one: Enter books it. */
function useFocusOnOffers(isBookable: boolean) {
  useEffect(() => {
    if (!isBookable) return
    document.querySelector<HTMLInputElement>('input[name="quote_option"]:checked')?.focus()
  }, [isBookable])
}
