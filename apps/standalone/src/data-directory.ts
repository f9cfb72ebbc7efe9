/**
 * The folder with all state of a local Waybill: `.waybill/` in the clone, or WAYBILL_DATA_DIR.
 *
 *     lock          the process that uses it            keys.json   random keys, created on first start
 *     postgres/     the embedded database               logs/       one file per process of `npm run stack`
 *     sandbox.json  URLs and tokens of the running instance and its demo merchant
 *     demo-token    the demo merchant's token, kept for the next start
 *     processes.json  the processes of `npm run stack`, by name
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isRunning, type KnownProcess, knownProcess } from './processes.ts'
import { StartError } from './start-error.ts'

export interface DataDirectory {
  path: string
  /** Absolute path of an entry. */
  file(name: string): string
  /**
   * Random keys (32 bytes, base64url) by name. Missing keys are created and stored in `keys.json`. Without that file,
   * encrypted data cannot be decrypted and signatures cannot be verified.
   */
  loadOrCreateKeys<Name extends string>(names: readonly Name[]): Record<Name, string>
  /** Writes a file atomically, readable by its owner only. */
  write(name: string, content: string): void
  /** Lets another process use the directory. */
  release(): void
}

/** The clone, or the folder that contains the packages. */
const projectRoot = resolve(import.meta.dirname, '../../..')

/** Path of the data directory: `configured`, relative to the working directory, or `.waybill` in the clone. */
export function dataDirectoryPath(configured: string | undefined): string {
  return configured ? resolve(configured) : join(projectRoot, '.waybill')
}

/** Default namespace of a data directory, so that two directories never share a database or a queue. */
export function defaultNamespace(dataDirectory: string): string {
  return `waybill_${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 8)}`
}

/**
 * Creates the directory if necessary and locks it until `release` or the end of the process. Throws a StartError if
 * another process holds the lock or the directory is not writable.
 */
export function openDataDirectory(path: string): DataDirectory {
  try {
    mkdirSync(path, { recursive: true })
    // When root starts Waybill, PostgreSQL runs under another account, which needs to enter (not list) this folder.
    chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (cause) {
    throw new StartError(
      `Cannot create or write the data directory ${path} (${(cause as NodeJS.ErrnoException).code}). ` +
        'Make this user its owner, or choose another directory with WAYBILL_DATA_DIR.',
      { cause },
    )
  }
  const file = (name: string) => join(path, name)
  const release = takeLock(file('lock'), path)
  const write = (name: string, content: string) => {
    const unfinished = file(`.${basename(name)}.${process.pid}`)
    writeFileSync(unfinished, content, { mode: 0o600 })
    renameSync(unfinished, file(name))
  }
  return { path, file, write, release, loadOrCreateKeys: (names) => loadOrCreateKeys(names, file('keys.json'), write) }
}

function loadOrCreateKeys<Name extends string>(
  names: readonly Name[],
  keysFile: string,
  write: DataDirectory['write'],
): Record<Name, string> {
  const kept = existsSync(keysFile) ? readKeys(keysFile) : {}
  const keys = Object.fromEntries(names.map((name) => [name, kept[name] ?? randomBytes(32).toString('base64url')]))
  if (names.some((name) => kept[name] === undefined))
    write('keys.json', `${JSON.stringify({ ...kept, ...keys }, null, 2)}\n`)
  return keys as Record<Name, string>
}

function readKeys(keysFile: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(keysFile, 'utf8')) as Record<string, string>
  } catch (cause) {
    throw new StartError(
      `${keysFile} cannot be read (${(cause as Error).message}). Restore it from a backup: ` +
        'encrypted data in the database cannot be decrypted without it.',
      { cause },
    )
  }
}

function takeLock(lockFile: string, directory: string): () => void {
  const own = JSON.stringify(knownProcess(process.pid))
  const candidate = `${lockFile}.${process.pid}`
  writeFileSync(candidate, own, { mode: 0o600 })
  try {
    while (!linked(candidate, lockFile)) {
      const text = readIfPresent(lockFile)
      const holder = text === '' ? null : parseHolder(text)
      if (holder && isRunning(holder))
        throw new StartError(
          `Waybill already runs on ${directory} as process ${holder.pid}. Stop that process (\`kill ${holder.pid}\`), ` +
            'or set WAYBILL_DATA_DIR and PORT to start a second instance.',
        )
      if (readIfPresent(lockFile) === text) rmSync(lockFile, { force: true })
    }
  } finally {
    rmSync(candidate, { force: true })
  }
  const release = () => {
    if (readIfPresent(lockFile) === own) rmSync(lockFile, { force: true })
    process.off('exit', release)
  }
  process.on('exit', release)
  return release
}

/** Links a complete file to its final name. False if that name is taken. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function parseHolder(text: string): KnownProcess | null {
  try {
    return JSON.parse(text) as KnownProcess
  } catch {
    return null
  }
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
