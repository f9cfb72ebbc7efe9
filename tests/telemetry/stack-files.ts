/** Reads logs and scrape targets from a stack's data directory. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const directory = dirname(process.env.WAYBILL_E2E_SANDBOX ?? '')

export type Line = Record<string, unknown> & { msg: string }

/** Log lines of a process so far. */
export const splitLines = (service: string): Line[] =>
  readFileSync(join(directory, 'logs', `${service}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)

/** Services and the addresses of their metrics. */
export const scrapeTargets = (): { targets: [string]; labels: { service: string } }[] =>
  JSON.parse(readFileSync(join(directory, 'prometheus-targets.json'), 'utf8'))
