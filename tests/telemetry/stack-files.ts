/** What a stack leaves in its data directory for those who watch it. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const directory = dirname(process.env.WAYBILL_E2E_SANDBOX ?? '')

export type Line = Record<string, unknown> & { msg: string }

/** The lines that a process has logged so far. */
export const linesOf = (service: string): Line[] =>
  readFileSync(join(directory, 'logs', `${service}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)

/** Services and where they show their metrics. */
export const scrapeTargets = (): { targets: [string]; labels: { service: string } }[] =>
  JSON.parse(readFileSync(join(directory, 'prometheus-targets.json'), 'utf8'))
