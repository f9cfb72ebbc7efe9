import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Replay } from '@waybill/sdk'
import { useId, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Select } from '../../ui/input.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { developerChanges } from './changes.ts'
import { useDeliveryNames } from './delivery-names.ts'
import { developerQueries } from './queries.ts'
import { useChange } from './use-change.ts'

const HOUR_MS = 3_600_000
const PERIODS_HOURS = [1, 24, 168, 720] as const
type Hours = (typeof PERIODS_HOURS)[number]

/** Sends past events to an endpoint again: what would be sent, then its progress. */
export function Replays({ subscriptionId, canWrite }: { subscriptionId: string; canWrite: boolean }) {
  const { data: replays, error } = useQuery(developerQueries(useApi()).replays(subscriptionId))
  const [isOpen, setOpen] = useState(false)
  const isEmpty = replays === undefined || replays.length === 0
  if (isEmpty && !canWrite && !error) return null
  return (
    <section aria-labelledby="replays" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="replays" className="grow font-semibold">
          <Trans>Replays</Trans>
        </h3>
        {canWrite && (
          <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Trans>Send past events again</Trans>
          </Button>
        )}
      </div>
      {isOpen && <ReplayForm subscriptionId={subscriptionId} onDone={() => setOpen(false)} />}
      {error && <ErrorNote error={error} />}
      {!isEmpty && (
        <ul className="divide-y rounded-md border">
          {replays.map((replay) => (
            <ReplayRow key={replay.replay_id} replay={replay} canWrite={canWrite} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ReplayForm({ subscriptionId, onDone }: { subscriptionId: string; onDone: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const periodId = useId()
  const [period, setPeriod] = useState(() => startingBefore(1))
  const { data: preview, error } = useQuery(developerQueries(useApi()).preview(subscriptionId, period))
  const start = useChange('webhooks', developerChanges.startReplay)
  const names: Record<Hours, string> = {
    1: t`the last hour`,
    24: t`the last 24 hours`,
    168: t`the last 7 days`,
    720: t`the last 30 days`,
  }
  const send = () => {
    const { since, until, key } = period
    start.mutate({ id: subscriptionId, period: { since, until }, key }, { onSuccess: onDone })
  }
  return (
    <div className="flex flex-col gap-3 rounded-md border bg-sunken p-3">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={periodId}>
          <Trans>Events of</Trans>
        </label>
        <Select
          id={periodId}
          className="w-auto"
          value={period.hours}
          onChange={({ target }) => setPeriod(startingBefore(Number(target.value) as Hours))}
        >
          {PERIODS_HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {names[hours]}
            </option>
          ))}
        </Select>
      </div>
      {error && <ErrorNote error={error} />}
      {preview && (
        <div aria-live="polite">
          <p>
            {preview.complete ? (
              <Plural value={preview.event_count} one="# event is sent again." other="# events are sent again." />
            ) : (
              <Trans>More than {format.number(preview.event_count)} events are sent again.</Trans>
            )}
          </p>
          <ul className="mt-1 text-sm text-muted">
            {preview.counts.map(({ event, count }) => (
              <li key={event}>
                <code className="font-mono">{event}</code> {format.number(count)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {preview === undefined && !error && <SkeletonLines />}
      <div>
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={preview === undefined || preview.event_count === 0}
          onClick={send}
        >
          <Trans>Start the replay</Trans>
        </Button>
      </div>
    </div>
  )
}

/** A period until now, and the idempotency key of its replay. */
const startingBefore = (hours: Hours) => ({
  hours,
  since: new Date(Date.now() - hours * HOUR_MS).toISOString(),
  until: new Date().toISOString(),
  key: crypto.randomUUID(),
})

function ReplayRow({ replay, canWrite }: { replay: Replay; canWrite: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const cancel = useChange('webhooks', developerChanges.cancelReplay)
  const { replay_id: replayId, subscription_id: id, status, since, until, progress, queued_count: count } = replay
  const getName = useDeliveryNames()
  const isRunning = status === 'running'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="grow text-sm">
        {format.time(since)} – {format.time(until)}
      </span>
      {isRunning && <progress aria-label={t`Progress of the replay`} value={progress} className="w-24" />}
      <span className="text-sm text-muted">
        <Plural value={count} one="# event queued" other="# events queued" />
      </span>
      <Badge tone={isRunning ? 'accent' : status === 'completed' ? 'success' : 'neutral'}>{getName(status)}</Badge>
      {isRunning && canWrite && (
        <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({ id, replayId })}>
          <Trans>Cancel</Trans>
        </Button>
      )}
    </li>
  )
}
