/** The thread of `thread.ts`: answers one question at a time. */
import { parentPort } from 'node:worker_threads'
import {
  type CarrierLabel,
  countLabels,
  isLabelSized,
  type MergedSheet,
  type Merger,
  startMerger,
  toZpl,
} from './documents.ts'

let merger: Merger | undefined

const operations = {
  count: (label: CarrierLabel) => countLabels(whole(label)),
  isLabelSized: (pdf: Uint8Array) => isLabelSized(toBuffer(pdf)),
  toZpl: (label: CarrierLabel): Promise<Uint8Array> => toZpl(whole(label)),
  async begin(sheet: MergedSheet) {
    merger = await startMerger(sheet)
  },
  add: async (label: CarrierLabel) => merger?.add(whole(label)),
  async save(_: null): Promise<Uint8Array> {
    const bytes = await merger?.save()
    merger = undefined
    return bytes ?? Buffer.alloc(0)
  },
}

export type Operations = typeof operations

export type Question = {
  [Name in keyof Operations]: { name: Name; given: Parameters<Operations[Name]>[0] }
}[keyof Operations]

/** `isBroken`: the thread may be in any state. */
export type Answer = { result: unknown } | { error: string; isBroken: boolean }

/** Buffers arrive as plain arrays of bytes. */
const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const whole = ({ contentType, bytes }: CarrierLabel): CarrierLabel => ({ contentType, bytes: toBuffer(bytes) })

parentPort?.on('message', async ({ name, given }: Question) => {
  const answer = (found: Answer) => parentPort?.postMessage(found)
  try {
    answer({ result: await operations[name](given as never) })
  } catch (error) {
    const isBroken = error instanceof RangeError || (error as Error).name === 'RuntimeError'
    answer({ error: String(error instanceof Error ? error.message : error).slice(0, 200), isBroken })
  }
})
