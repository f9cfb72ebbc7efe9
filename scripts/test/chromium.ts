import { existsSync } from 'node:fs'
import { installedProgram, runProgram } from '@waybill/testing/programs'
import type { BroughtService } from './bring.ts'

/** The Chromium at WAYBILL_TEST_CHROMIUM, else Debian's. */
export async function bringChromium(): Promise<BroughtService | null> {
  const configured = process.env.WAYBILL_TEST_CHROMIUM
  if (configured && !existsSync(configured))
    throw new Error(`WAYBILL_TEST_CHROMIUM is ${configured}, which does not exist.`)
  const program = configured ?? (await installedProgram('/usr/bin/chromium', 'chromium'))
  if (program === null) return null
  const { stdout } = await runProgram(program, ['--version'])
  const version = /\d[\d.]*/.exec(stdout)?.[0] ?? stdout.trim()
  return { url: program, origin: program, version, stop: async () => {} }
}
