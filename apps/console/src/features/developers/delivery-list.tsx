import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Delivery } from '@waybill/sdk'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { countOutcomes, useBulkRun } from '../../bulk/use-bulk-run.ts'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useRows } from '../../grid/rows.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { toneOfDelivery } from '../../webhooks/sent-deliveries.ts'
import { developerChanges } from './changes.ts'
import { useDeliveryNames } from './delivery-names.ts'
import { ListState } from './list-state.tsx'
import { developerQueries } from './queries.ts'
import { findReference, hasOrder } from './references.ts'
import { useChange } from './use-change.ts'

/** Deliveries that one click sends again. */
const MOST_AGAIN = 500

const getId = (delivery: Delivery): string => delivery.delivery_id

/** The deliveries of an endpoint, newest first. One of them shows its attempts. */
export function DeliveryList({ subscriptionId }: { subscriptionId: string }) {
  const queries = developerQueries(useApi())
  const query = useInfiniteQuery(queries.deliveries(subscriptionId))
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
      <FailedAgain subscriptionId={subscriptionId} isOffered={deliveries.some(({ status }) => status === 'failed')} />
      <ul className="divide-y rounded-md border">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.delivery_id} delivery={delivery} />
        ))}
      </ul>
    </ListState>
  )
}

interface FailedAgainProps {
  subscriptionId: string
  /** Whether one of the rows has failed. What has been started goes on without, and keeps its outcome. */
  isOffered: boolean
}

/** Sends again what has failed for good, and nothing that has arrived. Goes on when the sheet is closed, and says its outcome. */
function FailedAgain({ subscriptionId, isOffered }: FailedAgainProps) {
  const { t } = useLingui()
  const api = useApi()
  const queryClient = useQueryClient()
  const canWrite = useCan('webhooks:write')
  const { outcomes, run, clear } = useBulkRun({ outlives: true })
  const status = useRef<HTMLSpanElement>(null)
  const mutationKey = ['send-failed-again', subscriptionId]
  // Also one that was started before the sheet was closed and opened again.
  const isSending = useIsMutating({ mutationKey }) > 0
  const sending = useMutation({
    mutationKey,
    async mutationFn() {
      clear()
      const failed = api.webhooks.deliveries.list(subscriptionId, { status: 'failed', limit: 100 })
      const ids = (await failed.toArray({ limit: MOST_AGAIN + 1 })).map(getId)
      const tried = ids.slice(0, MOST_AGAIN)
      let sent = 0
      await run('redeliver', tried, async (id) => {
        await developerChanges.redeliver(api, id)
        sent += 1
        return ''
      })
      return { found: ids.length, sent, refused: tried.length - sent }
    },
    onSuccess({ found, sent, refused }) {
      if (status.current !== null) return
      const outcome = t`Sent again: ${sent}. Could not be sent: ${refused}.`
      const rest = t`More have failed: open the endpoint and send them again.`
      toast(found > MOST_AGAIN ? `${outcome} ${rest}` : outcome)
    },
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  if (!canWrite || (!isOffered && !isSending && sending.isIdle)) return null
  const { done, failed: refused } = countOutcomes(outcomes)
  const found = sending.data?.found
  return (
    <div className="mb-2 flex flex-wrap items-center gap-3">
      <Button size="sm" busy={isSending} onClick={() => sending.mutate()}>
        <Trans>Send all that failed again</Trans>
      </Button>
      <span ref={status} role="status" className="text-sm text-muted">
        {done > 0 && <Plural value={done} one="# is sent again." other="# are sent again." />}{' '}
        {refused > 0 && <Plural value={refused} one="# could not be." other="# could not be." />}{' '}
        {found === 0 && <Trans>No failed delivery is left.</Trans>}
        {found !== undefined && found > MOST_AGAIN && <Trans>More have failed: press once more for the rest.</Trans>}
      </span>
    </div>
  )
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const navigate = useNavigate({ from: '/developers' })
  const { delivery: opened } = useSearch({ from: '/signed-in/developers' })
  const { delivery_id: id, event_id, event, status, attempt_count: count, createdAt } = delivery
  const getName = useDeliveryNames()
  // Each by its ID, once: a delivery of a replay is days later than its event.
  const mayRead = useCan('events:read')
  const { data } = useQuery({ ...developerQueries(useApi()).event(event_id), enabled: mayRead && hasOrder(event) })
  const reference = data && findReference(data)
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
        <span className="grow">
          <code className="font-mono text-sm">{event}</code>
          {reference !== undefined && <span className="ms-2 text-sm wrap-anywhere">{reference}</span>}
        </span>
        <span className="text-sm text-muted">
          <Plural value={count} one="# attempt" other="# attempts" />
        </span>
        <Badge tone={toneOfDelivery(status)}>{getName(status)}</Badge>
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
  const getName = useDeliveryNames()
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
                {attempt.response_status ?? getName(attempt.error_code ?? '')}
              </Badge>
              <span>{getName(attempt.trigger)}</span>
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
