import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ApiCall, ApiCallSummary } from '@waybill/sdk'
import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { GridColumn } from '../../grid/columns.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import { useRows } from '../../grid/rows.ts'
import { useActorName } from '../../handling/actor-name.ts'
import { useApi } from '../../session/workspace.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Fact, Facts } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { hasConsoleReads, LogFilters } from './log-filters.tsx'
import { developerQueries } from './queries.ts'

const getId = (call: ApiCallSummary): string => call.call_id
const toTone = (status: number): Tone => (status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success')

/** The calls of the last seven days. */
export function LogTab() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/developers' })
  const search = useSearch({ from: '/signed-in/developers' })
  const { method, answer, subject, request, call } = search
  const filters = {
    method: method && [method],
    status_class: answer && [answer],
    subject,
    request_id: request,
    ...(!hasConsoleReads(search) && { console_reads: 'false' as const }),
  }
  const query = useInfiniteQuery(developerQueries(useApi()).calls(filters))
  const rows = useRows(query, getId)
  const columns = useColumns()
  const show = (id: string | undefined) => navigate({ search: (before) => ({ ...before, call: id }) })
  return (
    <>
      <DataGrid
        id="api-log"
        label={t`API log`}
        columns={columns}
        rows={rows}
        rowId={getId}
        query={query}
        onOpen={({ call_id }) => show(call_id)}
        toolbar={<LogFilters />}
        empty={
          query.hasNextPage ? (
            <EmptyState icon={<ScrollText aria-hidden />} title={<Trans>None of the newest calls</Trans>}>
              <Trans>Older calls have not been looked at yet.</Trans>
            </EmptyState>
          ) : (
            <EmptyState icon={<ScrollText aria-hidden />} title={<Trans>No calls</Trans>}>
              <Trans>Calls of the last seven days appear here a few seconds after they were answered.</Trans>
            </EmptyState>
          )
        }
        compact={(one) => (
          <div className="flex flex-col">
            <span className="flex items-center gap-2">
              <span className="grow truncate font-mono text-sm">
                {one.method} {one.path}
              </span>
              <Badge tone={toTone(one.status)}>{one.status}</Badge>
            </span>
            <span className="text-sm text-muted">
              <RelativeTime at={one.occurred_at} /> · <Actor id={one.actor_id} />
            </span>
          </div>
        )}
      />
      {call && <CallSheet callId={call} onClose={() => show(undefined)} />}
    </>
  )
}

function CallSheet({ callId, onClose }: { callId: string; onClose: () => void }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(developerQueries(useApi()).call(callId))
  const title = data ? <span className="break-all">{`${data.method} ${data.path}`}</span> : t`API call`
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title={title} size="lg">
      {data && <CallDetails call={data} />}
      {data === undefined && (error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />)}
    </Sheet>
  )
}

function CallDetails({ call }: { call: ApiCall }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact name={t`Status`}>
          <Badge tone={toTone(call.status)}>
            {call.error_code ? `${call.status} ${call.error_code}` : call.status}
          </Badge>
        </Fact>
        <Fact name={t`Time`}>{format.exactTime(call.occurred_at)}</Fact>
        <Fact name={t`Duration`}>{format.number(call.duration_ms)} ms</Fact>
        <Fact name={t`Operation`}>
          <code className="font-mono text-sm">{call.operation_id}</code>
        </Fact>
        <Fact name={t`By`}>
          <Actor id={call.actor_id} />
        </Fact>
        <Fact name={t`Request ID`}>
          <span className="flex items-center gap-1">
            <code className="font-mono text-sm">{call.request_id}</code>
            <CopyButton text={call.request_id} what={t`request ID`} />
          </span>
        </Fact>
        {call.subjects.length > 0 && (
          <Fact name={t`About`}>
            <code className="font-mono text-sm">{call.subjects.join(', ')}</code>
          </Fact>
        )}
        {call.replayed && (
          <Fact name={t`Repeated`}>
            <Trans>The answer is that of an earlier call with the same idempotency key.</Trans>
          </Fact>
        )}
      </Facts>
      {call.request_body !== null && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold">
            <Trans>Request</Trans>
          </h3>
          <p className="text-sm text-muted">
            <Trans>Personal and secret values are replaced.</Trans>
          </p>
          <JsonView value={call.request_body} label={t`Request as JSON`} />
        </section>
      )}
      {call.response_body !== null && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold">
            <Trans>Answer</Trans>
          </h3>
          <JsonView value={call.response_body} label={t`Answer as JSON`} />
        </section>
      )}
    </div>
  )
}

/** The key or the person by name; of others, the ID. */
function Actor({ id }: { id: string }) {
  const name = useActorName(id)
  return name === undefined ? <code className="font-mono text-sm">{id}</code> : <span title={id}>{name}</span>
}

function useColumns(): GridColumn<ApiCallSummary>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'path',
        header: t`Call`,
        width: 'minmax(18rem, 2fr)',
        fixed: true,
        cell: ({ call_id, method, path }) => (
          <Link
            to="/developers"
            search={(before) => ({ ...before, tab: 'log', call: call_id })}
            className="font-mono text-sm hover:underline"
          >
            {method} {path}
          </Link>
        ),
      },
      {
        id: 'status',
        header: t`Status`,
        width: '5rem',
        cell: ({ status }) => <Badge tone={toTone(status)}>{status}</Badge>,
      },
      { id: 'error', header: t`Error`, width: 'minmax(9rem, 1fr)', cell: ({ error_code }) => error_code ?? '' },
      { id: 'actor', header: t`By`, width: 'minmax(9rem, 1fr)', cell: ({ actor_id }) => <Actor id={actor_id} /> },
      {
        id: 'duration',
        header: t`Duration`,
        width: '6rem',
        align: 'end',
        cell: ({ duration_ms }) => `${duration_ms} ms`,
      },
      { id: 'time', header: t`Time`, width: '10rem', cell: ({ occurred_at }) => <RelativeTime at={occurred_at} /> },
    ],
    [t],
  )
}
