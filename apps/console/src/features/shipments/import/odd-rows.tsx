import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Defaults } from '@waybill/sdk/sheets/shipments/document'
import { Button } from '../../../ui/button.tsx'
import { isImportField, useFieldLabels } from './field-labels.ts'
import { useProblemTexts } from './problem-texts.ts'
import { type ImportRow, listNotices } from './use-import.ts'

/** Rows that are shown at once. */
const SHOWN = 20

interface OddRowsProps {
  rows: readonly ImportRow[]
  defaults: Defaults
  busy: boolean
  onReopen: (line: number) => void
}

/** Rows that can be registered, and that the merchant should look at. */
export function OddRows({ rows, defaults, busy, onReopen }: OddRowsProps) {
  const { t } = useLingui()
  const getLabel = useFieldLabels()
  const describe = useProblemTexts()
  const odd = rows
    .filter(({ state }) => state === 'valid')
    .map((row) => ({ row, notices: listNotices(row, defaults) }))
    .filter(({ notices }) => notices.length > 0)
  if (odd.length === 0) return null
  return (
    <section aria-label={t`Odd rows`} className="rounded-lg border bg-surface p-4">
      <p className="font-medium">
        <Plural value={odd.length} one="# row to look at" other="# rows to look at" />
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-muted">
        {odd.slice(0, SHOWN).map(({ row: { line, values }, notices }) => (
          <li key={line} className="wrap-anywhere">
            <Trans>Row {line}</Trans>
            {values.merchant_order_ref && ` · ${values.merchant_order_ref}`}
            {': '}
            {notices
              .map((notice) =>
                notice.field === '' ? describe(notice) : `${getLabel(notice.field)}: ${describe(notice)}`,
              )
              .join(' ')}
            {notices.some(({ field }) => isImportField(field)) && (
              <Button size="sm" disabled={busy} onClick={() => onReopen(line)} className="ms-2">
                <Trans>Correct row {line}</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {odd.length > SHOWN && (
        <p className="mt-2 text-muted">
          <Plural value={odd.length - SHOWN} one="# more row" other="# more rows" />
        </p>
      )}
    </section>
  )
}
