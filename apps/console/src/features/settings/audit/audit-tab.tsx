import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { AuditEntry } from '@waybill/sdk'
import { History } from 'lucide-react'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { useRows } from '../../../grid/rows.ts'
import { useSession } from '../../../session/session.ts'
import { useApi } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { actionGroups, actionNames } from './actions.ts'
import { AuditFilters } from './audit-filters.tsx'
import { auditQueries } from './queries.ts'

const getId = ({ action_id, outcome }: AuditEntry): string => `${action_id} ${outcome}`

/** Who did what, newest first. */
export function AuditTab() {
  const { who, what, from, to } = useSearch({ from: '/signed-in/settings' })
  const query = useInfiniteQuery(
    auditQueries(useApi()).entries({
      actor_id: who,
      action: what && [...actionGroups[what].actions],
      occurred_from: from,
      occurred_to: to,
    }),
  )
  const rows = useRows(query, getId)
  return (
    <div className="flex flex-col gap-4">
      <AuditFilters />
      <Entries rows={rows} query={query} isFiltered={[who, what, from, to].some((one) => one !== undefined)} />
    </div>
  )
}

interface EntriesProps {
  rows: AuditEntry[]
  query: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'isPending' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  isFiltered: boolean
}

function Entries({ rows, query, isFiltered }: EntriesProps) {
  const { t } = useLingui()
  if (query.isPending) return <SkeletonLines />
  if (query.error && rows.length === 0) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return (
    <>
      {query.error ? <ErrorNote error={query.error} /> : null}
      {rows.length > 0 ? (
        <Table aria-label={t`Audit log`}>
          <thead>
            <tr>
              <Th>{t`Time`}</Th>
              <Th>{t`Who`}</Th>
              <Th>{t`What`}</Th>
              <Th>{t`From`}</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <Entry key={getId(entry)} entry={entry} />
            ))}
          </tbody>
        </Table>
      ) : (
        <EmptyState icon={<History aria-hidden />} title={<Trans>Nothing is recorded</Trans>}>
          {isFiltered ? (
            <Trans>Nobody did such a thing in this time. Choose other filters.</Trans>
          ) : (
            <Trans>Sign-ins and every change that a member makes appear here.</Trans>
          )}
        </EmptyState>
      )}
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui()
  const { actor, action, outcome, error_code: errorCode, occurred_at: at } = entry
  const known = actionNames[action]
  return (
    <tr>
      <Td className="whitespace-nowrap">
        <RelativeTime at={at} />
      </Td>
      <Td>
        <span className="font-medium">{actor.type === 'operator' ? t`Operator` : (actor.name ?? actor.id)}</span>
        {actor.email && <span className="block text-sm text-muted">{actor.email}</span>}
        {actor.type === 'api_key' && <span className="block text-sm text-muted">{t`API key`}</span>}
      </Td>
      <Td>
        <span>{known ? t(known) : <code className="font-mono text-sm">{action}</code>}</span>{' '}
        {outcome === 'failed' && <Badge tone="danger">{errorCode ?? t`failed`}</Badge>}
        {outcome === 'started' && <Badge tone="warning">{t`outcome unknown`}</Badge>}
        {outcome === 'repeated' && <Badge>{t`repeated`}</Badge>}
        <ObjectLine entry={entry} />
      </Td>
      <Td className="font-mono text-sm text-muted">{entry.address ?? ''}</Td>
    </tr>
  )
}

/** Target of the action, and its environment. */
function ObjectLine({ entry }: { entry: AuditEntry }) {
  const { object_type: type, object_id: id, environment_id: environmentId } = entry
  const environment = useSession().environments.find((one) => one.environment_id === environmentId)
  if (id === null && environment === undefined) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {id !== null &&
        (type === 'shipment' && environmentId !== null ? (
          <Link
            to="/shipments/$shipmentId"
            params={{ shipmentId: id }}
            search={{ env: environmentId } as never}
            className="font-mono break-all underline-offset-2 hover:underline"
          >
            {id}
          </Link>
        ) : (
          <span className="font-mono break-all">{id}</span>
        ))}
      {environment && <span>{environment.name}</span>}
    </span>
  )
}
