import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Mapping } from '@waybill/sdk/sheets/columns/fields'
import type { Defaults } from '@waybill/sdk/sheets/shipments/document'
import { toShipments } from '@waybill/sdk/sheets/shipments/merge'
import { ArrowLeft, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useCan } from '../../../session/workspace.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { CheckStep } from './check-step.tsx'
import { CHOICES } from './field-labels.ts'
import type { ImportFile } from './file.ts'
import { emptyChoices, type KeptChoices, MappingStep } from './mapping-step.tsx'
import { useProblemTexts } from './problem-texts.ts'
import type { ImportRow } from './use-import.ts'

/** Columns of the template: what most shipments have. */
const TEMPLATE = CHOICES.filter(
  (field) =>
    /^(merchant_order_ref|collection_date|.*_instructions)$|^(?:pickup|dropoff)_address\.(?!address_line_3|house_number|town|l)/.test(
      field,
    ) || /^parcels\.0\.(title|.*_kg|.*_cm|declared_value.*)$/.test(field),
)

interface Chosen {
  rows: ImportRow[]
  headings: string[]
  defaults: Defaults
}

/** Registers the shipments of a CSV file: choose the file, match its columns, check, register. */
export function ImportPage() {
  const { t } = useLingui()
  const canWrite = useCan('shipments:write')
  const [file, setFile] = useState<ImportFile | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  // They outlive the step, so that one can go back to it.
  const choices = useState<KeptChoices>(emptyChoices)
  const match = (read: ImportFile, mapping: Mapping, defaults: Defaults) => {
    const rows = toShipments(read, mapping).map(({ rows: own, values, problems, notices }) => ({
      line: own[0]?.line ?? 0,
      cells: own.map(({ cells }) => cells),
      values,
      ofFile: problems,
      notices,
      state: 'unchecked' as const,
      existingShipmentId: null,
      shipmentId: null,
      again: false,
      problems: [],
    }))
    setChosen({ rows, headings: read.headings, defaults })
  }
  return (
    <Page
      title={t`Import shipments`}
      actions={
        <Button asChild>
          <Link to="/shipments">
            <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
            <Trans>All shipments</Trans>
          </Link>
        </Button>
      }
    >
      {!canWrite ? (
        <EmptyState title={<Trans>Your role cannot register shipments</Trans>} />
      ) : file === null ? (
        <FileStep onFile={setFile} />
      ) : chosen === null ? (
        <MappingStep
          key={file.encoding}
          file={file}
          choices={choices}
          onFile={setFile}
          onBack={() => setFile(null)}
          onMatched={(mapping, more) => match(file, mapping, more)}
        />
      ) : (
        <CheckStep
          {...chosen}
          onBack={() => setChosen(null)}
          onRestart={() => {
            setChosen(null)
            setFile(null)
          }}
        />
      )}
    </Page>
  )
}

function FileStep({ onFile }: { onFile: (file: ImportFile) => void }) {
  const { t } = useLingui()
  const describe = useProblemTexts()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    const { MAX_BYTES, MAX_ROWS, readImportFile } = await import('./file.ts')
    if (file.size > MAX_BYTES) return setProblem(t`The file is larger than 5 MB. Split it.`)
    const read = await readImportFile(file)
    if (!('rows' in read)) return setProblem(describe(read))
    const most = format.number(MAX_ROWS)
    if (read.rows.length > MAX_ROWS) return setProblem(t`The file has more than ${most} rows. Split it.`)
    if (read.rows.length === 0) return setProblem(t`The file has no rows below its headings.`)
    announce(t`The file is read`)
    onFile(read)
  }
  const template = async () => {
    const { writeFile } = await import('./file.ts')
    saveFile([writeFile([TEMPLATE])], 'shipments-template.csv', 'text/csv')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is another way of the button
    <div
      className="flex max-w-2xl flex-col items-center gap-3 rounded-xl border border-dashed border-outline bg-surface px-6 py-12 text-center"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void open(event.dataTransfer.files[0])
      }}
    >
      <FileUp className="size-8 text-muted" aria-hidden />
      <p className="text-lg font-semibold">
        <Trans>A CSV file with a row for each shipment</Trans>
      </p>
      <p className="text-muted">
        <Trans>The first row has the headings. Nothing is registered before you have seen the check.</Trans>
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button variant="primary" autoFocus onClick={() => input.current?.click()}>
          <Trans>Choose a file</Trans>
        </Button>
        <Button onClick={template}>
          <Trans>Download a template</Trans>
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="hidden"
        aria-label={t`CSV file`}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          void open(file)
        }}
      />
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
