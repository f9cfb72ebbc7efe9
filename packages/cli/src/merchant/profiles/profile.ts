/** Profiles: an address and a key each, in a file that only this user can read. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../../cli-error.ts'
import { EXIT } from '../exit-codes.ts'

export interface Profile {
  /** Without a slash at its end. */
  baseUrl: string
  apiKey: string
}

export const DEFAULT_PROFILE = 'default'

const getPath = (folder: string, name: string): string => join(folder, `${checkName(name)}.json`)

/** Returns the name. Throws a CliError for one that cannot be a file's. */
export function checkName(name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,62}$/i.test(name)) return name
  throw new CliError(
    EXIT.usage,
    `"${name}" is no name of a profile: use 1 to 63 letters, digits, _ or -, beginning with a letter or a digit.`,
  )
}

/** Null if there is none. Throws a CliError for a file that cannot be used. */
export async function findProfile(folder: string, name: string): Promise<Profile | null> {
  const path = getPath(folder, name)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(path, error)
  }
  const profile = parse(text)
  if (profile === null) {
    throw new CliError(EXIT.usage, `${path} is damaged. Sign in again: waybill login --profile ${name}`)
  }
  return profile
}

function parse(text: string): Profile | null {
  try {
    const { base_url: baseUrl, api_key: apiKey } = JSON.parse(text) as Record<string, unknown>
    return typeof baseUrl === 'string' && typeof apiKey === 'string' ? { baseUrl, apiKey } : null
  } catch {
    return null
  }
}

/** In place of the one of that name. A crash leaves the old file or the new one. */
export async function saveProfile(folder: string, name: string, { baseUrl, apiKey }: Profile): Promise<void> {
  const path = getPath(folder, name)
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify({ base_url: baseUrl, api_key: apiKey }, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw unusable(path, error)
  }
}

/** Whether there was one. */
export async function removeProfile(folder: string, name: string): Promise<boolean> {
  const path = getPath(folder, name)
  try {
    await rm(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw unusable(path, error)
  }
}

/** Sorted. */
export async function profileNames(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder)
    return files.flatMap((file) => /^([^.]+)\.json$/.exec(file)?.[1] ?? []).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw unusable(folder, error)
  }
}

const unusable = (path: string, error: unknown): CliError =>
  new CliError(EXIT.usage, `Cannot use ${path} (${(error as NodeJS.ErrnoException).code ?? error}).`)

/** The start of a token, to tell keys apart: `wb_test_ab12…`. */
export const maskToken = (token: string): string => `${/^wb_(test|live)_.{4}/.exec(token)?.[0] ?? ''}…`
