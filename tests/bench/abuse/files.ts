/**
 * 10,000 damaged labels and files that are made to exhaust their reader, on the way of a carrier's label: detected, counted,
 * measured, made to ZPL and merged. Shows how long a file takes at most, how much the process grows and how long it stands still.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { detectContentType, labelContentTypes } from '@waybill/carriers/wrappers/readable-documents'
import { AppError } from '@waybill/contracts/app-error'
import {
  type CarrierLabel,
  countLabels,
  isLabelSized,
  mergeLabels,
  readZpl,
  UnreadableLabel,
} from '@waybill/labels/foreign/converter'
import { printLabels } from '@waybill/labels/print'
import { aLabelDocument } from '@waybill/labels/testing/label-documents'
import { bombs, mutate, seeded } from '@waybill/labels/testing/mutations'
import type { ResultRow } from '../result-row.ts'

const FILES = 10_000
const SEED = 29
const TICK_MS = 10
const MIB = 2 ** 20
/** Limits of this process, whatever its readers take; that of time is of `process.ts`, with room for a busy machine. */
const [MOST_MS, MOST_GROWTH_MIB, MOST_LAG_MS] = [10_000, 128, 500]

interface Found {
  files: number
  read: number
  refused: number
  'most ms': number
  'most MiB': number
  'most lag ms': number
  crashes: number
}

async function pass({ contentType, bytes }: CarrierLabel): Promise<boolean> {
  const found = detectContentType(bytes)
  // A damaged file of another type is refused when it arrives, and ZPL is sent on as it is.
  if (found !== contentType) return false
  if (contentType === labelContentTypes.zpl) return true
  const label = { contentType, bytes }
  const works: (() => Promise<unknown>)[] = [
    () => countLabels('env_1', label),
    () => (contentType === labelContentTypes.pdf ? isLabelSized('env_1', bytes) : Promise.resolve()),
    () => readZpl('env_1', label),
    () => mergeLabels('env_1', [label], 'a4'),
    () => mergeLabels('env_1', [label], '4x6'),
  ]
  let isRead = true
  for (const work of works) {
    await untilRead(work).catch((error: unknown) => {
      if (!(error instanceof UnreadableLabel)) throw error
      isRead = false
    })
  }
  return isRead
}

/** As callers do when a reader could not be started in time, which happens on a busy machine. */
async function untilRead(work: () => Promise<unknown>, tries = 3): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (tries === 1 || !(error instanceof AppError && error.retryable)) throw error
    await sleep((error.retryAfterSeconds ?? 1) * 1_000)
    return await untilRead(work, tries - 1)
  }
}

async function passAll(labels: Iterable<CarrierLabel>): Promise<Found> {
  const found: Found = { files: 0, read: 0, refused: 0, 'most ms': 0, 'most MiB': 0, 'most lag ms': 0, crashes: 0 }
  for (const label of labels) {
    const before = process.memoryUsage.rss()
    let tickedAt = performance.now()
    const ticking = setInterval(() => {
      const now = performance.now()
      found['most lag ms'] = Math.max(found['most lag ms'], Math.round(now - tickedAt - TICK_MS))
      tickedAt = now
      found['most MiB'] = Math.max(found['most MiB'], Math.round((process.memoryUsage.rss() - before) / MIB))
    }, TICK_MS)
    const begunAt = performance.now()
    try {
      if (await pass(label)) found.read += 1
      else found.refused += 1
    } catch (error) {
      console.error(error)
      found.crashes += 1
    }
    clearInterval(ticking)
    found.files += 1
    found['most ms'] = Math.max(found['most ms'], Math.round(performance.now() - begunAt))
  }
  return found
}

async function listSources(): Promise<CarrierLabel[]> {
  const document = aLabelDocument({ code: 'SC100000000001' }, { code: 'SC100000000001-2' })
  return Promise.all((['pdf', 'png', 'zpl'] as const).map((format) => printLabels(document, { format, sheet: '4x6' })))
}

export async function hostileFiles(): Promise<ResultRow[]> {
  const random = seeded(SEED)
  const sources = await listSources()
  // Documents in the form of pdf-lib, whose objects are deflated, beside those of pdfkit.
  sources.push({ contentType: 'application/pdf', bytes: await mergeLabels('env_1', sources.slice(0, 1), 'a4') })
  function* damaged(contentType: string) {
    const own = sources.filter((source) => source.contentType === contentType)
    for (let count = 0; count < FILES / 3; count++) {
      const { bytes } = own[count % own.length] as CarrierLabel
      yield { contentType, bytes: mutate(bytes, random) }
    }
  }
  const found: Record<string, Found> = {}
  for (const [format, contentType] of Object.entries(labelContentTypes))
    found[format] = await passAll(damaged(contentType))
  found.bombs = await passAll(Object.values(bombs).map((make) => make()))
  console.table(found)
  const isMet = Object.values(found).every(
    (one) =>
      one.crashes === 0 &&
      one['most ms'] <= MOST_MS * 5 &&
      one['most MiB'] <= MOST_GROWTH_MIB &&
      one['most lag ms'] <= MOST_LAG_MS,
  )
  return [{ scenario: 'hostile files', 'per second': 0, 'p50 ms': 0, 'p99 ms': 0, failed: Number(!isMet) }]
}
