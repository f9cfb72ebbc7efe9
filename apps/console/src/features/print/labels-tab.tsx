import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Booking } from '@waybill/sdk'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import type { Paper } from '../../labels/paper.ts'
import { PrintCommand } from '../../labels/print-command.tsx'
import { usePrintInTab } from '../../labels/print-in-tab.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { LabelsTable } from './labels-table.tsx'
import { PrintOutcome } from './print-outcome.tsx'
import { printQueries } from './queries.ts'
import { ScanCard } from './scan-card.tsx'

/** Labels that wait to be printed: many in one document, or one by its barcode. */
export function LabelsTab({ paper }: { paper: Paper }) {
  const { data: bookings, error, refetch } = useQuery(printQueries(useApi()).unprinted())
  return (
    <div className="flex flex-col gap-4">
      <ScanCard paper={paper} />
      <Card title={<Trans>To print</Trans>}>
        {bookings ? (
          <Waiting bookings={bookings} paper={paper} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </Card>
    </div>
  )
}

function Waiting({ bookings, paper }: { bookings: readonly Booking[]; paper: Paper }) {
  const { t } = useLingui()
  const mayPrint = useCan('bookings:write')
  // All are chosen until somebody leaves some out.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = bookings.filter(({ booking_id }) => !left.has(booking_id)).map(({ booking_id }) => booking_id)
  const printing = usePrintInTab(paper)
  const print = () => chosen.length > 0 && !printing.isPending && void printing.print(chosen)
  useCommands(
    mayPrint
      ? [{ id: 'print.all', title: t`Print the labels`, group: t`Print station`, shortcut: 'p', run: print }]
      : [],
  )
  return (
    <div className="flex flex-col gap-3">
      {printing.printed && <PrintOutcome batch={printing.printed.batch} />}
      {printing.error !== null && <ErrorNote error={printing.error} />}
      {bookings.length === 0 ? (
        <EmptyState icon={<Printer aria-hidden />} title={<Trans>No label waits to be printed</Trans>}>
          <Trans>Labels of new bookings appear here.</Trans>
        </EmptyState>
      ) : (
        <>
          <LabelsTable bookings={bookings} left={left} onChange={setLeft} />
          {mayPrint && (
            <div>
              <Button variant="primary" busy={printing.isPending} disabled={chosen.length === 0} onClick={print}>
                <Printer aria-hidden />
                <Plural value={chosen.length} one="Print # label" other="Print # labels" />
              </Button>
            </div>
          )}
        </>
      )}
      {mayPrint && <PrintCommand what="--follow" />}
    </div>
  )
}
