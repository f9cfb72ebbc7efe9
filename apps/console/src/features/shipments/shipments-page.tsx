import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { PackageOpen } from 'lucide-react'
import { useMemo, useState } from 'react'
import { RelativeTime } from '../../format/relative-time.tsx'
import type { GridColumn } from '../../grid/columns.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import { useRows } from '../../grid/rows.ts'
import { useApi } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { shipmentsQueries } from './queries.ts'

const idOf = (shipment: Shipment): string => shipment.shipment_id

/** All shipments. */
export function ShipmentsPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { q } = useSearch({ from: '/signed-in/shipments' })
  const query = useInfiniteQuery(shipmentsQueries(useApi()).list({ q }))
  const rows = useRows(query, idOf)
  const [selection, setSelection] = useState<Record<string, true>>({})
  const columns = useColumns()
  return (
    <Page title={t`Shipments`} fill>
      <DataGrid
        id="shipments"
        label={t`Shipments`}
        columns={columns}
        rows={rows}
        rowId={idOf}
        query={query}
        selection={selection}
        onSelectionChange={setSelection}
        onOpen={({ shipment_id }) => navigate({ to: '/shipments/$shipmentId', params: { shipmentId: shipment_id } })}
        empty={
          <EmptyState icon={<PackageOpen aria-hidden />} title={<Trans>No shipments</Trans>}>
            <Trans>Shipments that you register by the API or by hand appear here.</Trans>
          </EmptyState>
        }
        compact={(shipment) => (
          <div className="flex flex-col">
            <span className="flex items-center gap-2">
              <span className="grow truncate font-medium">{shipment.merchant_order_ref}</span>
              <Badge>{shipment.status}</Badge>
            </span>
            <span className="truncate text-sm text-muted">{shipment.dropoff_address.city}</span>
          </div>
        )}
      />
    </Page>
  )
}

function useColumns(): GridColumn<Shipment>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'reference',
        header: t`Order`,
        width: 'minmax(9rem, 1fr)',
        fixed: true,
        cell: ({ shipment_id, merchant_order_ref }) => (
          <Link
            to="/shipments/$shipmentId"
            params={{ shipmentId: shipment_id }}
            className="font-medium hover:underline"
          >
            {merchant_order_ref}
          </Link>
        ),
      },
      { id: 'status', header: t`Status`, width: '10rem', cell: ({ status }) => <Badge>{status}</Badge> },
      { id: 'to', header: t`To`, width: 'minmax(8rem, 1fr)', cell: ({ dropoff_address }) => dropoff_address.city },
      { id: 'created', header: t`Created`, width: '10rem', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    ],
    [t],
  )
}
