import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Values } from '@waybill/sdk/sheets/shipments/values'
import { type FormEvent, memo } from 'react'
import { Field } from '../../../forms/field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { isImportField, useFieldLabels } from './field-labels.ts'
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
  const wrong = rows.filter(({ state }) => state === 'wrong')
  if (wrong.length === 0) return null
  return (
    <section aria-label={t`Wrong rows`}>
      <ol className="flex flex-col gap-3">
        {wrong.slice(0, SHOWN).map((row) => (
          <WrongRow key={row.line} row={row} busy={busy} onCorrect={onCorrect} />
        ))}
      </ol>
      {wrong.length > SHOWN && (
        <p className="mt-3 text-muted">
          <Plural value={wrong.length - SHOWN} one="# more wrong row" other="# more wrong rows" />
        </p>
      )}
    </section>
  )
}

interface WrongRowProps {
  row: ImportRow
  busy: boolean
  onCorrect: (line: number, values: Values) => void
}

const WrongRow = memo(function WrongRow({ row, busy, onCorrect }: WrongRowProps) {
  const { t } = useLingui()
  const getLabel = useFieldLabels()
  const { line, values, problems } = row
  const fields = [...new Map(problems.map((problem) => [problem.name || problem.message, problem])).values()]
  const editable = fields.filter(({ name }) => isImportField(name))
  const others = fields.filter(({ name }) => !isImportField(name))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const changes = Object.fromEntries(editable.map(({ name }) => [name, String(data.get(name) ?? '').trim()]))
    const next = Object.fromEntries(Object.entries({ ...values, ...changes }).filter(([, value]) => value !== ''))
    onCorrect(line, next)
  }
  return (
    <li className="rounded-lg border bg-surface p-4">
      <form onSubmit={submit} noValidate aria-label={t`Row ${line}`} className="flex flex-col gap-3">
        <p className="flex flex-wrap gap-x-2 font-medium">
          <Trans>Row {line}</Trans>
          <span className="font-normal text-muted wrap-anywhere">
            {[values.merchant_order_ref, values['dropoff_address.name']].filter(Boolean).join(' · ')}
          </span>
        </p>
        {others.length > 0 && (
          <ul className="text-danger">
            {others.map(({ name, message }) => (
              <li key={name || message}>{name === '' ? message : `${getLabel(name)}: ${message}`}</li>
            ))}
          </ul>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          {editable.map(({ name, message }) => (
            <Field key={name} label={getLabel(name)} error={message}>
              {(control) => (
                <Input {...control} name={name} defaultValue={isImportField(name) ? values[name] : undefined} />
              )}
            </Field>
          ))}
        </div>
        {editable.length > 0 && (
          <Button type="submit" size="sm" disabled={busy} className="self-start">
            <Trans>Keep the correction</Trans>
          </Button>
        )}
      </form>
    </li>
  )
})
