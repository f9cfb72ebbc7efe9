import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { PackageCheck, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { RelativeTime } from '../../format/relative-time.tsx'
import { Field } from '../../forms/field.tsx'
import { useApi, useCan } from '../../session/workspace.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { bookQueries, MOST_BOOKED } from './book-queries.ts'
import { CameraScan } from './camera-scan.tsx'
import { filterShipments, findByReference, readReferences } from './ready.ts'
import { RuleSelect } from './rule-select.tsx'

interface ChooserProps {
  rule: string
  onRule: (rule: string) => void
  onStart: (shipments: readonly Shipment[]) => void
}

/** Chooses shipments that are ready, by a scanner, by pasted references or by hand, and the rule for their offers. */
export function Chooser({ rule, onRule, onStart }: ChooserProps) {
  const chosen = useLocation().state.shipmentIds
  // Those of an import are the newest; else what has waited longest is first.
  const {
    data: shipments,
    error,
    refetch,
  } = useQuery(bookQueries(useApi()).ready(chosen === undefined ? 'created_at' : '-created_at'))
  const { data: held = [] } = useQuery(bookQueries(useApi()).held())
  if (error && !shipments) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!shipments) return <SkeletonLines />
  if (shipments.length === 0) {
    return (
      <EmptyState
        icon={<PackageCheck aria-hidden />}
        title={<Trans>No shipment waits to be booked</Trans>}
        action={
          <Button asChild>
            <Link to="/shipments/import">
              <Trans>Import shipments</Trans>
            </Link>
          </Button>
        }
      >
        <Trans>Shipments appear here when they are registered, by your shop or from a file.</Trans>
        <HeldLine count={held.length} />
      </EmptyState>
    )
  }
  return <Ready shipments={shipments} held={held} chosen={chosen ?? []} rule={rule} onRule={onRule} onStart={onStart} />
}

interface ReadyProps extends ChooserProps {
  shipments: readonly Shipment[]
  held: readonly Shipment[]
  /** IDs of shipments that are chosen from the beginning. */
  chosen: readonly string[]
}

function Ready({ shipments, held, chosen, rule, onRule, onStart }: ReadyProps) {
  const { t } = useLingui()
  const mayBook = useCan('bookings:write')
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(chosen))
  const [filter, setFilter] = useState('')
  const shown = filterShipments(shipments, filter)
  // In the order of the scans: the labels come in it, too.
  const selected = [...selection].flatMap((id) => shipments.find(({ shipment_id }) => shipment_id === id) ?? [])
  const all = shown.length > 0 && shown.every(({ shipment_id }) => selection.has(shipment_id))
  const set = (ids: readonly string[], isSelected: boolean) =>
    setSelection((before) => {
      const next = new Set(before)
      for (const id of ids) isSelected ? next.add(id) : next.delete(id)
      return next
    })
  const start = () => selected.length > 0 && onStart(selected)
  // No shortcut of one letter: a scanner types letters.
  useCommands(mayBook ? [{ id: 'print.book', title: t`Book and print`, group: t`Print station`, run: start }] : [])
  return (
    <Card title={<Trans>Ready to book</Trans>} actions={<RuleSelect rule={rule} onRule={onRule} />}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button, from every control */}
      <div
        className="flex flex-col gap-3"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
          event.preventDefault()
          if (mayBook && !event.repeat) start()
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <ReferenceField shipments={shipments} held={held} onFound={(ids) => set(ids, true)} />
          <Field label={t`Filter`}>
            {(control) => (
              <Input
                {...control}
                type="search"
                autoComplete="off"
                placeholder={t`Reference, name, city or post code`}
                value={filter}
                onChange={({ target }) => setFilter(target.value)}
              />
            )}
          </Field>
        </div>
        <Table aria-label={t`Shipments that are ready`}>
          <thead>
            <tr>
              <Th>
                <Checkbox
                  aria-label={t`All`}
                  checked={all}
                  onChange={() =>
                    set(
                      shown.map(({ shipment_id }) => shipment_id),
                      !all,
                    )
                  }
                />
              </Th>
              <Th>{t`Order`}</Th>
              <Th>{t`To`}</Th>
              <Th className="max-sm:hidden">{t`Parcels`}</Th>
              <Th className="max-sm:hidden">{t`Registered`}</Th>
            </tr>
          </thead>
          <tbody>
            {shown.map((shipment) => (
              <ReadyRow
                key={shipment.shipment_id}
                shipment={shipment}
                isSelected={selection.has(shipment.shipment_id)}
                onSelect={set}
              />
            ))}
          </tbody>
        </Table>
        {shown.length === 0 && (
          <p className="py-4 text-center text-muted">
            <Trans>No shipment matches the filter.</Trans>
          </p>
        )}
        {shipments.length === MOST_BOOKED && (
          <p className="text-sm text-muted">
            <Trans>At most {MOST_BOOKED} are shown. The others follow when these are booked.</Trans>
          </p>
        )}
        <HeldLine count={held.length} />
        {mayBook && (
          <div className="sticky bottom-0 -mx-4 -mb-4 flex items-center gap-3 rounded-b-lg border-t bg-surface px-4 py-3">
            <Button variant="primary" disabled={selected.length === 0} onClick={start}>
              <Printer aria-hidden />
              <Plural value={selected.length} one="Book and print # shipment" other="Book and print # shipments" />
            </Button>
            <span className="hidden items-center gap-1 sm:flex">
              <Kbd>Ctrl</Kbd>
              <Kbd>Enter</Kbd>
            </span>
          </div>
        )}
      </div>
    </Card>
  )
}

