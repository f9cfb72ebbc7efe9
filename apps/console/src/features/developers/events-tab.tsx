import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { WaybillEvent } from '@waybill/sdk'
import { Activity } from 'lucide-react'
import { useMemo, useState } from 'react'
import { RelativeTime } from '../../format/relative-time.tsx'
import type { GridColumn } from '../../grid/columns.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import { useRows } from '../../grid/rows.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Sheet } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '../../ui/error-state.tsx'
import { Input, Select, Switch } from '../../ui/input.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { DeliveryLine } from '../../webhooks/deliveries-of.tsx'
import { sentDeliveries } from '../../webhooks/sent-deliveries.ts'
import { developerQueries } from './queries.ts'

const getId = (event: WaybillEvent): string => event.id

/** The events of the environment as they come. */
export function EventsTab() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/developers' })
  const { type, subject, event } = useSearch({ from: '/signed-in/developers' })
  // An event makes the list old at once: it is read again at most twice a second.
  const query = useInfiniteQuery(developerQueries(useApi()).events({ type, subject_id: subject }))
  const rows = useRows(query, getId)
  const filters = `${type} ${subject}`
  const [held, setHeld] = useState<{ filters: string; rows: WaybillEvent[] } | null>(null)
  const isHeld = held?.filters === filters
  const columns = useColumns()
  const show = (id: string | undefined) => navigate({ search: (before) => ({ ...before, event: id }) })
  return (
    <>
      <DataGrid
        id="events"
        label={t`Events`}
        columns={columns}
        rows={isHeld ? held.rows : rows}
        rowId={getId}
        query={query}
        onOpen={({ id }) => show(id)}
        toolbar={
          <>
            <EventFilters />
            <Switch checked={!isHeld} onChange={({ target }) => setHeld(target.checked ? null : { filters, rows })}>
              <Trans>Live</Trans>
            </Switch>
          </>
        }
        empty={
          <EmptyState icon={<Activity aria-hidden />} title={<Trans>No events</Trans>}>
            <Trans>What happens to shipments, quotes and bookings appears here at once.</Trans>
          </EmptyState>
        }
        compact={(one) => (
          <div className="flex flex-col">
            <code className="truncate font-mono text-sm font-medium">{one.type}</code>
            <span className="flex gap-2 text-sm text-muted">
              <span className="grow truncate font-mono">{one.subject.id}</span>
              <RelativeTime at={one.timestamp} />
            </span>
          </div>
        )}
      />
      {event && <EventSheet eventId={event} onClose={() => show(undefined)} />}
    </>
  )
}

function EventFilters() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/developers' })
  const { type, subject } = useSearch({ from: '/signed-in/developers' })
  const types = useQuery({ ...developerQueries(useApi()).eventTypes(), enabled: useCan('webhooks:read') })
  const names = [...new Set([...(types.data ?? []).map((one) => one.type as string), ...(type ? [type] : [])])]
  return (
    <>
      <Select
        aria-label={t`Event type`}
        className="w-auto"
        value={type ?? ''}
        onChange={({ target }) => navigate({ search: (before) => ({ ...before, type: target.value || undefined }) })}
      >
        <option value="">{t`All types`}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Input
        aria-label={t`ID of a shipment, quote or booking`}
        placeholder="shp_…"
        className="w-44 font-mono text-sm"
        value={subject ?? ''}
        onChange={({ target }) =>
          navigate({ search: (before) => ({ ...before, subject: target.value.trim() || undefined }), replace: true })
        }
      />
    </>
  )
}

function EventSheet({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(developerQueries(useApi()).event(eventId))
  const mayReadWebhooks = useCan('webhooks:read')
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={data?.type ?? t`Event`} size="lg">
      {data && (
        <div className="flex flex-col gap-5">
          {mayReadWebhooks && <Deliveries eventId={eventId} />}
          <JsonView value={data} label={t`Event as JSON`} />
        </div>
      )}
      {data === undefined && (error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />)}
    </Sheet>
  )
}

/** To which endpoints the event was sent, and what they answered. */
function Deliveries({ eventId }: { eventId: string }) {
  const { data: deliveries, error } = useQuery(sentDeliveries(useApi(), [eventId]))
  return (
    <section aria-labelledby="event-deliveries">
      <h3 id="event-deliveries" className="mb-2 font-semibold">
        <Trans>Deliveries</Trans>
      </h3>
      {error && <ErrorNote error={error} />}
      {deliveries?.length === 0 && (
        <p className="text-muted">
          <Trans>No endpoint has subscribed to it.</Trans>
        </p>
      )}
      {deliveries && (
        <ul className="flex flex-col gap-1.5 text-sm">
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.delivery_id} delivery={delivery} />
          ))}
        </ul>
      )}
      {deliveries === undefined && !error && <SkeletonLines />}
    </section>
  )
}

function useColumns(): GridColumn<WaybillEvent>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'type',
        header: t`Event type`,
        width: 'minmax(12rem, 1fr)',
        fixed: true,
        cell: ({ id, type }) => (
          <Link
            to="/developers"
            search={(before) => ({ ...before, tab: 'events', event: id })}
            className="font-mono text-sm hover:underline"
          >
            {type}
          </Link>
        ),
      },
      {
        id: 'subject',
        header: t`Subject`,
        width: 'minmax(14rem, 1fr)',
        cell: ({ subject }) => <span className="font-mono text-sm">{subject.id}</span>,
      },
      {
        id: 'id',
        header: t`ID`,
        width: 'minmax(14rem, 1fr)',
        hidden: true,
        cell: ({ id }) => <span className="font-mono text-sm">{id}</span>,
      },
      { id: 'time', header: t`Time`, width: '10rem', cell: ({ timestamp }) => <RelativeTime at={timestamp} /> },
    ],
    [t],
  )
}
