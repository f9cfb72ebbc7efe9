import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Delivery } from '@waybill/sdk'
import { ChevronRight } from 'lucide-react'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useRows } from '../../grid/rows.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { toneOfDelivery } from '../../webhooks/sent-deliveries.ts'
import { developerChanges } from './changes.ts'
import { ListState } from './list-state.tsx'
import { developerQueries } from './queries.ts'
import { useChange } from './use-change.ts'

const getId = (delivery: Delivery): string => delivery.delivery_id

/** The deliveries of an endpoint, newest first. One of them shows its attempts. */
export function DeliveryList({ subscriptionId }: { subscriptionId: string }) {
  const query = useInfiniteQuery(developerQueries(useApi()).deliveries(subscriptionId))
  const deliveries = useRows(query, getId)
  return (
    <ListState
      query={query}
      isEmpty={deliveries.length === 0}
      empty={
        <p className="text-muted">
          <Trans>Nothing was sent yet. A test event shows whether the endpoint answers.</Trans>
        </p>
      }
    >
      <ul className="divide-y rounded-md border">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.delivery_id} delivery={delivery} />
        ))}
      </ul>
    </ListState>
  )
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const navigate = useNavigate({ from: '/developers' })
  const { delivery: opened } = useSearch({ from: '/signed-in/developers' })
  const { delivery_id: id, event, status, attempt_count: count, createdAt } = delivery
  const isOpen = opened === id
  const toggle = () =>
    navigate({ search: (before) => ({ ...before, delivery: isOpen ? undefined : id }), replace: true })
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex min-h-9 w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight className={isOpen ? 'size-4 rotate-90' : 'size-4 rtl:rotate-180'} aria-hidden />
        <code className="grow font-mono text-sm">{event}</code>
        <span className="text-sm text-muted">
          <Plural value={count} one="# attempt" other="# attempts" />
        </span>
        <Badge tone={toneOfDelivery(status)}>{status}</Badge>
        <span className="text-sm text-muted">
          <RelativeTime at={createdAt} />
        </span>
      </button>
      {isOpen && <Attempts delivery={delivery} />}
    </li>
  )
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const { t } = useLingui()
  const format = useFormat()
  const canWrite = useCan('webhooks:write')
  const redeliver = useChange('webhooks', developerChanges.redeliver)
  const { delivery_id: id, event_id, attempts, next_attempt_at: next } = delivery
  return (
    <div className="flex flex-col gap-3 border-t bg-sunken px-3 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span>
          <Trans>
            Event <code className="font-mono">{event_id}</code>
          </Trans>
        </span>
        {next && (
          <span className="text-muted">
            <Trans>
              Next attempt <RelativeTime at={next} />
            </Trans>
          </span>
        )}
        <span className="grow" />
        {canWrite && (
          <Button
            size="sm"
            busy={redeliver.isPending}
            onClick={() => redeliver.mutate(id, { onSuccess: () => toast(t`Sending it again`) })}
          >
            <Trans>Send again</Trans>
          </Button>
        )}
      </div>
      <ol className="flex flex-col gap-2">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.attempt_id} className="rounded-md border bg-surface px-3 py-2">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <Badge tone={attempt.error_code ? 'danger' : 'success'}>
                {attempt.response_status ?? attempt.error_code}
              </Badge>
              <span>{attempt.trigger}</span>
              <span className="grow text-muted">{format.exactTime(attempt.started_at)}</span>
              <span className="text-muted">{format.number(attempt.duration_ms)} ms</span>
            </p>
            {attempt.response_body && (
              <pre className="mt-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{attempt.response_body}</pre>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
