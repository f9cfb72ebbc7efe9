import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import type { Shipment } from '@waybill/sdk'
import { Printer, RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Outcome } from '../../bulk/use-bulk-run.ts'
import { useCommands } from '../../commands/registry.ts'
import { useFormat } from '../../format/use-format.ts'
import type { Paper } from '../../labels/paper.ts'
import { PrintCommand } from '../../labels/print-command.tsx'
import { usePrintInTab } from '../../labels/print-in-tab.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { bookQueries } from './book-queries.ts'
import { PrintOutcome } from './print-outcome.tsx'
import { RuleSelect } from './rule-select.tsx'
import { countRows, failedFirst, runRows, sumCosts } from './run-rows.ts'
import { RunTable } from './run-table.tsx'

interface RunViewProps {
  /** Oldest first. */
  batchIds: readonly string[]
  /** Shipments chosen on this page; empty after a reload. */
  chosen: readonly Shipment[]
  asked: Record<string, Outcome>
  /** Offers are asked for, or the batch is being sent. */
  isAsking: boolean
  paper: Paper
  rule: string
  onRule: (rule: string) => void
  /** False while nobody knows what has become of a batch. */
  canRetry: boolean
  onRetry: (shipmentIds: readonly string[]) => void
  onEnd: () => void
}

/** Live outcome of each shipment of a run, and one document with the labels of those that are booked. */
export function RunView(props: RunViewProps) {
  const { batchIds, chosen, asked, isAsking, paper, rule, onRule, canRetry, onRetry, onEnd } = props
  const { t } = useLingui()
  const mayPrint = useCan('bookings:write')
  const format = useFormat()
  const { batches, errors } = useRun(batchIds)
  const rows = runRows({
    chosen: chosen.map(({ shipment_id }) => shipment_id),
    asked,
    items: batches.flatMap(({ items }) => items),
    bookings: batches.flatMap(({ bookings }) => bookings),
  })
  const printing = usePrintInTab(paper)
  const [booked, failed] = [countRows(rows, 'booked'), countRows(rows, 'failed')]
  const isRunning = isAsking || booked + failed < rows.length || batches.length < batchIds.length
  const ids = rows.flatMap(({ booking }) => booking?.booking_id ?? [])
  const unprinted = rows.flatMap(({ booking }) => (booking?.printed_at === null ? [booking.booking_id] : []))
  const toPrint = unprinted.length > 0 ? unprinted : ids
  const print = () => !isRunning && toPrint.length > 0 && printing.print(toPrint)
  const retry = () => onRetry(rows.flatMap(({ state, shipmentId }) => (state === 'failed' ? [shipmentId] : [])))
  const group = t`Print station`
  useCommands([
    ...(mayPrint ? [{ id: 'print.run', title: t`Print the labels`, group, shortcut: 'p', run: print }] : []),
    { id: 'print.more', title: t`Book more`, group, shortcut: 'n', run: onEnd },
  ])
  const button = useRef<HTMLButtonElement>(null)
  const isPrintable = !isRunning && unprinted.length > 0
  useEffect(() => {
    // Not from where somebody works: the next Enter would print.
    if (isPrintable && document.activeElement === document.body) button.current?.focus()
  }, [isPrintable])
  const waiting = rows.length - booked - failed
  const costs = sumCosts(rows)
    .map(({ amount, currency }) => format.money(amount, currency))
    .join(' + ')
  return (
    <Card
      title={<Trans>Booking</Trans>}
      actions={
        <Button size="sm" disabled={isAsking} onClick={onEnd}>
          <Trans>Book more</Trans> <Kbd>N</Kbd>
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p role="status" className="tabular-nums text-muted">
          {waiting > 0 ? (
            <Trans>
              {booked} booked, {failed} failed, {waiting} waiting
            </Trans>
          ) : (
            <Trans>
              {booked} booked, {failed} failed
            </Trans>
          )}
          {costs !== '' && ` · ${t`together ${costs}`}`}
        </p>
        {errors.map((error) => (
          <ErrorNote key={String(error)} error={error} />
        ))}
        {printing.printed && <PrintOutcome batch={printing.printed.batch} />}
        {printing.error !== null && <ErrorNote error={printing.error} />}
        <RunTable rows={failedFirst(rows)} shipments={chosen} />
        <div className="flex flex-wrap items-center gap-2">
          {mayPrint && toPrint.length > 0 && (
            <Button ref={button} variant="primary" disabled={isRunning} busy={printing.isPending} onClick={print}>
              <Printer aria-hidden />
              {unprinted.length > 0 ? (
                <Plural value={unprinted.length} one="Print # label" other="Print # labels" />
              ) : (
                <Plural value={ids.length} one="Print # label again" other="Print # labels again" />
              )}{' '}
              <Kbd>P</Kbd>
            </Button>
          )}
          {mayPrint && failed > 0 && canRetry && !isAsking && (
            <>
              <Button onClick={retry}>
                <RotateCw aria-hidden />
                <Plural value={failed} one="Try # again" other="Try # again" />
              </Button>
              <RuleSelect rule={rule} onRule={onRule} />
            </>
          )}
        </div>
        {!isRunning && ids.length > 0 && <PrintCommand what={batchIds.join(' ')} />}
      </div>
    </Card>
  )
}

/** The batches that are known by now, oldest first. */
function useRun(batchIds: readonly string[]) {
  const queries = bookQueries(useApi())
  const found = useQueries({ queries: batchIds.map((id) => queries.batch(id)) })
  return { batches: found.flatMap(({ data }) => data ?? []), errors: found.flatMap(({ error }) => error ?? []) }
}
