import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './bring.ts'
import type { Provider } from './services.ts'

/**
 * The promtool at WAYBILL_TEST_PROMTOOL or on the path. With WAYBILL_TEST_INSTALL=1 also the one of Debian's package,
 * unpacked beside the other state: installed, the package would start its daemon.
 */
export const bringPromtool: Provider = async (stateDirectory) => {
  const configured = process.env.WAYBILL_TEST_PROMTOOL
  if (configured && !existsSync(configured))
    throw new Error(`WAYBILL_TEST_PROMTOOL names ${configured}, which is not there`)
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'promtool'))
  const found = configured ?? onPath.find((file) => existsSync(file))
  if (found !== undefined) return brought(found, found)
  if (process.env.WAYBILL_TEST_INSTALL !== '1') return null
  console.log('unpacking promtool …')
  const cwd = join(stateDirectory, 'prometheus')
  mkdirSync(cwd)
  const download = () => runProgram('apt-get', ['download', '-q', 'prometheus'], { cwd })
  await download().catch(async () => {
    await runProgram('apt-get', ['update', '-q'])
    await download()
  })
  await runProgram('sh', ['-c', 'dpkg-deb --extract prometheus_*.deb .'], { cwd })
  return brought(join(cwd, 'usr/bin/promtool'), 'of the package prometheus')
}

const brought = (path: string, origin: string) => ({ url: path, origin, stop: async () => {} })
