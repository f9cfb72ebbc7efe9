/** The built package, as `npm pack` would publish it. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Its folder: the one that turbo has built, else `directory`, in which it is built now. */
export function builtPackage(directory: string): string {
  if (process.env.TURBO_HASH) return join(root, 'dist')
  execFileSync(process.execPath, ['build.ts', directory], { cwd: root, stdio: 'pipe' })
  return directory
}
