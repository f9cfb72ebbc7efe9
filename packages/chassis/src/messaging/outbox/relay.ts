import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { backoffMs } from '../../loops/backoff.ts'
import { type Stoppable, startLoop } from '../../loops/loops.ts'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { inOneTrip } from '../../postgres/pipelining.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type Bus, type PublishOutcome, subjectKey } from '../bus.ts'
import { storedEvent } from '../event-codec.ts'
import { listenToOutbox } from './listener.ts'
import { type DomainEvent, registerLocalRelay } from './outbox.ts'

/** Lets the request that wrote an event finish before the relay uses the processor and the database. */
const AFTER_ANSWER_MS = 2
/** Longest wait for an event whose hint was lost. */
const POLL_MS = 2_000
/** Until the next look at what cannot be published yet: the bus takes nothing, or another relay has the lane. */
const HINDERED_MS = 200
/** Longest last pass at a stop. What it leaves, another relay or the next start publishes. */
const LAST_PASS_MS = 1_000
const EVENTS_PER_LANE = 64
/** A lane's batch ends with the event that reaches this, so that large events do not fill the memory. */
const BYTES_PER_LANE = 256 * 1024
/** A lane of a relay that died is free again after this. */
const LEASE_MS = 15_000
const SUBJECT_BACKOFF = { firstMs: 100, maxMs: 5_000 }
/** A subject that has been due for longer is forgotten: another relay has published it. More than any back-off here. */
const FORGET_AFTER_MS = 30_000
// If more subjects than this fail at once, the bus is down rather than their events bad.
const MAX_SUBJECTS_WAITING = 256

interface RelayOptions<DB extends ChassisTables> {
  db: Kysely<DB>
  /** For the connection that listens for hints. */
  databaseUrl: string
  schema: string
  bus: Bus
  log: Logger
  metrics: Metrics
  leaseMs?: number
}

/**
 * Publishes the outbox: at least once, in order per subject, marking only what the bus confirmed.
 * Any number of relays may run concurrently. Each leases the lanes that have unpublished events, extends the leases while
 * the bus has the batch, and releases them when it marks the events. If a lease expires all the same, another relay
 * publishes again from the first unmarked event, so no event is sent before its predecessor is confirmed.
 * Takes no lanes while the bus is not connected or the broker is blocked.
 */
