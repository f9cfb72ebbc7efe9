import { existsSync } from 'node:fs'
import { type SystemMode, startSystem } from './running-system.ts'

/**
 * Runs before the end-to-end tests. Uses the system whose sandbox.json WAYBILL_E2E_SANDBOX names. Otherwise starts one
 * in the mode WAYBILL_E2E_MODE (default: standalone), sets WAYBILL_E2E_SANDBOX, and removes the system afterwards.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.WAYBILL_E2E_SANDBOX
  if (given) {
    if (!existsSync(given)) throw new Error(`WAYBILL_E2E_SANDBOX names ${given}, which does not exist`)
    return undefined
  }
  const system = await startSystem({ mode: modeFrom(process.env.WAYBILL_E2E_MODE) })
  process.env.WAYBILL_E2E_SANDBOX = system.sandboxFile // workers start later and inherit it
  return () => system.remove()
}

function modeFrom(text: string | undefined): SystemMode {
  if (text === undefined || text === '') return 'standalone'
  if (text === 'standalone' || text === 'stack') return text
  throw new Error(`WAYBILL_E2E_MODE is "${text}"; it can be standalone or stack`)
}
