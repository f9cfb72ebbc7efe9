/** The built package, as `npm pack` would publish it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')

/** Its folder. Builds it, unless turbo has done so. */
export function builtPackage(): string {
  if (!process.env.TURBO_HASH) execFileSync(process.execPath, ['build.ts'], { cwd: root, stdio: 'pipe' })
  return dist
}

export interface InstalledPackage {
  /** An otherwise empty project that has installed the packed package. */
  directory: string
  tarball: string
  remove(): void
}

/** Packs the package and installs it in a new project, without a registry. */
export function installPackage(): InstalledPackage {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-sdk-'))
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: directory, encoding: 'utf8', stdio: 'pipe' })
  const [packed] = JSON.parse(npm('pack', builtPackage(), '--json')) as [{ filename: string }]
  writeFileSync(join(directory, 'package.json'), '{ "name": "empty", "private": true }\n')
  npm('install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`)
  const remove = () => rmSync(directory, { recursive: true, force: true })
  return { directory, tarball: join(directory, packed.filename), remove }
}
