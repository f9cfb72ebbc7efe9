/** A thread of a reader: ends the whole process when it has too much memory, or works for a parent that is gone. */
import { parentPort } from 'node:worker_threads'

/**
 * A reader of pages has 165 MiB, a document of 32 MiB of labels, as many as a batch may have, 310 MiB. Limits of V8 do not count
 * the bytes of images.
 */
const MOST_BYTES = 384 * 1024 * 1024
const EVERY_MS = 10
/** Calls begin and end. */
export type WatchMessage = 'begin' | 'end'

const parent = process.ppid
let watching: NodeJS.Timeout | undefined

parentPort?.on('message', (message: WatchMessage) => {
  clearInterval(watching)
  if (message === 'end') return
  watching = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_BYTES || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, EVERY_MS)
})
