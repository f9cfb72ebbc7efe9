/** The process of `process.ts`: answers one question at a time. A thread of it watches its memory, which no other limit bounds whole. */
import { Worker } from 'node:worker_threads'
import {
  type CarrierLabel,
  countLabels,
  isLabelSized,
  type MergedSheet,
  type Merger,
  startMerger,
  toZpl,
} from './documents.ts'
import type { WatchMessage } from './memory-watch.ts'

let merger: Merger | undefined

function getMerger(): Merger {
  if (merger === undefined) throw new Error('no document is begun')
  return merger
}

const operations = {
  count: countLabels,
  isLabelSized,
  toZpl,
  async begin(sheet: MergedSheet) {
    merger = await startMerger(sheet)
  },
  add: async (label: CarrierLabel) => getMerger().add(label),
  async save(_: null): Promise<Buffer> {
    const bytes = await getMerger().save()
    merger = undefined
    return bytes
  },
}

export type Operations = typeof operations

export type Question = {
  [Name in keyof Operations]: { name: Name; given: Parameters<Operations[Name]>[0] }
}[keyof Operations]

/** `isBroken`: the process may be in any state. */
export type Answer = { keptBytes: number } & ({ result: unknown } | { error: string; isBroken: boolean })

const watch = new Worker(new URL('./memory-watch.ts', import.meta.url))
const tellWatch = (message: WatchMessage) => watch.postMessage(message)

process.on('message', async ({ name, given }: Question) => {
  tellWatch('begin')
  const answer = (found: { result: unknown } | { error: string; isBroken: boolean }) => {
    tellWatch('end')
    process.send?.({ ...found, keptBytes: process.memoryUsage.rss() } satisfies Answer)
  }
  try {
    answer({ result: await operations[name](given as never) })
  } catch (error) {
    const isBroken = error instanceof RangeError || (error as Error).name === 'RuntimeError'
    answer({ error: String(error instanceof Error ? error.message : error).slice(0, 200), isBroken })
  }
})
// The service ends it: a signal to the whole group, as of Ctrl-C, must not end a document that the service still waits for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
watch.once('online', () => process.send?.('ready'))
