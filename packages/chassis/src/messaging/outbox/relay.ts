import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Stoppable, startLoop } from '../../loops/loops.ts'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { inOneTrip } from '../../postgres/pipelining.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Bus } from '../bus.ts'
import { storedEvent } from '../event-codec.ts'
import { createFailingSubjects, type FailingSubjects } from './failing-subjects.ts'
import { createFeed, type FedEvent, type Feed } from './feed.ts'
import { listenToOutbox } from './listener.ts'
import { createMarks } from './marks.ts'
import { type DomainEvent, registerLocalRelay } from './outbox.ts'
import {
  askForLanes,
  extendLeases,
  markPublished,
  mayHoldMore,
  type OutboxRow,
  oldestUnpublishedSeconds,
  readBatch,
  releaseLanes,
  type Taken,
  takeLanes,
} from './relay-repository.ts'

/** Lets the request that wrote an event finish before the relay uses the processor and the database. */
const AFTER_ANSWER_MS = 2
/** Longest wait for an event whose hint was lost, and the longest once nothing was published for a minute. */
const POLL_MS = 2_000
const REST_MS = 5_000
/** Until the next look at what cannot be published yet: the bus takes nothing, or another relay has the lane. */
const HINDERED_MS = 200
/** Longest last pass at a stop. What it leaves, another relay or the next start publishes. */
const LAST_PASS_MS = 1_000
/** A lane of a relay that died is free again after this. */
const LEASE_MS = 3_000
/** How long a relay keeps no lanes after another process has asked for them. */
const SHARING_MS = 60_000
/** While a relay keeps the lanes, it looks this often at the table for what others wrote. */
const LOOK_MS = 1_000
/** Most events that are published from memory at a time. */
const FED_AT_ONCE = 256
/** Until a relay that shares the lanes asks for those of others again. */
const ASKING_MS = 1_000

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
 * A relay that is alone keeps all lanes, and publishes what its process writes from memory: no statement is needed but the
 * marks, many in one. It gives the lanes back when another process asks.
 * Takes no lanes while the bus is not connected or the broker is blocked.
 */
export async function startRelay<DB extends ChassisTables>(options: RelayOptions<DB>): Promise<Stoppable> {
  const { db, databaseUrl, schema, log } = options
  const feed = createFeed()
  const relayId = randomUUID()
  const passes = createPasses({ ...options, relayId }, feed)
  const loop = startLoop({ name: 'outbox.relay', intervalMs: POLL_MS, restMs: REST_MS, log, work: passes.publishDue })
  let isNudging = false
  const nudge = () => {
    isNudging = false
    loop.nudge()
  }
  const unsetOwnRelay = registerLocalRelay(db, (events) => {
    feed.add(events)
    if (isNudging) return
    isNudging = true
    if (passes.keepsLanes()) setImmediate(nudge)
    else setTimeout(nudge, AFTER_ANSWER_MS)
  })
  const noteOthersEvents = () => {
    feed.drop()
    loop.nudge()
  }
  const listener = listenToOutbox({
    databaseUrl,
    schema,
    onConnect: noteOthersEvents,
    onHint(asker) {
      if (asker === relayId) return
      passes.share()
      noteOthersEvents()
    },
    log,
  })
  return {
    async stop() {
      unsetOwnRelay()
      await Promise.all([listener.stop(), loop.stop()])
      // Events may have been committed while the last pass was under way, or just before the stop.
      await passes.finish().catch((error) => log.warn({ err: error }, 'outbox.last_pass_failed'))
    },
  }
}

