import { Worker } from 'node:worker_threads'
import type { DailyPages } from './daily-pages.ts'
import type { DailyThreadData } from './daily-thread.ts'

const DAY_MS = 86_400_000
/** The day for which everything is built. No other date of a text is in its year or the year before. */
const BUILT_DAY = Date.UTC(2126, 0, 1)
const BUILT_DATE = /212[56]-\d\d-\d\d/g

/**
 * Returns the pages of a day (UTC). They are built on the first call, in a thread, which loads the module of the operations (a
 * table `routeTable`) by itself: this one answers requests. On each later day only the dates are replaced, which takes
 * milliseconds. A build that fails is tried again by the next call.
 */
export function createDailyPages(operations: URL, publicUrl: string): (now?: Date) => Promise<DailyPages> {
  let built: Promise<string> | undefined
  let shown: { day: number; pages: DailyPages } | undefined
  return async (now = new Date()) => {
    const day = Math.floor(now.getTime() / DAY_MS) * DAY_MS
    if (shown?.day === day) return shown.pages
    built ??= buildInThread({ operations: operations.href, publicUrl, midnight: new Date(BUILT_DAY) }).then(
      (pages) => JSON.stringify(pages),
      (error) => {
        built = undefined
        throw error
      },
    )
    const pages = JSON.parse(moveDates(await built, day)) as DailyPages
    shown = { day, pages }
    return pages
  }
}

/** Moves each date of the built text by the days from the built day to this one. */
function moveDates(text: string, day: number): string {
  const moved = (date: string) => new Date(Date.parse(date) - BUILT_DAY + day).toISOString().slice(0, 10)
  return text.replaceAll(BUILT_DATE, moved)
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
