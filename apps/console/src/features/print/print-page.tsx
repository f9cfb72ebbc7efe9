import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Booking } from '@waybill/sdk'
import { Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { openDocument, PAPERS, type Paper, usePaper } from '../../labels/paper.ts'
import { type Printed, usePrint } from '../../labels/queries.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/input.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { LabelsTable } from './labels-table.tsx'
import { printQueries } from './queries.ts'
import { ScanCard } from './scan-card.tsx'

/** Labels that wait to be printed: many in one document, or one by its barcode. */
export function PrintPage() {
  const { t } = useLingui()
  const [paper, setPaper] = usePaper()
  const { data: bookings, error, refetch } = useQuery(printQueries(useApi()).unprinted())
  const names: Record<Paper, string> = { '4x6': t`PDF, 4 × 6 inches`, a4: t`PDF, A4 with four labels`, zpl: 'ZPL' }
  return (
    <Page
      title={t`Print station`}
      actions={
        <Select
          aria-label={t`Paper`}
          className="w-auto"
          value={paper}
          onChange={({ target }) => setPaper(target.value as Paper)}
        >
          {PAPERS.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </Select>
      }
    >
      <div className="flex max-w-4xl flex-col gap-4">
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
    </Page>
  )
}

function Waiting({ bookings, paper }: { bookings: readonly Booking[]; paper: Paper }) {
  const { t } = useLingui()
  const mayPrint = useCan('bookings:write')
  // All are chosen until somebody leaves some out.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = bookings.filter(({ booking_id }) => !left.has(booking_id)).map(({ booking_id }) => booking_id)
  const printing = usePrint()
  const [printed, setPrinted] = useState<Printed | null>(null)
  const sent = useRef({ choice: '', key: '' })
  const print = () => {
    if (chosen.length === 0 || printing.isPending) return
    const choice = [paper, ...chosen].join(' ')
    if (sent.current.choice !== choice) sent.current = { choice, key: crypto.randomUUID() }
    // Opened by the click itself: browsers refuse a tab that opens later.
    const tab = paper === 'zpl' ? null : window.open('', '_blank')
    printing.mutate(
      { ids: chosen, paper, key: sent.current.key },
      {
        onSuccess(result) {
          setPrinted(result)
          if (result.document) openDocument(result.document, paper, tab)
          else tab?.close()
        },
        onError: () => tab?.close(),
      },
    )
  }
  useCommands(
    mayPrint
      ? [{ id: 'print.all', title: t`Print the labels`, group: t`Print station`, shortcut: 'p', run: print }]
      : [],
  )
  return (
    <div className="flex flex-col gap-3">
      {printed && <Outcome printed={printed} />}
      {printing.isError && <ErrorNote error={printing.error} />}
      {bookings.length === 0 ? (
        <EmptyState icon={<Printer aria-hidden />} title={<Trans>Everything is printed</Trans>}>
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
    </div>
  )
}

/** How many are in the document, and why the others are not. */
function Outcome({ printed: { batch } }: { printed: Printed }) {
  const failed = batch.items.filter(({ status }) => status === 'failed')
  return (
    <div role="status" className="rounded-md border px-3 py-2">
      <p className="font-medium">
        <Plural value={batch.included} one="# label printed" other="# labels printed" />
      </p>
      {failed.map(({ booking_id, error }) => (
        <p key={booking_id} className="text-sm wrap-anywhere text-danger">
          <span className="font-mono">{booking_id}</span>: {error?.message}
        </p>
      ))}
    </div>
  )
}
