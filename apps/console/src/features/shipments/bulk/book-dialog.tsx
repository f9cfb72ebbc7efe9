import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { money, type QuoteOption, type Shipment } from '@waybill/sdk'
import { useEffect, useRef, useState } from 'react'
import { countOutcomes, mayHaveHappened, useBulkRun } from '../../../bulk/use-bulk-run.ts'
import { useFormat } from '../../../format/use-format.ts'
import { isStale } from '../../../forms/stale.ts'
import { useApi } from '../../../session/workspace.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Bookable, bulkCalls } from '../queries.ts'
import { OutcomeList } from './outcome-list.tsx'

interface BulkDialogProps {
  shipments: readonly Shipment[]
  onClose: () => void
}

/** Asks for the prices of the chosen shipments, shows the cheapest of each and what they cost together, and books them. */
export function BookDialog({ shipments, onClose }: BulkDialogProps) {
  const { t } = useLingui()
  const format = useFormat()
  const calls = bulkCalls(useApi())
  const queryClient = useQueryClient()
  const quoting = useBulkRun()
  const booking = useBulkRun()
  const [offers, setOffers] = useState<ReadonlyMap<string, Bookable>>(new Map())
  const ids = shipments.map(({ shipment_id }) => shipment_id)

  const quote = (which: readonly string[]) =>
    quoting.run('quote', which, async (id, key) => {
      const { option, ...state } = await calls.cheapest(id, key)
      if (option === null) throw new Error(t`No carrier has an offer for it.`)
      setOffers((before) => new Map(before).set(id, { ...state, option }))
      return `${option.carrier_name ?? option.carrier_code} · ${format.money(option.total_amount, option.currency)}`
    })
  const dropOffer = (id: string) =>
    setOffers((before) => new Map([...before].filter(([shipmentId]) => shipmentId !== id)))
  const first = useRef(() => quote(ids))
  useEffect(() => void first.current(), [])

  const book = async () => {
    await booking.run('book', bookable, async (id, key) => {
      const { status } = await calls.book(offers.get(id) as Bookable, key).catch((error) => {
        // Once more, the same offer would be refused again.
        if (!mayHaveHappened(error)) dropOffer(id)
        throw isStale(error) ? new Error(t`Somebody else has changed this shipment. Nothing was booked.`) : error
      })
      return status === 'pending' ? t`The carrier has not answered yet` : t`Booked`
    })
    announce(t`Finished`)
    await queryClient.invalidateQueries({ queryKey: ['shipments'] })
  }

  const outcomes = { ...quoting.outcomes, ...booking.outcomes }
  const { done, failed } = countOutcomes(booking.outcomes)
  const hasBooked = Object.keys(booking.outcomes).length > 0
  const bookable = ids.filter((id) => offers.has(id) && booking.outcomes[id]?.state !== 'done')
  const count = bookable.length
  const withoutOffer = ids.filter((id) => outcomes[id]?.state === 'failed' && !offers.has(id))
  const askAgain = () => {
    booking.clear(withoutOffer)
    void quote(withoutOffer)
  }
  const total = sumTotals(bookable.flatMap((id) => offers.get(id)?.option ?? []))
    .map(([currency, amount]) => format.money(amount, currency))
    .join(' + ')
  // The state that was quoted, which may be newer than the list's.
  const shown = shipments.map((shipment) => offers.get(shipment.shipment_id)?.shipment ?? shipment)
  const isBusy = quoting.isRunning || booking.isRunning
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={<Plural value={shipments.length} one="Book # shipment" other="Book # shipments" />}
      description={t`The cheapest offer of all carriers for each.`}
      size="lg"
      persistent
      footer={
        <>
          <p className="me-auto self-center text-sm text-muted" role="status">
            {quoting.isRunning ? (
              <Trans>Asking for prices</Trans>
            ) : hasBooked ? (
              <Trans>
                {done} done, {failed} failed
              </Trans>
            ) : (
              total !== '' && <Trans>Together {total}</Trans>
            )}
          </p>
          {!isBusy && withoutOffer.length > 0 && (
            <Button onClick={askAgain}>
              <Trans>Ask again</Trans>
            </Button>
          )}
          {booking.isRunning ? (
            <Button onClick={booking.stop}>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            <Button onClick={onClose}>{hasBooked ? <Trans>Close</Trans> : <Trans>Go back</Trans>}</Button>
          )}
          {count > 0 && (
            <Button variant="primary" busy={isBusy} onClick={book}>
              {hasBooked && !isBusy ? (
                <Plural value={count} one="Try # again" other="Try # again" />
              ) : (
                <Plural value={count} one="Book # shipment" other="Book # shipments" />
              )}
            </Button>
          )}
        </>
      }
    >
      <OutcomeList shipments={shown} outcomes={outcomes} />
    </Dialog>
  )
}

/** Total price of the options, for each currency. */
function sumTotals(options: readonly QuoteOption[]): [string, string][] {
  const totals = new Map<string, string>()
  for (const { currency, total_amount } of options) {
    const before = totals.get(currency)
    totals.set(currency, before === undefined ? total_amount : money.add(before, total_amount))
  }
  return [...totals]
}
