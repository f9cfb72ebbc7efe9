import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Subscription } from '@waybill/sdk'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useRows } from '../../grid/rows.ts'
import { useApi, useCan, useEnvironment } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointSheet } from './endpoint-sheet.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { EventNames } from './event-names.tsx'
import { ListState } from './list-state.tsx'
import { developerQueries } from './queries.ts'
import { type Secret, SecretDialog } from './secret-dialog.tsx'

const getId = (endpoint: Subscription): string => endpoint.subscription_id

/** The webhook endpoints with their health; one of them in a sheet. */
export function WebhooksTab() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/developers' })
  const { create, endpoint } = useSearch({ from: '/signed-in/developers' })
  const canWrite = useCan('webhooks:write')
  const { livemode } = useEnvironment()
  const query = useInfiniteQuery(developerQueries(useApi()).endpoints())
  const endpoints = useRows(query, getId)
  const [secret, setSecret] = useState<Secret | null>(null)
  const showForm = (open: boolean) =>
    navigate({ search: (before) => ({ ...before, create: open || undefined }), replace: !open })
  const showSecret = (value: string) => setSecret({ title: t`Signing secret`, value })
  const title = t`Create a webhook endpoint`
  useCommands(
    canWrite
      ? [{ id: 'webhooks.create', title, group: t`Developers`, shortcut: 'c', run: () => void showForm(true) }]
      : [],
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow text-muted">
          <Trans>Waybill sends each event to your endpoints, signed, until they have answered.</Trans>
        </p>
        {canWrite && (
          <Button variant="primary" onClick={() => showForm(true)}>
            {title}
          </Button>
        )}
        {!livemode && <ListenCommand />}
      </div>
      <ListState
        query={query}
        isEmpty={endpoints.length === 0}
        empty={
          <EmptyState icon={<Webhook aria-hidden />} title={<Trans>No webhook endpoints</Trans>}>
            <Trans>Create an endpoint to hear of each change without asking for it.</Trans>
          </EmptyState>
        }
      >
        <EndpointTable endpoints={endpoints} />
      </ListState>
      {create && canWrite && (
        <EndpointForm
          onClose={() => showForm(false)}
          onCreated={(created) => {
            void showForm(false)
            showSecret(created.secret)
          }}
        />
      )}
      {endpoint && (
        <EndpointSheet
          key={endpoint}
          subscriptionId={endpoint}
          onClose={() => navigate({ search: (before) => ({ ...before, endpoint: undefined, delivery: undefined }) })}
          onSecret={showSecret}
        />
      )}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </div>
  )
}

const LISTEN = 'waybill webhooks listen --forward-to http://localhost:3000/hook'

/** For a receiver on a developer's own machine, which Waybill cannot reach. */
function ListenCommand() {
  const { t } = useLingui()
  return (
    <p className="flex basis-full flex-wrap items-center gap-x-2 text-sm text-muted">
      <Trans>To receive events on your own machine, without an endpoint:</Trans>
      <span className="flex items-center gap-1">
        <code className="font-mono wrap-anywhere">{LISTEN}</code>
        <CopyButton text={LISTEN} what={t`command`} />
      </span>
    </p>
  )
}

function EndpointTable({ endpoints }: { endpoints: readonly Subscription[] }) {
  const { t } = useLingui()
  return (
    <Table aria-label={t`Webhook endpoints`}>
      <thead>
        <tr>
          <Th>{t`Address (URL)`}</Th>
          <Th>{t`Status`}</Th>
          <Th>{t`Latest deliveries`}</Th>
          <Th>{t`Events`}</Th>
          <Th>{t`Created`}</Th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <tr key={endpoint.subscription_id} className="hover:bg-hover">
            <Td className="min-w-56 font-medium break-all">
              <Link
                to="/developers"
                search={(before) => ({ ...before, tab: 'webhooks', endpoint: endpoint.subscription_id })}
                className="hover:underline"
              >
                {endpoint.url}
              </Link>
            </Td>
            <Td>
              <EndpointStatus endpoint={endpoint} />
            </Td>
            <Td className="whitespace-nowrap">
              <Health subscriptionId={endpoint.subscription_id} />
            </Td>
            <Td className="min-w-32 text-sm text-muted">
              <EventNames events={endpoint.events} />
            </Td>
            <Td className="whitespace-nowrap">
              <RelativeTime at={endpoint.createdAt} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** How many of the latest deliveries that have been tried have arrived. */
function Health({ subscriptionId }: { subscriptionId: string }) {
  const { data, isPending } = useQuery(developerQueries(useApi()).health(subscriptionId))
  if (isPending) return <Skeleton className="w-20" />
  const { tried: total = 0, arrived = 0, stuck = 0 } = data ?? {}
  const waiting = stuck > 0 && (
    <Badge tone="danger">
      <Plural value={stuck} one="# waits" other="# wait" />
    </Badge>
  )
  if (total === 0) return waiting || <Trans>none</Trans>
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={arrived === total ? 'success' : arrived === 0 ? 'danger' : 'warning'}>
        <Trans>
          {arrived} of {total} arrived
        </Trans>
      </Badge>
      {waiting}
    </span>
  )
}
