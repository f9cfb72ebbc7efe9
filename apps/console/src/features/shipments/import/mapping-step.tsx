import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ParcelPreset } from '@waybill/sdk'
import { findConflicts, type Mapping } from '@waybill/sdk/sheets/columns/fields'
import type { Defaults } from '@waybill/sdk/sheets/shipments/document'
import { type Dispatch, type FormEvent, type SetStateAction, useRef, useState } from 'react'
import { CollectionHours } from '../../../forms/collection-hours.tsx'
import { Field } from '../../../forms/field.tsx'
import { useApi } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { shipmentsQueries } from '../queries.ts'
import { EncodingField } from './encoding-field.tsx'
import { CHOICES, useFieldLabels } from './field-labels.ts'
import type { ImportFile } from './file.ts'
import { keepMapping, readMapping } from './kept-mapping.ts'

/** Values for rows without them. */
export interface KeptChoices {
  date: string
  /** Null: nothing is chosen yet. Empty: from the file only. */
  locationId: string | null
  presetId: string
  contents: string
}

export const emptyChoices = (): KeptChoices => ({ date: today(), locationId: null, presetId: '', contents: '' })

interface MappingStepProps {
  file: ImportFile
  choices: [KeptChoices, Dispatch<SetStateAction<KeptChoices>>]
  /** The file in another encoding. */
  onFile: (file: ImportFile) => void
  onBack: () => void
  onMatched: (mapping: Mapping, defaults: Defaults) => void
}

