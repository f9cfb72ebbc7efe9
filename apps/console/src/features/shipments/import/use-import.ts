import { useQueryClient } from '@tanstack/react-query'
import type { ShipmentBatchItem } from '@waybill/sdk'
import type { SheetProblem } from '@waybill/sdk/sheets/problems'
import { type Defaults, toDocument } from '@waybill/sdk/sheets/shipments/document'
import { findOddities } from '@waybill/sdk/sheets/shipments/oddities'
import { findLosses, type Values } from '@waybill/sdk/sheets/shipments/values'
import { useRef, useState } from 'react'
import { mayHaveHappened } from '../../../bulk/use-bulk-run.ts'
import { asSentence, type Problem, toProblems } from '../../../forms/problems.ts'
import { useApi } from '../../../session/workspace.ts'
import { sendBatch } from '../queries.ts'
import { useProblemTexts } from './problem-texts.ts'

export interface ImportRow {
  /** The line of the file, for people: the heading is 1. */
  line: number
  /** Its rows of the file. */
  cells: readonly (readonly string[])[]
  values: Values
  /** Problems in its rows of the file. */
  ofFile: readonly SheetProblem[]
  /** Values that are valid but unusual. */
  notices: readonly SheetProblem[]
  state: 'unchecked' | 'valid' | 'existing' | 'wrong' | 'registered'
  /** The shipment with the reference of a row that is `existing`; null: a row before it has the reference. */
  existingShipmentId: string | null
  /** The shipment of a row that is `registered`. */
  shipmentId: string | null
  /** Whether it is to be registered although its order exists. */
  again: boolean
  problems: Problem[]
}

const CHUNK = 100

/** Checks the rows and registers those that are right, in parts; a part that is sent again has the key of before. */
export function useImport(initial: readonly ImportRow[], defaults: Defaults) {
  const describe = useProblemTexts()
  const api = useApi()
  const queryClient = useQueryClient()
  const [rows, setRows] = useState(initial)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  /** The parts that were sent and have no answer. Their rows are not sent in any other part: that would register them twice. */
  const unanswered = useRef<Part[]>([])

  const send = async (which: ImportRow['state'], dryRun: boolean) => {
    const waiting = rows.filter(({ state }) => state === which)
    setError(null)
    setProgress(0)
    try {
      const parts = dryRun ? toParts(waiting) : continueParts(unanswered.current, waiting)
      let sent = 0
      for (const part of parts) {
        const { key, rows: chunk } = part
        const shipments = chunk.map(({ values }) => toDocument(values, defaults))
        if (!dryRun) unanswered.current = [...unanswered.current.filter((one) => one !== part), part]
        const { items } = await sendBatch(api, shipments, dryRun, key).catch((failure) => {
          if (!mayHaveHappened(failure)) unanswered.current = unanswered.current.filter((one) => one !== part)
          throw failure
        })
        unanswered.current = unanswered.current.filter((one) => one !== part)
        const answers = new Map(chunk.map(({ line }, index) => [line, items[index]]))
        setRows((before) => withoutRepeated(before.map((row) => answered(row, answers.get(row.line), describe))))
        sent += chunk.length
        setProgress(sent / waiting.length)
      }
    } catch (failure) {
      setError(failure)
    } finally {
      setProgress(null)
    }
    if (!dryRun) await queryClient.invalidateQueries({ queryKey: ['shipments'] })
  }
  const correct = (line: number, values: Values) =>
    setRows((before) => before.map((row) => (row.line === line ? corrected(row, values) : row)))
  const registerAgain = () =>
    setRows((before) => before.map((row) => (row.state === 'existing' ? { ...row, state: 'valid', again: true } : row)))
  /** Shows a row that is right among the wrong ones, so that what is odd in it can be corrected. */
  const reopen = (line: number) =>
    setRows((before) => before.map((row) => (row.line === line ? reopened(row, defaults, describe) : row)))
  const [check, register] = [() => send('unchecked', true), () => send('valid', false)]
  return { rows, progress, error, check, register, registerAgain, reopen, correct }
}

type Describe = ReturnType<typeof useProblemTexts>

/** Rows that are sent together. */
interface Part {
  key: string
  rows: readonly ImportRow[]
}

const toParts = (rows: readonly ImportRow[]): Part[] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) => ({
    key: crypto.randomUUID(),
    rows: rows.slice(index * CHUNK, (index + 1) * CHUNK),
  }))

/** First what has no answer, as it was sent, and then the other rows. */
function continueParts(unanswered: readonly Part[], waiting: readonly ImportRow[]): Part[] {
  const sent = new Set(unanswered.flatMap(({ rows }) => rows.map(({ line }) => line)))
  return [...unanswered, ...toParts(waiting.filter(({ line }) => !sent.has(line)))]
}

/** A field that was corrected has no problem of the file any more. */
const corrected = (row: ImportRow, values: Values): ImportRow => ({
  ...row,
  values,
  ofFile: row.ofFile.filter(({ field }) => field === '' || values[field] === row.values[field]),
  state: 'unchecked',
})

function answered(row: ImportRow, item: ShipmentBatchItem | undefined, describe: Describe): ImportRow {
  if (item === undefined) return row
  if (item.outcome === 'registered')
    return { ...row, state: 'registered', shipmentId: item.shipment?.shipment_id ?? null, problems: [] }
  const ofFile = [...row.ofFile, ...findLosses(row.values)].map((problem) => ({
    name: problem.field,
    message: describe(problem),
  }))
  const { existing_shipment_id: existingShipmentId } = item
  if (item.outcome === 'valid' && ofFile.length === 0)
    return { ...row, state: existingShipmentId && !row.again ? 'existing' : 'valid', existingShipmentId, problems: [] }
  if (item.outcome === 'valid') return { ...row, state: 'wrong', problems: ofFile }
  const details = item.error?.details ?? []
  const problems = toProblems(details).map(({ name, message }) => ({ name, message: asSentence(message) }))
  const whole = [{ name: '', message: item.error?.message ?? '' }]
  const others = problems.filter(({ name }) => ofFile.every((one) => one.name !== name))
  return { ...row, state: 'wrong', problems: [...ofFile, ...(problems.length > 0 ? others : whole)] }
}

/** The first row of a reference is registered; the others are only if the merchant says so. */
function withoutRepeated(rows: ImportRow[]): ImportRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const { merchant_order_ref: reference } = row.values
    if (reference === undefined || row.state === 'wrong' || row.state === 'unchecked') return row
    const isRepeated = seen.has(reference)
    seen.add(reference)
    return isRepeated && row.state === 'valid' && !row.again ? { ...row, state: 'existing' } : row
  })
}

function reopened(row: ImportRow, defaults: Defaults, describe: Describe): ImportRow {
  const odd = listNotices(row, defaults).filter(({ field }) => field !== '')
  return {
    ...row,
    state: 'wrong',
    problems: odd.map((problem) => ({ name: problem.field, message: describe(problem) })),
  }
}

/** Valid but unusual values of the row, in the file and in the shipment. */
export const listNotices = (row: ImportRow, defaults: Defaults): SheetProblem[] => [
  ...row.notices,
  ...findOddities(toDocument(row.values, defaults)),
]
