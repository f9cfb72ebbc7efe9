/**
 * Work on labels that carriers made. It runs in threads, within limits of time and memory, so that a file that was made to
 * exhaust them ends with an error, and takes nothing from others.
 */
import type { CarrierLabel, MergedSheet } from './documents.ts'
import { createThread } from './thread.ts'

export { UnreadableLabel } from './thread.ts'
export type { CarrierLabel }

const single = createThread()
/** A document of many labels takes long, and what a single label does to its thread must not end it. */
const merging = createThread()

/** Number of labels that it adds to a document. Throws UnreadableLabel for bytes that are no readable PDF or PNG. */
export const countLabels = (label: CarrierLabel): Promise<number> => single.run((call) => call('count', label))

/** Whether every page of a PDF is a label, upright or on its side. A PDF that cannot be read counts as one: it says nothing else. */
export async function isLabelSized(pdf: Buffer): Promise<boolean> {
  return single.run((call) => call('isLabelSized', pdf))
}

/** The labels as ZPL, an image each, for carriers that make no ZPL. Throws UnreadableLabel. */
export const readZpl = async (label: CarrierLabel): Promise<Buffer> =>
  Buffer.from(await single.run((call) => call('toZpl', label)))

/** All pages of the labels, in order, as one PDF. Takes a label when it has added the one before. Throws UnreadableLabel. */
export const mergeLabels = (
  labels: AsyncIterable<CarrierLabel> | Iterable<CarrierLabel>,
  sheet: MergedSheet,
): Promise<Buffer> =>
  merging.run(async (call) => {
    await call('begin', sheet)
    for await (const label of labels) await call('add', label)
    return Buffer.from(await call('save', null))
  })
