import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Quote } from '@waybill/sdk'
import { PackageCheck, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useApi } from '../../../session/workspace.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { isFocusReturning } from '../../../ui/focus-return.ts'
import type { KeptProgress } from '../progress.ts'
import { shipQueries } from '../queries.ts'
import { ChangedElsewhere } from '../sending.ts'
import { booksAfter } from './enter-guard.ts'
import { orderOffers } from './offer-order.ts'
import { OffersList } from './offers-list.tsx'
import { useBook } from './use-book.ts'
import { useFocusOnOffers } from './use-focus-on-offers.ts'
import type { Offers } from './use-offers.ts'

/** After a dialog has given the focus back: a scanner sends two Enters, a held key repeats, faster than a person looks. */
const TAIL_OF_DIALOG_MS = 500

interface OffersPanelProps {
  offers: Offers
  kept: KeptProgress
  /** Whether the offers are for what the page shows, at the moment of the call. */
  isAsQuoted: () => boolean
  /** Asks for offers for what the page shows. */
  onAsk: () => void
}

/** The offers, and the button that books the chosen one. Offers for something else than what the page shows cannot be booked. */
export function OffersPanel({ offers, kept, isAsQuoted, onAsk }: OffersPanelProps) {
  const { t } = useLingui()
  const { progress } = kept
  const stored = useQuery(shipQueries(useApi()).quote(progress?.quoteId))
  const shown = offers.options.length > 0 || offers.isAsking ? offers : toOffers(stored.data)
  const ordered = orderOffers(shown.options).map(({ option }) => option)
  const [picked, setPicked] = useState<string>()
  const find = (id: string | undefined) => ordered.find(({ quote_option_id }) => quote_option_id === id)
  const chosen = find(picked) ?? find(progress?.quoteOptionId) ?? ordered[0]
  const booking = useBook(kept)
  const isCurrent = isAsQuoted()
  const isBookable = isCurrent && !offers.isAsking && chosen !== undefined
  const panel = useRef<HTMLFormElement>(null)
  const enterBooks = useRef(true)
  /** By the clock of events. */
  const booksFromMs = useRef(0)
  useFocusOnOffers(panel, { isAsking: offers.isAsking, isBookable })
  const { reset } = booking
  useEffect(() => {
    if (offers.isAsking) reset()
  }, [offers.isAsking, reset])
  useEffect(() => {
    if (isBookable) announce(t`The offers are here.`)
  }, [isBookable, t])
  if (shown.options.length === 0 && shown.messages.length === 0 && !offers.isAsking) {
    return (
      <EmptyState icon={<PackageCheck aria-hidden />} title={<Trans>No offers yet</Trans>}>
        <Trans>Fill in the recipient and the parcels, then get offers from your carriers.</Trans>
      </EmptyState>
    )
  }
  const isVoid = !isCurrent && !offers.isAsking && chosen !== undefined
  return (
    <form
      ref={panel}
      className="flex flex-col gap-4"
      onFocus={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        enterBooks.current = true
        booksFromMs.current = isFocusReturning() ? event.timeStamp + TAIL_OF_DIALOG_MS : 0
      }}
      onKeyDown={(event) => {
        const mayBook = enterBooks.current && !event.repeat && event.timeStamp >= booksFromMs.current
        if ((event.key === 'Enter' || event.key === ' ') && !mayBook) event.preventDefault()
        enterBooks.current = booksAfter(enterBooks.current, event)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        // As of now: what is typed may be newer than what was rendered.
        if (isBookable && isAsQuoted() && !booking.isPending) booking.mutate(chosen.quote_option_id)
      }}
    >
      <OffersList
        offers={shown}
        chosen={chosen?.quote_option_id}
        onChoose={setPicked}
        disabled={booking.isPending}
        isVoid={isVoid}
      />
      {booking.isError && <BookingError error={booking.error} />}
      {isVoid ? (
        <ChangedNote onAsk={onAsk} />
      ) : (
        chosen !== undefined && <BookButton option={chosen} disabled={!isBookable} busy={booking.isPending} />
      )}
    </form>
  )
}

function BookingError({ error }: { error: unknown }) {
  if (!(error instanceof ChangedElsewhere)) return <ErrorNote error={error} />
  return (
    <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning">
      <Trans>Somebody else has changed this shipment. Nothing was booked.</Trans>
    </p>
  )
}

function ChangedNote({ onAsk }: { onAsk: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
      <p role="status" className="grow">
        <Trans>Changed. Get new offers.</Trans>
      </p>
      <Button size="sm" onClick={onAsk}>
        <RotateCw aria-hidden />
        <Trans>Get new offers</Trans>
      </Button>
    </div>
  )
}

interface BookButtonProps {
  option: Quote['options'][number]
  disabled: boolean
  busy: boolean
}

function BookButton({ option, disabled, busy }: BookButtonProps) {
  const format = useFormat()
  const price = format.money(option.total_amount, option.currency)
  return (
    <Button type="submit" variant="primary" disabled={disabled} busy={busy}>
      <Trans>Book for {price}</Trans>
    </Button>
  )
}

const toOffers = (quote: Quote | undefined): Offers => ({
  isAsking: false,
  options: quote?.options ?? [],
  messages: quote?.messages ?? [],
})
