import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ApiCallSummary } from '@waybill/sdk'
import { Circle, CircleX, Code, FileText, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCodeNames } from '../../../format/code-names.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useActorName } from '../../../handling/actor-name.ts'
import { useCarrierNames } from '../../../handling/carrier-names.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { findErrorWords } from '../../../ui/error-words.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { SentDeliveries } from '../../../webhooks/deliveries-of.tsx'
import { shipmentQueries } from '../queries.ts'
import { type Cause, findCauses } from './causes.ts'
import { useChangeWords } from './change-words.ts'
import { listChanges } from './changes.ts'
import { type HistoryEntry, makeHistory } from './history.ts'
import { useOperationNames } from './operation-names.ts'
import { causeQueries } from './queries.ts'

/**
 * History of the shipment with its causes, newest first: calls of the API with their effects, quotes and carriers that declined, bookings,
 * reports of the carrier, and the webhooks about each. Calls, events and webhooks are there for roles that may read them.
 */
export function TimelineCard({ shipmentId }: { shipmentId: string }) {
  const { t } = useLingui()
  const getName = useCodeNames()
  const names = useCarrierNames()
  const api = useApi()
  const queries = shipmentQueries(api)
  const timeline = useQuery(queries.timeline(shipmentId))
  const quotes = useQuery(queries.quotes(shipmentId))
  const bookings = useQuery(queries.bookings(shipmentId))
  const history =
    timeline.data &&
    quotes.data &&
    bookings.data &&
    makeHistory({ timeline: timeline.data, quotes: quotes.data, bookings: bookings.data, getName, ...names })

  const version = JSON.stringify([
    timeline.data?.length,
    quotes.data?.map(({ status }) => status),
    bookings.data?.map(({ updated_at }) => updated_at),
  ])
  const more = causeQueries(api, shipmentId, version)
  const [mayReadCalls, mayReadEvents, mayReadWebhooks] = [
    useCan('api_log:read'),
    useCan('events:read'),
    useCan('webhooks:read'),
  ]
  const others = [
    ...(bookings.data ?? []).map(({ booking_id }) => booking_id),
    ...(quotes.data ?? []).map(({ quote_id }) => quote_id),
  ]
  const calls = useQuery({ ...more.calls(), enabled: mayReadCalls })
  const events = useQuery({ ...more.events(others), enabled: mayReadEvents && history !== undefined })
  const deliveries = useQuery({
    ...more.deliveries(events.data ?? []),
    enabled: mayReadWebhooks && events.data !== undefined && events.data.length > 0,
  })

  const failed = [timeline, quotes, bookings, calls, events, deliveries].find(({ error }) => error !== null)
  const toWords = useChangeWords()
  const changes = new Map(
    (events.data ?? []).map(({ id, data }) => [id, listChanges(data.previous_attributes, data.object)]),
  )
  const causes =
    history &&
    findCauses({
      // Changes with the old and the new values, once the events are there.
      history: history.map((entry) => {
        const known = entry.code === 'details_changed' ? (changes.get(entry.id) ?? []) : []
        return known.length > 0 ? { ...entry, lines: known.map(toWords) } : entry
      }),
      calls: calls.data ?? [],
      events: events.data ?? [],
      deliveries: deliveries.data ?? [],
    })
  return (
    <Card title={<Trans>History</Trans>}>
      {failed && <ErrorNote error={failed.error} />}
      {causes ? (
        <ol aria-label={t`History`} className="flex flex-col">
          {causes.map((cause) => (
            <CauseRow key={cause.id} cause={cause} />
          ))}
        </ol>
      ) : failed ? null : (
        <SkeletonLines />
      )}
    </Card>
  )
}

function CauseRow({ cause: { call, at, effects, deliveries } }: { cause: Cause }) {
  const toReason = useRefusalWords()
  const webhooks = deliveries.length > 0 && <SentDeliveries deliveries={deliveries} />
  const [effect] = effects
  if (call === null)
    return effect ? (
      <Row icon={<EntryIcon kind={effect.kind} />} title={<EntryTitle entry={effect} />} at={at} lines={effect.lines}>
        {webhooks}
      </Row>
    ) : null
  const isRefused = call.status >= 400
  const Icon = isRefused ? CircleX : Code
  return (
    <Row
      icon={<Icon className={isRefused ? 'size-4 text-danger' : 'size-4 text-muted'} aria-hidden />}
      title={<CallTitle call={call} />}
      at={at}
      lines={isRefused ? [toReason(call)] : []}
    >
      {effects.length > 0 && (
        <ol className="mt-2 flex flex-col">
          {effects.map((entry) => (
            <Row
              key={entry.id}
              icon={<EntryIcon kind={entry.kind} />}
              title={<EntryTitle entry={entry} />}
              at={entry.at}
              lines={entry.lines}
            />
          ))}
        </ol>
      )}
      {webhooks}
    </Row>
  )
}

interface RowProps {
  icon: ReactNode
  title: ReactNode
  at: string
  lines: readonly string[]
  children?: ReactNode
}

function Row({ icon, title, at, lines, children }: RowProps) {
  const format = useFormat()
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:inset-y-6 not-last:before:start-2 not-last:before:border-s">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="grow font-medium">{title}</span>
          <time dateTime={at} className="text-sm text-muted tabular-nums">
            {format.time(at)}
          </time>
        </p>
        {lines.map((line) => (
          <p key={line} className="text-sm wrap-anywhere text-muted">
            {line}
          </p>
        ))}
        {children}
      </div>
    </li>
  )
}

const icons = { timeline: Circle, quote: FileText, booking: Truck, refused: CircleX }

function EntryIcon({ kind }: { kind: HistoryEntry['kind'] }) {
  const Icon = icons[kind]
  return <Icon className="size-4 text-muted" aria-hidden />
}

function EntryTitle({ entry: { kind, code } }: { entry: HistoryEntry }) {
  const getName = useCodeNames()
  if (kind === 'quote') return <Plural value={Number(code)} one="Quote with # offer" other="Quote with # offers" />
  if (kind === 'refused') return <Trans>Not booked with {code}</Trans>
  if (kind === 'booking') return <Trans>Booked with {code}</Trans>
  return getName(code)
}

/** Why a call was refused, in the words of the console; its code stands in the API log. */
function useRefusalWords(): (call: ApiCallSummary) => string {
  const { t } = useLingui()
  return ({ status, error_code: code }) => {
    const words = code === null ? undefined : findErrorWords(code)
    return words ? t(words) : [status, code].filter(Boolean).join(' ')
  }
}

/** The operation, with a link to the call in the API log. */
function CallTitle({ call: { call_id, operation_id, actor_id, status } }: { call: ApiCallSummary }) {
  const operationName = useOperationNames()
  const who = useActorName(actor_id)
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Link to="/developers" search={{ tab: 'log', call: call_id }} className="hover:underline">
        {operationName(operation_id)}
      </Link>
      <span className="text-sm font-normal text-muted">
        {who ?? (actor_id.startsWith('usr_') ? <Trans>in the console</Trans> : <Trans>by the API</Trans>)}
      </span>
      {status >= 400 && <Badge tone="danger">{status < 500 ? <Trans>Refused</Trans> : <Trans>Failed</Trans>}</Badge>}
    </span>
  )
}