function ReadyRow(props: {
  shipment: Shipment
  isSelected: boolean
  onSelect: (ids: readonly string[], isSelected: boolean) => void
}) {
  const { t } = useLingui()
  const { shipment, isSelected, onSelect } = props
  const { shipment_id: id, merchant_order_ref: reference, dropoff_address: to } = shipment
  return (
    <tr className={isSelected ? 'bg-accent-soft' : undefined}>
      <Td>
        <Checkbox
          aria-label={t`Book ${reference}`}
          checked={isSelected}
          onChange={({ target }) => onSelect([id], target.checked)}
        />
      </Td>
      <Td>
        <Link to="/shipments/$shipmentId" params={{ shipmentId: id }} className="text-accent underline">
          {reference}
        </Link>
      </Td>
      <Td>{[to.name, to.post_code, to.city].filter(Boolean).join(', ')}</Td>
      <Td className="tabular-nums max-sm:hidden">{shipment.parcels.length}</Td>
      <Td className="whitespace-nowrap max-sm:hidden">
        <RelativeTime at={shipment.created_at} />
      </Td>
    </tr>
  )
}

/** Those that nobody sees in the list. */
function HeldLine({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="text-sm text-muted">
      <Link to="/shipments" search={{ waiting_for: ['release'] }} className="text-accent underline">
        <Plural value={count} one="# shipment is on hold" other="# shipments are on hold" />
      </Link>
    </p>
  )
}

interface ReferenceFieldProps {
  shipments: readonly Shipment[]
  held: readonly Shipment[]
  onFound: (shipmentIds: readonly string[]) => void
}

/** Each scan or pasted list selects its shipments. */
function ReferenceField({ shipments, held, onFound }: ReferenceFieldProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [onHold, setOnHold] = useState<readonly Shipment[]>([])
  const add = (entered: string) => {
    const references = readReferences(entered)
    if (references.length === 0) return
    const result = findByReference(shipments, references)
    onFound(result.found)
    const others = findByReference(held, result.unknown)
    setUnknown(others.unknown)
    setOnHold(held.filter(({ shipment_id }) => others.found.includes(shipment_id)))
    setText('')
    const { length } = result.found
    announce(length === 1 ? t`One shipment selected` : t`${length} shipments selected`)
  }
  const list = unknown.join(', ')
  const errors = onHold.map(({ merchant_order_ref: reference, hold }) => {
    const reason = hold?.reason ?? ''
    return t`${reference} is on hold: ${reason}`
  })
  if (unknown.length > 0) errors.push(t`Not ready to be booked, or unknown: ${list}`)
  return (
    <Field label={t`Scan or paste order references`} error={errors.length > 0 ? errors.join(' · ') : undefined}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            ref={field}
            // The station is opened to scan.
            autoFocus
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onPaste={(event) => {
              event.preventDefault()
              add(event.clipboardData.getData('text'))
            }}
            onKeyDown={(event) => {
              // Control-Enter books only when no text waits here: its shipments are not chosen yet.
              if (event.key !== 'Enter' || ((event.ctrlKey || event.metaKey) && text.trim() === '')) return
              event.preventDefault()
              add(text)
            }}
          />
          <CameraScan field={field} onCode={add} />
        </div>
      )}
    </Field>
  )
}
