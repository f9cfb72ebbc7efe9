/** The thread that builds the pages of a day and ends. Nothing imports it: `build-daily.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Operation } from '@waybill/contracts/requests/operation'
import { buildDailyPages } from './daily-pages.ts'

export interface DailyThreadData {
  /** URL of a module that exports the operations as `routeTable`. */
  operations: string
  publicUrl: string
  midnight: Date
}

const { operations, publicUrl, midnight } = workerData as DailyThreadData
const { routeTable } = (await import(operations)) as { routeTable: readonly Operation[] }
parentPort?.postMessage(buildDailyPages(routeTable, publicUrl, midnight))
