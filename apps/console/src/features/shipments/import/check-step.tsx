import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Defaults } from '@waybill/sdk/sheets/shipments/document'
import { CircleCheck, Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { UnsavedGuard } from '../../../forms/unsaved-guard.tsx'
import { useCan } from '../../../session/workspace.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { ExistingRows } from './existing-rows.tsx'
import { useFieldLabels } from './field-labels.ts'
import { OddRows } from './odd-rows.tsx'
import { type ImportRow, useImport } from './use-import.ts'
import { ValidRows } from './valid-rows.tsx'
import { WrongRows } from './wrong-rows.tsx'

interface CheckStepProps {
  rows: ImportRow[]
  headings: readonly string[]
  defaults: Defaults
  onBack: () => void
  onRestart: () => void
}

/** Validates each row with the API before anything is registered; wrong ones are corrected here or downloaded. */
export function CheckStep({ rows: initial, headings, defaults, onBack, onRestart }: CheckStepProps) {
  const { t } = useLingui()
  const format = useFormat()
  const getLabel = useFieldLabels()
  const { rows, progress, error, check, register, registerAgain, reopen, correct } = useImport(initial, defaults)
  const first = useRef(check)
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    status.current?.focus()
    void first.current()
  }, [])
  const count = (state: ImportRow['state']) => rows.filter((row) => row.state === state).length
  const [valid, wrong, unchecked, registered] = [
    count('valid'),
    count('wrong'),
    count('unchecked'),
    count('registered'),
  ]
  const isBusy = progress !== null
  const summary = t`${valid} valid, ${wrong} wrong, ${registered} registered`
  useEffect(() => {
    if (!isBusy) announce(summary)
  }, [isBusy, summary])
  useEffect(() => {
    // The button that was pressed is gone with the last row that it was for.
    if (!isBusy && document.activeElement === document.body) status.current?.focus()
  }, [isBusy])

  const download = async () => {
    const { writeFile } = await import('./file.ts')
    const lines = rows
      .filter(({ state }) => state === 'wrong' || state === 'unchecked')
      .flatMap(({ cells, problems }) =>
        cells.map((row, index) => [
          ...headings.map((_, column) => row[column] ?? ''),
          index > 0
            ? ''
            : problems.map(({ name, message }) => (name === '' ? message : `${getLabel(name)}: ${message}`)).join(' '),
        ]),
      )
    saveFile([writeFile([[...headings, t`Problems`], ...lines])], 'shipments-wrong.csv', 'text/csv')
  }
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <UnsavedGuard dirty={registered === 0 || valid > 0} />
      <p ref={status} tabIndex={-1} role="status" className="text-lg font-semibold outline-none">
        {isBusy ? <Trans>Working: {format.number(Math.round(progress * 100))} %</Trans> : summary}
      </p>
      {error !== null && <ErrorNote error={error} />}
      {!isBusy && registered > 0 && (
        <p className="flex items-center gap-2 text-success">
          <CircleCheck className="size-4 shrink-0" aria-hidden />
          <Plural value={registered} one="# shipment is registered." other="# shipments are registered." />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {valid > 0 && unchecked === 0 && (
          <Button variant="primary" busy={isBusy} onClick={register}>
            <Plural value={valid} one="Register # shipment" other="Register # shipments" />
          </Button>
        )}
        {unchecked > 0 && (
          <Button variant="primary" busy={isBusy} onClick={check}>
            <Plural value={unchecked} one="Check # row" other="Check # rows" />
          </Button>
        )}
        {wrong > 0 && (
          <Button onClick={download}>
            <Download aria-hidden />
            <Trans>Download the wrong rows</Trans>
          </Button>
        )}
        {registered === 0 ? (
          <Button disabled={isBusy} onClick={onBack}>
            <Trans>Change the columns</Trans>
          </Button>
        ) : (
          <>
            {valid === 0 && !isBusy && (
              <BookRegistered shipmentIds={rows.flatMap(({ shipmentId }) => shipmentId ?? [])} />
            )}
            {valid === 0 && !isBusy && (
              <Button asChild>
                <Link to="/shipments">
                  <Trans>Show the shipments</Trans>
                </Link>
              </Button>
            )}
            <Button disabled={isBusy} onClick={onRestart}>
              <Trans>Import another file</Trans>
            </Button>
          </>
        )}
      </div>
      <ExistingRows rows={rows} busy={isBusy} onRegister={registerAgain} />
      <OddRows rows={rows} defaults={defaults} busy={isBusy} onReopen={reopen} />
      <ValidRows rows={rows} defaults={defaults} />
      <WrongRows rows={rows} busy={isBusy} onCorrect={correct} />
    </div>
  )
}

/** The most shipments that are booked at once. */
const MOST_BOOKED = 500

/** Leads to the print station, where the shipments of the file are chosen. */
function BookRegistered({ shipmentIds }: { shipmentIds: string[] }) {
  const mayQuote = useCan('quotes:write')
  const mayBook = useCan('bookings:write') && mayQuote
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Not from where somebody works. The link books nothing yet.
    if (document.activeElement === document.body) link.current?.focus()
  }, [])
  const count = shipmentIds.length
  if (!mayBook || count === 0 || count > MOST_BOOKED) return null
  return (
    <Button asChild variant="primary">
      <Link ref={link} to="/print" search={{ tab: 'book' }} state={{ shipmentIds }}>
        <Printer aria-hidden />
        <Plural value={count} one="Book and print this one" other="Book and print these #" />
      </Link>
    </Button>
  )
}
