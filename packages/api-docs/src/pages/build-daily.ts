import { Worker } from 'node:worker_threads'
import type { DailyPages } from './daily-pages.ts'
import type { DailyThreadData } from './daily-thread.ts'

const DAY_MS = 86_400_000

/**
 * Returns the pages, built on the first call of a day (UTC). In a thread, which loads the module of the operations (a table
 * `routeTable`) by itself: meanwhile this one answers requests. A build that fails is tried again by the next
 * call.
 */
export function createDailyPages(operations: URL, publicUrl: string): (now?: Date) => Promise<DailyPages> {
  let built: { day: number; pages: Promise<DailyPages> } | undefined
  return (now = new Date()) => {
    const day = Math.floor(now.getTime() / DAY_MS)
    if (built?.day !== day) {
      const pages = buildInThread({ operations: operations.href, publicUrl, midnight: new Date(day * DAY_MS) })
      const begun = { day, pages }
      pages.catch(() => {
        if (built === begun) built = undefined
      })
      built = begun
    }
    return built.pages
  }
}

function buildInThread(workerData: DailyThreadData): Promise<DailyPages> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./daily-thread.ts', import.meta.url), { workerData, execArgv: [] })
    thread.unref() // a process that stops does not wait for it
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the thread that builds the documentation ended early')))
  })
}