/** Which column holds what. The choice is kept in this browser for files with the same headings. */
export function MappingStep({ file, choices: [choices, setChoices], onFile, onBack, onMatched }: MappingStepProps) {
  const { t } = useLingui()
  const getLabel = useFieldLabels()
  const [mapping, setMapping] = useState(() => readMapping(file))
  const { data: locations = [] } = useQuery(shipmentsQueries(useApi()).pickupLocations())
  const { data: presets = [] } = useQuery(shipmentsQueries(useApi()).parcelPresets())
  const { date, presetId, contents } = choices
  const only = locations.length === 1 ? locations[0]?.pickup_location_id : undefined
  const locationId = choices.locationId ?? only ?? ''
  const location = locations.find(({ pickup_location_id }) => pickup_location_id === locationId)
  const change = (changes: Partial<KeptChoices>) => setChoices((before) => ({ ...before, ...changes }))
  const conflicts = findConflicts(mapping)
  const table = useRef<HTMLTableElement>(null)
  // Arrow keys pass other fields on their way: they take none from another column.
  const choose = (column: number, field: string | null) =>
    setMapping((before) => before.map((one, index) => (index === column ? field : one)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (conflicts.size > 0) return table.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    keepMapping(file.headings, mapping)
    const preset = presets.find(({ preset_id }) => preset_id === presetId)
    const parcel = { ...(preset && toParcel(preset)), title: contents.trim() || null }
    onMatched(mapping, { collectionDate: date, pickup: location?.address ?? null, parcel })
  }
  return (
    <form onSubmit={submit} className="flex max-w-4xl flex-col gap-5" noValidate>
      <p className="text-muted">
        <span className="font-medium text-text wrap-anywhere">{file.name}</span>
        {' · '}
        <Plural value={file.rows.length} one="# row" other="# rows" />
      </p>
      {file.notes.length > 0 && (
        <ul className="text-muted">
          {file.notes.map(({ line, cells }) => (
            <li key={line} className="wrap-anywhere">
              <Trans>
                Row {line} is no shipment: {cells.filter(Boolean).join(' ')}
              </Trans>
            </li>
          ))}
        </ul>
      )}
      {file.encoding !== null && <EncodingField file={file} onFile={onFile} />}
      <div className="overflow-x-auto rounded-lg border bg-surface">
        <table ref={table} className="w-full">
          <caption className="sr-only">
            <Trans>Columns of the file</Trans>
          </caption>
          <thead className="bg-sunken text-sm text-muted">
            <tr className="border-b">
              <th scope="col" className="px-3 py-2 text-start font-medium">
                <Trans>Column</Trans>
              </th>
              <th scope="col" className="px-3 py-2 text-start font-medium max-sm:hidden">
                <Trans>Example</Trans>
              </th>
              <th scope="col" className="px-3 py-2 text-start font-medium">
                <Trans>Holds</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {listColumns(file).map(([column, heading]) => (
              <tr key={column} className="border-b last:border-b-0">
                <th scope="row" className="max-w-56 truncate px-3 py-1.5 text-start font-medium">
                  {heading}
                </th>
                <td className="max-w-56 truncate px-3 py-1.5 text-muted max-sm:hidden">{getExample(file, column)}</td>
                <td className="px-3 py-1.5">
                  <Select
                    aria-label={t`What ${heading} holds`}
                    value={mapping[column] ?? ''}
                    aria-invalid={conflicts.has(column)}
                    aria-describedby={conflicts.has(column) ? `conflict-${column}` : undefined}
                    onChange={(event) => choose(column, event.target.value || null)}
                  >
                    <option value="">{t`Not used`}</option>
                    {listChoices(mapping[column]).map((field) => (
                      <option key={field} value={field}>
                        {getLabel(field)}
                      </option>
                    ))}
                  </Select>
                  <ConflictNote id={`conflict-${column}`} other={file.headings[conflicts.get(column) ?? -1]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`Collection date`} hint={t`For rows without one.`}>
          {(control) => (
            <Input {...control} type="date" value={date} onChange={(event) => change({ date: event.target.value })} />
          )}
        </Field>
        <Field label={t`Pickup`} hint={t`For rows without a pickup address.`}>
          {(control) => (
            <Select {...control} value={locationId} onChange={(event) => change({ locationId: event.target.value })}>
              <option value="">{t`From the file only`}</option>
              {locations.map(({ pickup_location_id, name, address }) => (
                <option key={pickup_location_id} value={pickup_location_id}>
                  {[name ?? address.name, address.address_line_1, address.city].filter(Boolean).join(', ')}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t`Parcel`} hint={t`For rows without a weight or a size.`}>
          {(control) => (
            <Select {...control} value={presetId} onChange={(event) => change({ presetId: event.target.value })}>
              <option value="">{t`From the file only`}</option>
              {presets.map(({ preset_id, name }) => (
                <option key={preset_id} value={preset_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t`Contents`} hint={t`For rows without contents.`}>
          {(control) => (
            <Input {...control} value={contents} onChange={(event) => change({ contents: event.target.value })} />
          )}
        </Field>
      </div>
      {location && <CollectionHours location={location} date={date} />}
      <div className="sticky bottom-0 flex flex-wrap gap-2 border-t bg-canvas py-3">
        {/* The next step of most files; it registers nothing. */}
        <Button type="submit" variant="primary" autoFocus>
          <Trans>Check the rows</Trans>
        </Button>
        <Button onClick={onBack}>
          <Trans>Choose another file</Trans>
        </Button>
      </div>
    </form>
  )
}

const listChoices = (chosen: string | null | undefined): readonly string[] =>
  !chosen || CHOICES.some((field) => field === chosen) ? CHOICES : [chosen, ...CHOICES]

/** The other column that holds the same. */
function ConflictNote({ id, other }: { id: string; other: string | undefined }) {
  const { t } = useLingui()
  if (other === undefined) return null
  return (
    <p id={id} role="alert" className="mt-1 text-sm text-danger">
      {t`The column ${other} holds it, too. Choose one of them.`}
    </p>
  )
}

const toParcel = ({ weight, dimensions }: ParcelPreset) => ({ weight, dimensions })

function today(): string {
  const date = new Date()
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** The first cell of the column that has something in it. */
/** Without those that have neither a heading nor a text. */
const listColumns = (file: ImportFile): [column: number, heading: string][] =>
  [...file.headings.entries()].filter(([column, heading]) => heading !== '' || getExample(file, column) !== '')

const getExample = (file: ImportFile, column: number): string =>
  file.rows.find(({ cells }) => cells[column])?.cells[column] ?? ''
