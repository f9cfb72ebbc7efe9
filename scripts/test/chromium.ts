import { existsSync } from 'node:fs'
import { installedProgram, runProgram } from '@waybill/testing/programs'
import type { BroughtService } from './bring.ts'

/** The shell has the same engine, without windows, and needs half of the processor time. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** The Chromium at WAYBILL_TEST_CHROMIUM, else Debian's. */
export async function bringChromium(): Promise<BroughtService | null> {
  const configured = process.env.WAYBILL_TEST_CHROMIUM
  if (configured && !existsSync(configured))
    throw new Error(`WAYBILL_TEST_CHROMIUM is ${configured}, which does not exist.`)
  const program = configured ?? (await findChromium())
  if (program === null) return null
  const { stdout } = await runProgram(program, ['--version'])
  const version = /\d[\d.]*/.exec(stdout)?.[0] ?? stdout.trim()
  return { url: program, origin: program, version, stop: async () => {} }
}

async function findChromium(): Promise<string | null> {
  for (const name of PACKAGES) {
    const program = await installedProgram(`/usr/bin/${name}`, name).catch((error: Error) => {
      console.log(`${name} could not be installed: ${error.message.trim()}`)
      return null
    })
    if (program !== null) return program
  }
  return null
}
