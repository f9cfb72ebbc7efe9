import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type RunningSystem, type SystemMode, startSystem } from './running-system.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the sandbox.json of the system under test. */
    sandboxFile: string
  }
}

/**
 * Before the end-to-end tests: uses the system whose sandbox.json is named by WAYBILL_E2E_SANDBOX, else starts one
 * as WAYBILL_E2E_MODE says (standalone by default) and removes it afterwards.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.WAYBILL_E2E_SANDBOX
  if (given) {
    if (!existsSync(given)) throw new Error(`WAYBILL_E2E_SANDBOX names ${given}, which does not exist`)
    project.provide('sandboxFile', given)
    return undefined
  }
  const system: RunningSystem = await startSystem({ mode: modeFrom(process.env.WAYBILL_E2E_MODE) })
  project.provide('sandboxFile', system.sandboxFile)
  return () => system.remove()
}

function modeFrom(text: string | undefined): SystemMode {
  if (text === undefined || text === '') return 'standalone'
  if (text === 'standalone' || text === 'stack') return text
  throw new Error(`WAYBILL_E2E_MODE is "${text}"; it can be standalone or stack`)
}
