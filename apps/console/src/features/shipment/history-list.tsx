import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Circle, FileText, Truck } from 'lucide-react'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { type HistoryEntry, makeHistory } from './history.ts'
import { shipmentQueries } from './queries.ts'
import { readable } from './statuses.ts'

/** What has happened, newest first: quotes and carriers that declined, bookings, reports of the carrier. */
export function HistoryList({ shipmentId }: { shipmentId: string }) {
  const queries = shipmentQueries(useApi())
  const timeline = useQuery(queries.timeline(shipmentId))
  const quotes = useQuery(queries.quotes(shipmentId))
  const bookings = useQuery(queries.bookings(shipmentId))
  const failed = [timeline, quotes, bookings].find(({ error }) => error !== null)
  const entries =
    timeline.data && quotes.data && bookings.data && makeHistory(timeline.data, quotes.data, bookings.data)
  return (
    <Card title={<Trans>History</Trans>}>
      {entries ? (
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <HistoryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      ) : failed ? (
        <ErrorNote error={failed.error} />
      ) : (
        <SkeletonLines />
      )}
    </Card>
  )
}

const icons = { timeline: Circle, quote: FileText, booking: Truck }

function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const format = useFormat()
  const Icon = icons[entry.kind]
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:inset-y-6 not-last:before:start-2 not-last:before:border-s">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="grow font-medium">
            <EntryTitle entry={entry} />
          </span>
          <time dateTime={entry.at} className="text-sm text-muted tabular-nums">
            {format.time(entry.at)}
          </time>
        </p>
        {entry.lines.map((line) => (
          <p key={line} className="text-sm wrap-anywhere text-muted">
            {line}
          </p>
        ))}
      </div>
    </li>
  )
}

function EntryTitle({ entry: { kind, code } }: { entry: HistoryEntry }) {
  if (kind === 'quote') return <Plural value={Number(code)} one="Quote with # offer" other="Quote with # offers" />
  if (kind === 'booking') return <Trans>Booked with {code}</Trans>
  return readable(code)
}
