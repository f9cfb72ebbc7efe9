import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runProgram } from '@waybill/testing/programs'
import type { BroughtService, Provider } from './bring.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/prometheus')

/**
 * The promtool at WAYBILL_TEST_PROMTOOL or on the PATH. With WAYBILL_TEST_INSTALL=1 also the one of Debian's package,
 * which is unpacked into node_modules/.cache: installing it would start its daemon.
 */
export const bringPromtool: Provider = async () => {
  const configured = process.env.WAYBILL_TEST_PROMTOOL
  if (configured && !existsSync(configured))
    throw new Error(`WAYBILL_TEST_PROMTOOL is ${configured}, which does not exist.`)
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'promtool'))
  const found = configured ?? onPath.find((file) => existsSync(file))
  if (found !== undefined) return describe(found, found)
  if (process.env.WAYBILL_TEST_INSTALL !== '1') return null
  const unpacked = join(CACHE, 'usr/bin/promtool')
  if (!existsSync(unpacked)) await unpack()
  return describe(unpacked, 'from the package prometheus')
}

async function unpack(): Promise<void> {
  console.log('unpacking promtool …')
  const cwd = mkdtempSync(join(tmpdir(), 'waybill-promtool-'))
  try {
    const download = () => runProgram('apt-get', ['download', '-q', 'prometheus'], { cwd })
    await download().catch(async () => {
      await runProgram('apt-get', ['update', '-q'])
      await download()
    })
    mkdirSync(CACHE, { recursive: true })
    await runProgram('sh', ['-c', 'dpkg-deb --extract prometheus_*.deb "$0"', CACHE], { cwd })
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

async function describe(path: string, origin: string): Promise<BroughtService> {
  const { stdout, stderr } = await runProgram(path, ['--version'])
  const version = /version (\S+)/.exec(stdout + stderr)?.[1] ?? 'unknown'
  return { url: path, origin, version, stop: async () => {} }
}
