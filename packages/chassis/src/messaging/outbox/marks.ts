import type { Kysely } from 'kysely'
import type { Logger } from '../../telemetry/log.ts'
import { markByIds } from './relay-repository.ts'

/** How long marks wait for others. An event whose mark is lost in a crash is published again, and consumers skip it. */
const GATHER_MS = 1_000
const MOST_WAITING = 500

interface Marks {
  /** Marks published events soon, many in one statement. */
  add(eventIds: readonly string[]): void
  /** Marks what waits, now. Rejects if the database does not answer; what waits is kept. */
  flush(): Promise<void>
}

export function createMarks<DB>({ db, log }: { db: Kysely<DB>; log: Logger }): Marks {
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const ids = waiting
    if (ids.length === 0) return
    waiting = []
    try {
      await markByIds(db, ids)
    } catch (error) {
      waiting = [...ids, ...waiting]
      throw error
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const written = writing.then(write)
    writing = written.catch(() => {})
    return written
  }

  const flushLater = () => {
    flush().catch((error) => log.warn({ err: error }, 'outbox.marks_not_written'))
  }

  return {
    add(eventIds) {
      waiting.push(...eventIds)
      if (waiting.length >= MOST_WAITING) flushLater()
      else timer ??= setTimeout(flushLater, GATHER_MS)
    },
    flush,
  }
}
