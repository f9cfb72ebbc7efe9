/** Controls `hold-step.ts` from the test. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'

export const HOLDS_VARIABLE = 'WAYBILL_TEST_HOLDS'
export const GATE = 'gate'

export interface Holds {
  /** Variables for the processes' environment. */
  env: Record<string, string>
  /** From now on, dispatches of shipments not yet passed to `at` wait at their start. */
  closeGate(): void
  /** Holds the shipment's operation at that step. An operation held at another step continues. */
  at(shipmentId: string, step: string): void
  /** Resolves when the operation is held there. */
  reached(shipmentId: string, step: string): Promise<void>
  /** Releases everything. */
  clear(): void
}

export function holdsIn(parent: string): Holds {
  const directory = join(parent, 'holds')
  mkdirSync(directory)
  const file = (name: string) => join(directory, name)
  return {
    env: {
      [HOLDS_VARIABLE]: directory,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'hold-step.ts')}`,
    },
    closeGate: () => writeFileSync(file(GATE), ''),
    at(shipmentId, step) {
      rmSync(file(`${shipmentId}.held`), { force: true })
      writeFileSync(file('.new'), step)
      renameSync(file('.new'), file(shipmentId)) // readers never see a partial file
      writeFileSync(file(`${shipmentId}.known`), '')
    },
    reached: (shipmentId, step) =>
      eventually(
        () => {
          const held = file(`${shipmentId}.held`)
          if (existsSync(held) && readFileSync(held, 'utf8') === step) return
          throw new Error(`${shipmentId} has not reached ${step}`)
        },
        { timeoutMs: 180_000, intervalMs: 50 },
      ),
    clear() {
      for (const name of readdirSync(directory)) if (!name.endsWith('.known')) rmSync(file(name))
    },
  }
}
