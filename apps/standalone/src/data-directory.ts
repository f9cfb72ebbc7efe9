/**
 * The folder that holds everything a local Waybill keeps: `.waybill/` in the clone, or WAYBILL_DATA_DIR.
 *
 *     lock          the process that uses it now        keys.json   random keys, made on first run
 *     postgres/     the embedded database               logs/       one file per process of `npm run stack`
 *     sandbox.json  how to reach what runs, and the demo merchant's token
 *     processes.json  the processes of `npm run stack`, by name
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isRunning, type KnownProcess, knownProcess } from './processes.ts'
import { StartError } from './start-error.ts'

export interface DataDirectory {
  path: string
  /** Absolute path of something in it. */
  file(name: string): string
  /**
   * Random keys (32 bytes, base64url) by name; those not there yet are made and kept in `keys.json`.
   * Whoever loses that file can no longer read what was encrypted, nor verify what was signed, with them.
   */
  loadOrCreateKeys<Name extends string>(names: readonly Name[]): Record<Name, string>
  /** Writes a file that only its owner reads; a reader sees the old one or the new one, never half. */
  write(name: string, content: string): void
  /** Lets another process use the directory. */
  release(): void
}

/** The clone, or where the packages lie. */
const projectRoot = resolve(import.meta.dirname, '../../..')

/** Where the data lies: `configured` (WAYBILL_DATA_DIR) against the working directory, else `.waybill` in the clone. */
export function dataDirectoryPath(configured: string | undefined): string {
  return configured ? resolve(configured) : join(projectRoot, '.waybill')
}

/** The namespace of a data directory where none is configured: two directories never share a database or a queue. */
export function defaultNamespace(dataDirectory: string): string {
  return `waybill_${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 8)}`
}

/**
 * Makes the directory if need be and takes it for this process, until `release` or the process ends, however it ends.
 * Throws `StartError` when another process has it, and when it cannot be written.
 */
export function openDataDirectory(path: string): DataDirectory {
  try {
    mkdirSync(path, { recursive: true })
    // Root's database runs under another account, which passes through here to its own folder; it cannot look around.
    chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (cause) {
    throw new StartError(
      `The data directory ${path} cannot be made or changed (${(cause as NodeJS.ErrnoException).code}): ` +
        'give it to this user, or choose another one with WAYBILL_DATA_DIR.',
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
      `${keysFile} cannot be read (${(cause as Error).message}). Put it back from a backup: ` +
        'what is encrypted in the database is lost without it.',
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
          `Waybill already runs on ${directory} as process ${holder.pid}. Stop that one (\`kill ${holder.pid}\`), ` +
            'or give this one a folder of its own with WAYBILL_DATA_DIR and another PORT.',
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

/** Gives a complete file its final name, unless that is taken. */
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
