import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Values } from '@waybill/sdk/sheets/shipments/values'
import { type FormEvent, memo, useMemo } from 'react'
import { Field } from '../../../forms/field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { isImportField, useFieldLabels } from './field-labels.ts'
import { findRepeated, problemKey, toRanges } from './repeated-problems.ts'
import type { ImportRow } from './use-import.ts'

/** Rows that are shown for correction at once; the others come when these are right, or are in the download. */
const SHOWN = 50

interface WrongRowsProps {
  rows: readonly ImportRow[]
  busy: boolean
  onCorrect: (line: number, values: Values) => void
}

/** The wrong rows, each with every wrong field. */
export function WrongRows({ rows, busy, onCorrect }: WrongRowsProps) {
  const { t } = useLingui()
  const getLabel = useFieldLabels()
  const wrong = useMemo(() => rows.filter(({ state }) => state === 'wrong'), [rows])
  const repeated = useMemo(() => findRepeated(wrong), [wrong])
  const said = useMemo(() => new Set(repeated.map(problemKey)), [repeated])
  if (wrong.length === 0) return null
  // A row of which everything is said above, and nothing can be entered.
  const shown = wrong.filter(({ problems }) =>
    problems.some((one) => isImportField(one.name) || !said.has(problemKey(one))),
  )
  return (
    <section aria-label={t`Wrong rows`} className="flex flex-col gap-3">
      {repeated.length > 0 && (
        <ul className="rounded-lg border bg-surface p-4" aria-label={t`Problems of several rows`}>
          {repeated.map(({ name, message, lines }) => (
            <li key={problemKey({ name, message })} className="text-danger wrap-anywhere">
              {name === '' ? message : `${getLabel(name)}: ${message}`}{' '}
              <span className="text-muted">
                <Trans>Rows {toRanges(lines)}</Trans>
              </span>
            </li>
          ))}
        </ul>
      )}
      <ol className="divide-y rounded-lg border bg-surface">
        {shown.slice(0, SHOWN).map((row) => (
          <WrongRow key={row.line} row={row} said={said} busy={busy} onCorrect={onCorrect} />
        ))}
      </ol>
      {shown.length > SHOWN && (
        <p className="text-muted">
          <Plural value={shown.length - SHOWN} one="# more wrong row" other="# more wrong rows" />
        </p>
      )}
    </section>
  )
}

interface WrongRowProps {
  row: ImportRow
  /** Keys of the problems that are shown above all rows. */
  said: ReadonlySet<string>
  busy: boolean
  onCorrect: (line: number, values: Values) => void
}

const WrongRow = memo(function WrongRow({ row, said, busy, onCorrect }: WrongRowProps) {
  const { t } = useLingui()
  const getLabel = useFieldLabels()
  const { line, values, problems } = row
  const fields = [...new Map(problems.map((problem) => [problem.name || problem.message, problem])).values()]
  const editable = fields.filter(({ name }) => isImportField(name))
  const others = fields.filter((problem) => !isImportField(problem.name) && !said.has(problemKey(problem)))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const changes = Object.fromEntries(editable.map(({ name }) => [name, String(data.get(name) ?? '').trim()]))
    const next = Object.fromEntries(Object.entries({ ...values, ...changes }).filter(([, value]) => value !== ''))
    onCorrect(line, next)
  }
  return (
    <li className="px-4 py-3">
      <form
        onSubmit={submit}
        noValidate
        aria-label={t`Row ${line}`}
        className="grid items-start gap-3 sm:grid-cols-[11rem_1fr_auto]"
      >
        <p className="flex min-w-0 flex-col font-medium">
          <Trans>Row {line}</Trans>
          <span className="font-normal text-muted wrap-anywhere">
            {[values.merchant_order_ref, values['dropoff_address.name']].filter(Boolean).join(' · ')}
          </span>
        </p>
        <div className="grid min-w-0 gap-3 sm:grid-cols-2">
          {others.length > 0 && (
            <ul className="text-danger sm:col-span-2">
              {others.map(({ name, message }) => (
                <li key={name || message}>{name === '' ? message : `${getLabel(name)}: ${message}`}</li>
              ))}
            </ul>
          )}
          {editable.map(({ name, message }) => (
            <Field
              key={name}
              label={getLabel(name)}
              error={said.has(problemKey({ name, message })) ? t`As above.` : message}
            >
              {(control) => (
                <Input {...control} name={name} defaultValue={isImportField(name) ? values[name] : undefined} />
              )}
            </Field>
          ))}
        </div>
        {editable.length > 0 && (
          <Button type="submit" size="sm" disabled={busy} className="justify-self-start sm:mt-6">
            <Trans>Keep the correction</Trans>
          </Button>
        )}
      </form>
    </li>
  )
})