/** The passes of a relay over the feed and the table. */
function createPasses<DB extends ChassisTables>(options: RelayOptions<DB> & { relayId: string }, feed: Feed) {
  const { db, relayId, bus, log, metrics, leaseMs = LEASE_MS } = options
  const lease = { db, relayId, leaseMs, log }
  const measures = relayMetrics(metrics, db)
  const failing = createFailingSubjects({ log, onFailed: (subjects) => measures.failed.inc(subjects) })
  const marks = createMarks({ db, log })
  const parts = { lease, bus, feed, failing }
  /** By `performance.now()`: until when it has all lanes; until when it shares them; last look at the table; last question. */
  let [keptUntil, sharedUntil, lookedAt, askedAt] = [0, 0, 0, 0]
  /** Whether lanes may be leased. */
  let mayHold = false
  const keepsLanes = () => performance.now() < keptUntil

  async function publishDue(signal: AbortSignal): Promise<'again' | 'rest' | number> {
    if (!bus.isConnected() || bus.isBlocked()) {
      feed.drop()
      return HINDERED_MS
    }
    const fed = keepsLanes() && !failing.any() ? feed.take(FED_AT_ONCE) : null
    if (fed === null || (fed.length === 0 && performance.now() > lookedAt + LOOK_MS)) return await publishTable(signal)
    return fed.length === 0 ? 'rest' : await publishFed(fed, signal)
  }

  async function publishFed(fed: readonly FedEvent[], signal: AbortSignal): Promise<'again' | number> {
    const events = fed.map(({ event }) => event)
    const outcomes = await holdingLanes(lease, () => bus.publish(events, signal))
    const published = fed.filter((_, index) => outcomes[index]?.outcome === 'published')
    for (const { event } of published) feed.notePublished(event)
    measures.notePublished(published.map(({ writtenAtMs }) => writtenAtMs))
    marks.add(published.map(({ event }) => event.eventId))
    if (published.length < fed.length) feed.drop()
    failing.note(events, outcomes)
    return failing.any() ? HINDERED_MS : 'again'
  }

  async function publishTable(signal: AbortSignal): Promise<'again' | 'rest' | number> {
    await marks.flush()
    feed.startRead()
    const startedAt = performance.now()
    const isAlone = startedAt >= sharedUntil
    if (!isAlone) {
      keptUntil = 0
      if (mayHold) await releaseLanes(db, relayId)
    }
    mayHold = true
    lookedAt = startedAt
    const [[taken], rows] = await inOneTrip<DB, [Taken, OutboxRow]>(db, [
      takeLanes(relayId, { leaseMs, all: isAlone }),
      readBatch(relayId, failing.held()),
    ])
    if (taken?.others && startedAt > askedAt + ASKING_MS) {
      askedAt = startedAt
      await askForLanes(db, relayId)
    }
    // Their holder may have read its batch before the last event was written.
    const idle = taken?.others ? HINDERED_MS : 'rest'
    if (!taken?.found) {
      // Rows were committed after the look at the lanes: the next pass takes them.
      feed.endRead(rows, taken?.others === false && rows.length === 0)
      return rows.length > 0 && !taken?.others ? 'again' : idle
    }
    failing.forgetOld()
    keptUntil = 0
    const { published, keeps } = await publishRead(parts, rows, { taken, isAlone, signal })
    mayHold = keeps
    // A pass that begins before this extends the lease in time.
    if (keeps) keptUntil = startedAt + leaseMs / 2
    measures.notePublished(published.map(({ created_at }) => created_at.getTime()))
    // A writer of an event nudges the loop, so it looks again by itself only if a lane may have been cut.
    if (published.length > 0 && mayHoldMore(rows)) return 'again'
    return failing.any() ? HINDERED_MS : idle
  }

  return {
    publishDue,
    keepsLanes,
    /** Another process has written events, or waits for lanes. */
    share() {
      sharedUntil = performance.now() + SHARING_MS
      // It has asked all relays, for this one, too.
      askedAt = performance.now()
    },
    async finish() {
      try {
        if (feed.hasWork && bus.isConnected() && !bus.isBlocked()) await publishTable(AbortSignal.timeout(LAST_PASS_MS))
        await marks.flush()
      } finally {
        await releaseLanes(db, relayId)
      }
    },
  }
}

/** Publishes what was read from the table, marks what the bus has confirmed, and keeps all lanes or releases them. */
async function publishRead<DB>(
  { lease, bus, feed, failing }: { lease: Lease<DB>; bus: Bus; feed: Feed; failing: FailingSubjects },
  rows: OutboxRow[],
  { taken, isAlone, signal }: { taken: Taken; isAlone: boolean; signal: AbortSignal },
): Promise<{ published: OutboxRow[]; keeps: boolean }> {
  const events = rows.map(toEvent)
  return await holdingLanes(lease, async () => {
    const outcomes = await bus.publish(events, signal)
    const published = rows.filter((_, index) => outcomes[index]?.outcome === 'published')
    const isComplete = published.length === rows.length && !mayHoldMore(rows) && !failing.any() && !taken.others
    feed.endRead(rows, isComplete)
    const keeps = isAlone && taken.all && isComplete
    await markPublished(lease.db, lease.relayId, { rows: published, keepsLanes: keeps })
    for (const [index, event] of events.entries()) {
      if (outcomes[index]?.outcome === 'published') feed.notePublished(event)
    }
    failing.note(events, outcomes)
    return { published, keeps }
  })
}

interface Lease<DB> {
  db: Kysely<DB>
  relayId: string
  leaseMs: number
  log: Logger
}

/** Extends the leases until the work has ended, so that no other relay publishes the same events before that. */
async function holdingLanes<DB, T>({ db, relayId, leaseMs, log }: Lease<DB>, work: () => Promise<T>): Promise<T> {
  const extending = setInterval(() => {
    extendLeases(db, relayId, leaseMs).catch((error) => log.warn({ err: error }, 'outbox.lease_not_extended'))
  }, leaseMs / 3)
  try {
    return await work()
  } finally {
    clearInterval(extending)
  }
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
  const published = metrics.counter({ name: 'outbox_published_total', help: 'Events that the bus has confirmed.' })
  const delay = metrics.histogram({
    name: 'outbox_delay_seconds',
    help: 'From the write of an event to its confirm.',
  })
  return {
    failed: metrics.counter({
      name: 'outbox_publish_failures_total',
      help: 'Tries at a subject that the bus refused.',
    }),
    notePublished(writtenAtMs: readonly number[]) {
      for (const atMs of writtenAtMs) delay.observe((Date.now() - atMs) / 1_000)
      published.inc(writtenAtMs.length)
    },
  }
}
