/** The test's side of `hold.ts`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'

export const HOLDS_VARIABLE = 'WAYBILL_TEST_HOLDS'
export const GATE = 'gate'

export interface Holds {
  /** For the environment of the processes. */
  env: Record<string, string>
  /** From now on every dispatch of a shipment that `at` never named waits at its beginning until it does. */
  closeGate(): void
  /** Holds the shipment's operation as soon as it comes to that step; one that is held elsewhere goes on. */
  at(shipmentId: string, step: string): void
  /** Resolves once it is held there. */
  reached(shipmentId: string, step: string): Promise<void>
  /** Holds nothing any more. */
  clear(): void
}

export function holdsIn(parent: string): Holds {
  const directory = join(parent, 'holds')
  mkdirSync(directory)
  const file = (name: string) => join(directory, name)
  return {
    env: {
      [HOLDS_VARIABLE]: directory,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'hold.ts')}`,
    },
    closeGate: () => writeFileSync(file(GATE), ''),
    at(shipmentId, step) {
      rmSync(file(`${shipmentId}.held`), { force: true })
      writeFileSync(file('.new'), step)
      renameSync(file('.new'), file(shipmentId)) // never seen half written
      writeFileSync(file(`${shipmentId}.known`), '')
    },
    reached: (shipmentId, step) =>
      eventually(
        () => {
          const held = file(`${shipmentId}.held`)
          if (existsSync(held) && readFileSync(held, 'utf8') === step) return
          throw new Error(`${shipmentId} has not come to ${step}`)
        },
        { timeoutMs: 60_000, intervalMs: 50 },
      ),
    clear() {
      for (const name of readdirSync(directory)) if (!name.endsWith('.known')) rmSync(file(name))
    },
  }
}
