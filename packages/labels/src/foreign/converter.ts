/**
 * Work on labels that carriers made. It runs in processes, within limits of time and memory, so that a file that was made to
 * exhaust them ends with an error, and takes nothing from others. The environments that labels belong to take turns.
 */
import { hash } from 'node:crypto'
import type { CarrierLabel, MergedSheet } from './documents.ts'
import { createReader, UnreadableLabel } from './process.ts'

export type { CarrierLabel }
export { UnreadableLabel }

const single = createReader()
/** Files that have exhausted a reader, by their hash, with the reason: they are asked for again, and would hold up others. */
const known = new Map<string, { reason: string; untilMs: number }>()
const MOST_KNOWN = 1_000
/** A file may have been refused for what others did at the time. */
const KNOWN_MS = 10 * 60_000

/** Reads a file, unless it is known to exhaust its reader. */
async function readOnce<T>(file: Buffer, work: () => Promise<T>): Promise<T> {
  const id = hash('sha256', file)
  const { reason, untilMs } = known.get(id) ?? { reason: '', untilMs: 0 }
  if (performance.now() < untilMs) throw new UnreadableLabel(reason, { isCostly: true })
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableLabel && error.isCostly) {
      const [oldest = ''] = known.keys()
      if (known.size >= MOST_KNOWN) known.delete(oldest)
      known.delete(id)
      known.set(id, { reason: error.message, untilMs: performance.now() + KNOWN_MS })
    }
    throw error
  }
}

/** A document of many labels takes long, and what a single label does to its process must not end it. */
const merging = createReader()

/** Number of labels that it adds to a document. Throws UnreadableLabel for bytes that are no readable PDF or PNG. */
export const countLabels = (environmentId: string, label: CarrierLabel): Promise<number> =>
  readOnce(label.bytes, () => single.run(environmentId, (call) => call('count', label)))

/** Whether every page of a PDF is a label, upright or on its side. A PDF that cannot be read counts as one: it says nothing else. */
export const isLabelSized = (environmentId: string, pdf: Buffer): Promise<boolean> =>
  readOnce(pdf, () => single.run(environmentId, (call) => call('isLabelSized', pdf))).catch((error: unknown) => {
    if (error instanceof UnreadableLabel) return true
    throw error
  })

/** The labels as ZPL, an image each, for carriers that make no ZPL. Throws UnreadableLabel. */
export const readZpl = async (environmentId: string, label: CarrierLabel): Promise<Buffer> =>
  Buffer.from(await readOnce(label.bytes, () => single.run(environmentId, (call) => call('toZpl', label))))

/** All pages of the labels, in order, as one PDF. Takes a label when it has added the one before. Throws UnreadableLabel. */
export const mergeLabels = (
  environmentId: string,
  labels: AsyncIterable<CarrierLabel> | Iterable<CarrierLabel>,
  sheet: MergedSheet,
): Promise<Buffer> =>
  merging.run(environmentId, async (call) => {
    await call('begin', sheet)
    for await (const label of labels) await call('add', label)
    return Buffer.from(await call('save', null))
  })
