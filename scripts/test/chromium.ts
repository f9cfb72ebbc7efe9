import { existsSync } from 'node:fs'
import { installedProgram } from './bring.ts'
import type { BroughtService } from './services.ts'

/** The Chromium at WAYBILL_TEST_CHROMIUM, else Debian's. */
export async function bringChromium(): Promise<BroughtService | null> {
  const configured = process.env.WAYBILL_TEST_CHROMIUM
  if (configured && !existsSync(configured))
    throw new Error(`WAYBILL_TEST_CHROMIUM names ${configured}, which is not there`)
  const program = configured ?? (await installedProgram('/usr/bin/chromium', 'chromium'))
  return program === null ? null : { url: program, origin: program, stop: async () => {} }
}