export async function startRelay<DB extends ChassisTables>(options: RelayOptions<DB>): Promise<Stoppable> {
  const { db, databaseUrl, schema, bus, log, metrics, leaseMs = LEASE_MS } = options
  const relayId = randomUUID()
  const lease = { db, relayId, leaseMs, log }
  const waiting = new Map<string, { failures: number; until: number }>()
  const measures = relayMetrics(metrics, db)

  /** Whether this process has written events since the last pass began. */
  let isBehind = false
  const loop = startLoop({ name: 'outbox.relay', intervalMs: POLL_MS, log, work: publishDue })

  async function publishDue(signal: AbortSignal): Promise<'again' | 'idle' | number> {
    isBehind = false
    if (!bus.isConnected() || bus.isBlocked()) return HINDERED_MS
    const [[taken], rows] = await inOneTrip<DB, [Taken, OutboxRow]>(db, [
      takeLanes(relayId, leaseMs),
      readBatch(relayId, heldSubjects()),
    ])
    // Their holder may have read its batch before the last event was written.
    const idle = taken?.others ? HINDERED_MS : 'idle'
    if (!taken?.found) return idle
    forgetPublishedElsewhere()
    const outcomes = await holdingLanes(lease, () => bus.publish(rows.map(toEvent), signal))
    const published = rows.filter((_, index) => outcomes[index]?.outcome === 'published')
    await markPublished(db, relayId, published)
    for (const row of published) measures.delay.observe((Date.now() - row.created_at.getTime()) / 1_000)
    measures.published.inc(published.length)
    noteFailures(rows, outcomes)
    // A writer of an event nudges the loop, so it looks again by itself only if a lane may have been cut.
    if (published.length > 0 && mayHoldMore(rows)) return 'again'
    return waiting.size > 0 ? HINDERED_MS : idle
  }

  /** Subjects whose last try failed and that are not due yet. */
  function heldSubjects(): string[] {
    const now = Date.now()
    return [...waiting].filter(([, wait]) => wait.until > now).map(([subject]) => subject)
  }

  function forgetPublishedElsewhere(): void {
    const dueBefore = Date.now() - FORGET_AFTER_MS
    for (const [subject, wait] of waiting) if (wait.until < dueBefore) waiting.delete(subject)
  }

  function noteFailures(rows: OutboxRow[], outcomes: PublishOutcome[]): void {
    const failedSubjects = new Set<string>()
    let reason: string | undefined
    for (const [index, row] of rows.entries()) {
      const subject = subjectKey({ environmentId: row.environment_id, subjectId: row.subject_id })
      const outcome = outcomes[index]
      if (outcome?.outcome === 'published') waiting.delete(subject)
      else failedSubjects.add(subject)
      if (outcome?.outcome === 'failed') reason ??= outcome.reason
    }
    if (failedSubjects.size === 0) return
    measures.failed.inc(failedSubjects.size)
    log.warn({ subjects: failedSubjects.size, reason }, 'outbox.publish_failed')
    let held = heldSubjects().length
    for (const subject of failedSubjects) {
      if (held >= MAX_SUBJECTS_WAITING) break
      const failures = (waiting.get(subject)?.failures ?? 0) + 1
      waiting.set(subject, { failures, until: Date.now() + backoffMs(failures, SUBJECT_BACKOFF) })
      held += 1
    }
    const allFailed = outcomes.every(({ outcome }) => outcome === 'failed')
    if (allFailed && held >= MAX_SUBJECTS_WAITING) {
      throw new Error(`the bus accepts no events: ${reason}`) // the loop backs off
    }
  }

  let soon: NodeJS.Timeout | undefined
  const nudgeSoon = () => {
    isBehind = true
    soon ??= setTimeout(() => {
      soon = undefined
      loop.nudge()
    }, AFTER_ANSWER_MS)
  }
  const unsetOwnRelay = registerLocalRelay(db, nudgeSoon)
  const listener = listenToOutbox({ databaseUrl, schema, onHint: loop.nudge, log })
  return {
    async stop() {
      unsetOwnRelay()
      clearTimeout(soon)
      await Promise.all([listener.stop(), loop.stop()])
      // Events may have been committed while the last pass was under way, or just before the stop.
      if (isBehind) {
        await publishDue(AbortSignal.timeout(LAST_PASS_MS)).catch((error) => {
          log.warn({ err: error }, 'outbox.last_pass_failed')
        })
      }
    },
  }
}

/** Extends the leases until the work has ended, so that no other relay publishes the same events before that. */
async function holdingLanes<DB, T>(
  { db, relayId, leaseMs, log }: { db: Kysely<DB>; relayId: string; leaseMs: number; log: Logger },
  work: () => Promise<T>,
): Promise<T> {
  const extending = setInterval(() => {
    extendLeases(db, relayId, leaseMs).catch((error) => log.warn({ err: error }, 'outbox.lease_not_extended'))
  }, leaseMs / 3)
  try {
    return await work()
  } finally {
    clearInterval(extending)
  }
}

interface OutboxRow {
  position: number
  event_id: string
  environment_id: string
  type: string
  subject_type: string
  subject_id: string
  sequence: number | null
  occurred_at: Date
  /** JSON. */
  public: string | null
  /** JSON. */
  internal: string | null
  traceparent: string | null
  created_at: Date
}

interface Taken {
  found: boolean
  /** Whether other relays hold lanes that have unpublished events. */
  others: boolean
}

/** Leases the lanes that have unpublished events and no other holder. */
const takeLanes = (relayId: string, leaseMs: number) => sql<Taken>`
  with waiting as materialized (
    select lane from outbox_lane
    where exists (select from outbox where outbox.lane = outbox_lane.lane and published_at is null)
  ), taken as (
    update outbox_lane set lease_id = ${relayId}, lease_until = now() + ${leaseMs} * interval '1 ms'
    where lane in (
      select lane from outbox_lane
      where (lease_until < now() or lease_id = ${relayId}) and lane in (select lane from waiting)
      order by lane
      for update skip locked
    )
    returning lane
  )
  select exists (select from taken) as found,
    (select count(*) from waiting) > (select count(*) from taken) as others`

