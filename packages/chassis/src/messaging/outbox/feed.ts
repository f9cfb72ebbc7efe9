import { subjectKey } from '../bus.ts'
import { storedEvent } from '../event-codec.ts'
import type { DomainEvent } from './outbox.ts'

/** Events that are kept. Beyond it, they are read from the table. */
const MOST_KEPT = 2_000
/** Subjects whose last published sequence is remembered. */
const MOST_SUBJECTS = 20_000
const FORGOTTEN_AT_ONCE = 1_000

export interface FedEvent {
  event: DomainEvent
  writtenAtMs: number
}

/**
 * Pure: events that this process has written, in the order of their commits, to be published without reading them back.
 * The table is the truth: whatever is dropped here is found there.
 */
export interface Feed {
  /** Whether there may be events to publish, here or in the table. */
  readonly hasWork: boolean
  /** Notes committed events; without them, that some were written. */
  add(events?: readonly DomainEvent[]): void
  /** The next events, at most `most`; null if the table has to be read first. */
  take(most: number): FedEvent[] | null
  /** Drops all: a read of the table that begins now finds them. What is added from now on is kept. */
  startRead(): void
  /** The read found these, and all that it found is published (`isComplete`) or not. */
  endRead(read: readonly { event_id: string }[], isComplete: boolean): void
  /** Leaves all to the table. */
  drop(): void
  notePublished(event: Pick<DomainEvent, 'environmentId' | 'subjectId' | 'sequence'>): void
}

export function createFeed(): Feed {
  let kept: FedEvent[] = []
  /** `behind`: the table has to be read; `reading`: it is being read, and what is written from now on is kept. */
  let state: 'behind' | 'reading' | 'complete' = 'behind'
  let lastRead = new Set<string>()
  /** Last published sequence by subject, the latest at the end. */
  const sequences = new Map<string, number>()

  function drop(): void {
    kept = []
    state = 'behind'
  }

  /** Whether the event before each of them is among them or published. If not, only the table may have it. */
  function isInOrder(events: readonly FedEvent[]): boolean {
    const last = new Map<string, number>()
    return events.every(({ event }) => {
      if (event.sequence === null) return true
      const key = subjectKey(event)
      const before = last.get(key) ?? sequences.get(key) ?? 0
      last.set(key, event.sequence)
      return event.sequence === before + 1
    })
  }

  return {
    get hasWork() {
      return state !== 'complete' || kept.length > 0
    },
    add(events) {
      if (events === undefined || kept.length + events.length > MOST_KEPT) return drop()
      if (state === 'behind') return
      const writtenAtMs = Date.now()
      for (const event of events) if (!lastRead.has(event.eventId)) kept.push({ event: asStored(event), writtenAtMs })
    },
    take(most) {
      const taken = kept.slice(0, most)
      if (state !== 'complete' || !isInOrder(taken)) return null
      kept = kept.slice(most)
      return taken
    },
    startRead() {
      kept = []
      state = 'reading'
    },
    endRead(read, isComplete) {
      lastRead = new Set(read.map(({ event_id }) => event_id))
      if (!isComplete) return drop()
      kept = kept.filter(({ event }) => !lastRead.has(event.eventId))
      if (state === 'reading') state = 'complete'
    },
    drop,
    notePublished(event) {
      if (event.sequence === null) return
      const key = subjectKey(event)
      sequences.delete(key)
      sequences.set(key, event.sequence)
      if (sequences.size <= MOST_SUBJECTS + FORGOTTEN_AT_ONCE) return
      for (const oldest of [...sequences.keys()].slice(0, FORGOTTEN_AT_ONCE)) sequences.delete(oldest)
    },
  }
}

/** As a read of the table would give it. */
const asStored = ({ public: envelope, internal, ...head }: DomainEvent): DomainEvent =>
  storedEvent(head, {
    public: envelope === null ? null : JSON.stringify(envelope),
    internal: internal === null ? null : JSON.stringify(internal),
  })
