import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { useRef, useState } from 'react'
import { mayHaveHappened, useBulkRun } from '../../bulk/use-bulk-run.ts'
import type { Paper } from '../../labels/paper.ts'
import { useApi } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { askFor, type ManyBookings, useBookMany } from './book-queries.ts'
import { Chooser } from './chooser.tsx'
import { readRule } from './rule.ts'
import { batchIdsText, readBatchIds } from './run-rows.ts'
import { RunView } from './run-view.tsx'

/**
 * Books many shipments and prints their labels in one document. The batches are in the URL, so that the page shows their
 * progress again after it was closed.
 */
export function BookTab({ paper }: { paper: Paper }) {
  const navigate = useNavigate({ from: '/print' })
  const { batch, rule: ruleText = 'cheapest' } = useSearch({ from: '/signed-in/print' })
  const batchIds = readBatchIds(batch)
  const booking = useBookMany()
  const [chosen, setChosen] = useState<readonly Shipment[]>([])
  const { asking, findOffers } = useOffers(ruleText, (changed) =>
    // Another try books what is shown from now on.
    setChosen((before) => before.map((one) => (one.shipment_id === changed.shipment_id ? changed : one))),
  )
  /** Kept until there is an answer: a lost one is asked for again with the same key. */
  const unanswered = useRef<ManyBookings>(undefined)

  const book = async (many: ManyBookings) => {
    unanswered.current = many
    try {
      const batchId = await booking.mutateAsync(many)
      unanswered.current = undefined
      const text = batchIdsText([...batchIds, batchId])
      await navigate({ search: (before) => ({ ...before, batch: text }), replace: batchIds.length > 0 })
    } catch {
      // The error is shown, with a button that sends the same again.
    }
  }
  const start = async (shipmentIds: readonly string[], shipments: readonly Shipment[] = chosen) => {
    booking.reset()
    const bookings = await findOffers(shipmentIds, shipments)
    if (bookings.length > 0) await book({ bookings, key: crypto.randomUUID() })
  }
  /** It may have been made: only the same request again tells, and another one would book twice. */
  const isInDoubt = booking.isError && mayHaveHappened(booking.error)
  /** The shipments of a batch that was refused as a whole. */
  const refused = () =>
    booking.isError && !isInDoubt ? (unanswered.current?.bookings.map(({ shipment_id }) => shipment_id) ?? []) : []
  const tryAgain = () => {
    if (!isInDoubt) return start(refused())
    return unanswered.current && book(unanswered.current)
  }
  const setRule = (rule: string) => void navigate({ search: (before) => ({ ...before, rule }), replace: true })
  const isBusy = asking.isRunning || booking.isPending
  if (batchIds.length === 0 && chosen.length === 0) {
    return (
      <Chooser
        rule={ruleText}
        onRule={setRule}
        onStart={(shipments) => {
          setChosen(shipments)
          void start(
            shipments.map(({ shipment_id }) => shipment_id),
            shipments,
          )
        }}
      />
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {booking.isError && (
        <div className="flex flex-col items-start gap-2">
          <ErrorNote error={booking.error} />
          <Button busy={isBusy} onClick={tryAgain}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      <RunView
        batchIds={batchIds}
        chosen={chosen}
        asked={asking.outcomes}
        isAsking={isBusy}
        paper={paper}
        rule={ruleText}
        onRule={setRule}
        canRetry={!isInDoubt}
        onRetry={(shipmentIds) => start([...new Set([...shipmentIds, ...refused()])])}
        onEnd={() => {
          setChosen([])
          asking.clear()
          booking.reset()
          void navigate({ search: (before) => ({ ...before, batch: undefined }) })
        }}
      />
    </div>
  )
}

/** Asks for the offers that the rule chooses. `onChanged` gets the state of a shipment that is no longer the one shown. */
function useOffers(ruleText: string, onChanged: (shipment: Shipment) => void) {
  const { t } = useLingui()
  const api = useApi()
  const asking = useBulkRun()
  /** The entries of a batch, in the order of the shipments, not in that of the answers; none if somebody has stopped it. */
  const findOffers = async (shipmentIds: readonly string[], shipments: readonly Shipment[]) => {
    const rule = readRule(ruleText)
    const found = new Map<string, ManyBookings['bookings'][number]>()
    const isComplete = await asking.run(`quote ${ruleText}`, shipmentIds, async (shipment_id, key) => {
      const shown = shipments.find((one) => one.shipment_id === shipment_id)
      const asked = await askFor(api, { shipmentId: shipment_id, shown, rule, key })
      if ('changed' in asked) {
        onChanged(asked.changed)
        const { hold } = asked.changed
        if (hold) throw new Error(t`On hold: ${hold.reason}. Release it to book it.`)
        throw new Error(t`Somebody has changed this shipment. Look at it, and try again.`)
      }
      const { option, etag } = asked
      if (option === undefined) throw new Error(t`No carrier makes an offer that the rule allows.`)
      const { quote_option_id } = option
      found.set(shipment_id, { shipment_id, quote_option_id, ...(etag !== null && { if_match: etag }) })
      return ''
    })
    return isComplete ? shipmentIds.flatMap((id) => found.get(id) ?? []) : []
  }
  return { asking, findOffers }
}