/**
 * The first unpublished events of each lane of the relay, in the order of positions, without the subjects named.
 * A separate statement: one that also took the lanes would use a snapshot from before the former holder marked its rows.
 * Selects unpublished rows rather than rows past a position, because positions become visible out of order.
 */
const readBatch = (relayId: string, withoutSubjects: string[]) => sql<OutboxRow>`
  select position, event_id, environment_id, type, subject_type, subject_id, sequence, occurred_at, public, internal,
    traceparent, created_at
  from (select lane from outbox_lane where lease_id = ${relayId}) as taken
  cross join lateral (
    select *, sum(coalesce(octet_length(public), 0) + coalesce(octet_length(internal), 0)) over (
      order by position rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from (
      select position, event_id, environment_id, type, subject_type, subject_id, sequence, occurred_at,
        public::text as public, internal::text as internal, traceparent, created_at
      from outbox
      where outbox.lane = taken.lane and published_at is null
        and environment_id || ' ' || subject_id <> all (${withoutSubjects}::text[])
      order by position
      limit ${EVENTS_PER_LANE}
    ) as first
  ) as batch
  where coalesce(bytes_before, 0) < ${BYTES_PER_LANE}
  order by position`

/** Whether the batch of a lane may have ended at its limit. */
const mayHoldMore = (rows: OutboxRow[]): boolean =>
  rows.length >= EVENTS_PER_LANE ||
  rows.reduce((bytes, row) => bytes + Buffer.byteLength(`${row.public ?? ''}${row.internal ?? ''}`), 0) >=
    BYTES_PER_LANE

async function extendLeases<DB>(db: Kysely<DB>, relayId: string, leaseMs: number): Promise<void> {
  await sql`
    update outbox_lane set lease_until = now() + ${leaseMs} * interval '1 ms' where lease_id = ${relayId}`.execute(db)
}

/** Marks the events as published and releases all lanes. */
async function markPublished<DB>(db: Kysely<DB>, relayId: string, rows: OutboxRow[]): Promise<void> {
  await sql`
    with marked as (
      update outbox set published_at = now()
      where position = any (${rows.map((row) => row.position)}::bigint[])
    )
    update outbox_lane set lease_id = null, lease_until = '-infinity' where lease_id = ${relayId}`.execute(db)
}

const toEvent = (row: OutboxRow): DomainEvent =>
  storedEvent(
    {
      eventId: row.event_id,
      type: row.type,
      environmentId: row.environment_id,
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      sequence: row.sequence,
      occurredAt: row.occurred_at,
      ...(row.traceparent !== null && { traceparent: row.traceparent }),
    },
    row,
  )

function relayMetrics<DB>(metrics: Metrics, db: Kysely<DB>) {
  metrics.gauge({
    name: 'outbox_oldest_unpublished_seconds',
    help: 'Age of the oldest event that waits to be published; NaN while the database does not answer.',
    async collect(gauge) {
      gauge.set(await oldestUnpublishedSeconds(db).catch(() => Number.NaN))
    },
  })
  return {
    published: metrics.counter({ name: 'outbox_published_total', help: 'Events that the bus has confirmed.' }),
    failed: metrics.counter({
      name: 'outbox_publish_failures_total',
      help: 'Tries at a subject that the bus refused.',
    }),
    delay: metrics.histogram({ name: 'outbox_delay_seconds', help: 'From the write of an event to its confirm.' }),
  }
}

async function oldestUnpublishedSeconds<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(oldest.created_at)), 0)::float8 as seconds
    from outbox_lane
    cross join lateral (
      select created_at from outbox
      where outbox.lane = outbox_lane.lane and published_at is null
      order by position limit 1
    ) as oldest`.execute(db)
  return rows[0]?.seconds ?? 0
}
