import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '@waybill/testing/programs'
import type { BroughtService, Provider } from './bring.ts'

const FOLDER = join(import.meta.dirname, '../../tools/runtimes')
const MODULES = join(FOLDER, 'node_modules')
const NPM_FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * The runtimes of JavaScript that `tools/runtimes` pins, 700 MB. With WAYBILL_TEST_INSTALL=1 they are installed from npm.
 * None elsewhere than on Linux on x64.
 */
export const bringRuntimes: Provider = async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const wanted = readPinned()
  if (!isInstalled(wanted)) {
    if (process.env.WAYBILL_TEST_INSTALL !== '1') return null
    console.log('installing the runtimes of JavaScript …')
    await runProgram('npm', ['ci', '--prefix', FOLDER, ...NPM_FLAGS])
  }
  const versions = Object.entries(wanted).map(([name, version]) => `${name.split('/').at(-1)} ${version}`)
  return { url: MODULES, origin: MODULES, version: versions.join(', '), stop: async () => {} } satisfies BroughtService
}

/** Package → version, without the name that an alias stands for. */
function readPinned(): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries<string>(dependencies).map(([name, wanted]) => [name, wanted.split('@').at(-1) ?? wanted]),
  )
}

const isInstalled = (wanted: Record<string, string>): boolean =>
  Object.entries(wanted).every(([name, version]) => {
    const manifest = join(MODULES, name, 'package.json')
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
  })
