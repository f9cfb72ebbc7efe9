import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { ArrowUp, FileUp, ListFilter, PackageOpen, SearchX } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import { useRows } from '../../grid/rows.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/input.tsx'
import { Page } from '../../ui/page.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { CompactRow, useColumns } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FiltersSheet } from './filters-sheet.tsx'
import { useListedRows } from './listed-rows.ts'
import { shipmentsQueries } from './queries.ts'
import { findTab, getQuery, readSearch, type ShipmentsSearch, type Sort } from './search.ts'
import { SearchBox } from './search-box.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { useSteadyRows } from './steady-rows.ts'
import { ViewsMenu } from './views-menu.tsx'

const getId = (shipment: Shipment): string => shipment.shipment_id

/** All shipments: found, looked through, and worked on together. */
export function ShipmentsPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  // Once more: the router keeps parameters that the route has dropped.
  const search = readSearch({ ...useSearch({ from: '/signed-in/shipments' }) })
  const key = JSON.stringify(getQuery(search))
  const query = useInfiniteQuery(shipmentsQueries(useApi()).list(search))
  const latest = useListedRows(useRows(query, getId))
  const steady = useSteadyRows(latest, getId, query.isPlaceholderData ? 'before' : key)
  const { rows, showAll } = steady
  const [selection, setSelection] = useState<Record<string, true>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters, another selection
  useEffect(() => setSelection({}), [key])
  const selected = useMemo(() => rows.filter((row) => selection[getId(row)]), [rows, selection])

  const change = (next: ShipmentsSearch, replace = false) =>
    navigate({ to: '/shipments', search: (before) => ({ env: before.env, ...next }), replace })
  const tab = findTab(search)
  const [withReason, withHold] = [tab === 'trouble', tab === 'held']
  const columns = useColumns({ withReason, withHold })
  // The choice of columns is kept for each.
  const gridId = withReason || withHold ? `shipments.${tab}` : 'shipments'
  const isFiltered = Object.keys(getQuery({ ...search, sort: undefined })).some((name) => name !== 'sort')
  return (
    <Page title={t`Shipments`} fill actions={<PageActions search={search} />}>
      <StatusTabs search={search} />
      <div className="flex min-h-0 grow flex-col pt-3">
        <DataGrid
          key={gridId}
          id={gridId}
          label={t`Shipments`}
          columns={columns}
          rows={rows}
          rowId={getId}
          query={query}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={({ shipment_id }) => navigate({ to: '/shipments/$shipmentId', params: { shipmentId: shipment_id } })}
          toolbar={
            <>
              <Toolbar search={search} change={change} />
              <NewRows {...steady} showAll={showAll} />
            </>
          }
          empty={isFiltered ? <NothingFound onReset={() => change({ sort: search.sort })} /> : <NoShipments />}
          compact={(shipment) => <CompactRow shipment={shipment} />}
        />
      </div>
      <BulkBar selected={selected} onClear={() => setSelection({})} />
    </Page>
  )
}

function PageActions({ search }: { search: ShipmentsSearch }) {
  const canWrite = useCan('shipments:write')
  return (
    <>
      <ExportButton search={search} />
      {canWrite && (
        <Button asChild>
          <Link to="/shipments/import">
            <FileUp aria-hidden />
            <Trans>Import CSV</Trans>
          </Link>
        </Button>
      )}
    </>
  )
}

interface ToolbarProps {
  search: ShipmentsSearch
  change: (next: ShipmentsSearch, replace?: boolean) => void
}

function Toolbar({ search, change }: ToolbarProps) {
  const { t } = useLingui()
  const [filtersOpen, setFiltersOpen] = useState(false)
  const orders: [Sort, string][] = [
    ['-created_at', t`Newest first`],
    ['created_at', t`Oldest first`],
    ['-updated_at', t`Latest change first`],
    ['updated_at', t`Oldest change first`],
  ]
  useCommands([
    {
      id: 'shipments.filter',
      title: t`Filter shipments`,
      group: t`Shipments`,
      shortcut: 'f',
      run: () => setFiltersOpen(true),
    },
  ])
  return (
    <>
      <SearchBox
        value={search.q ?? ''}
        onChange={(q) => change({ ...search, q: q || undefined }, true)}
        onLeave={focusGrid}
      />
      <Button onClick={() => setFiltersOpen(true)}>
        <ListFilter aria-hidden />
        <Trans>Filters</Trans>
      </Button>
      <ViewsMenu search={search} onChange={change} />
      <Select
        className="max-w-40 sm:max-w-48"
        aria-label={t`Order`}
        value={search.sort ?? '-created_at'}
        onChange={(event) => {
          const sort = event.target.value as Sort
          change({ ...search, sort: sort === '-created_at' ? undefined : sort })
        }}
      >
        {orders.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <FilterChips search={search} onRemove={(name) => change({ ...search, [name]: undefined })} />
      <FiltersSheet open={filtersOpen} onOpenChange={setFiltersOpen} search={search} onApply={change} />
    </>
  )
}

/** The first row that Tab reaches, or the list itself. */
function focusGrid(): void {
  const grid = document.querySelector<HTMLElement>('[role="grid"]')
  const row = grid?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')
  ;(row ?? grid)?.focus()
}

interface NewRowsProps {
  waiting: number
  moved: boolean
  showAll: () => void
}

/** Rows that came while the list was read wait here, so that nothing moves under the pointer. */
function NewRows({ waiting, moved, showAll }: NewRowsProps) {
  if (waiting === 0 && !moved) return null
  return (
    <Button size="sm" variant="primary" onClick={showAll}>
      <ArrowUp aria-hidden />
      {waiting > 0 ? <Plural value={waiting} one="# new" other="# new" /> : <Trans>Show the new order</Trans>}
    </Button>
  )
}

const NothingFound = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    icon={<SearchX aria-hidden />}
    title={<Trans>No shipment matches</Trans>}
    action={
      <Button onClick={onReset}>
        <Trans>Remove all filters</Trans>
      </Button>
    }
  >
    <Trans>The search finds beginnings of references, names, post codes and tracking numbers.</Trans>
  </EmptyState>
)

const NoShipments = () => (
  <EmptyState icon={<PackageOpen aria-hidden />} title={<Trans>No shipments</Trans>}>
    <Trans>Shipments that you register by the API or by hand appear here.</Trans>
  </EmptyState>
)
