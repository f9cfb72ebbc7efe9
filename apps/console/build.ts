/**
 * Builds the console to `dist`, unless it was built from the same sources. A new build replaces the one before when it is
 * complete, so that a gateway serves whole builds only.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname
const root = join(here, '../..')
const dist = join(here, 'dist')
/** In the build: the hash of its sources. */
const STAMP = 'sources.sha256'
/** Folders of builds that are not complete. One that is older was left behind by a process that was killed. */
const UNFINISHED = '.unfinished-'
const ABANDONED_AFTER_MS = 10 * 60_000

const hash = hashSources()
if (readStamp() !== hash) {
  removeAbandoned()
  const { build } = await import('vite')
  // Handled before the folder is there, as this process may be stopped as soon as the folder is seen.
  let unfinished = ''
  process.once('SIGTERM', () => {
    remove(unfinished)
    process.exit(143)
  })
  unfinished = mkdtempSync(join(here, UNFINISHED))
  try {
    await build({ root: here, logLevel: 'warn', build: { outDir: unfinished, emptyOutDir: true } })
    chmodSync(unfinished, 0o755) // others may serve it
    writeFileSync(join(unfinished, STAMP), hash)
    replaceBuild(unfinished)
  } finally {
    remove(unfinished)
  }
}

/** Retries, because threads of the build may still write to it. Does nothing if it is not there. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
}

/** Hash of all files that decide about the build: those of this workspace and of the SDK, and the versions of all packages. */
function hashSources(): string {
  const own = globSync('{*.ts,*.json,index.html,{src,vite,public}/**/*}', { cwd: here }).map((path) => join(here, path))
  const sdk = globSync('src/**/*.ts', { cwd: join(root, 'packages/sdk') }).map((path) =>
    join(root, 'packages/sdk', path),
  )
  const files = [...own, ...sdk, join(root, 'package-lock.json')].filter(
    (file) => !/\.test\.|[\\/]src[\\/]testing[\\/]/.test(file) && statSync(file).isFile(),
  )
  const sources = createHash('sha256')
  for (const file of files.sort()) {
    const content = createHash('sha256').update(readFileSync(file)).digest('hex')
    sources.update(`${content} ${file.slice(root.length)}\n`)
  }
  return sources.digest('hex')
}

function readStamp(): string | null {
  const stamp = join(dist, STAMP)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null
}

/** If two builds end at the same time, either may stay: they have the same sources. */
function replaceBuild(complete: string): void {
  const before = `${complete}-before`
  if (existsSync(dist)) renameSync(dist, before)
  try {
    renameSync(complete, dist)
  } catch (error) {
    if (readStamp() !== hash) throw error
  }
  remove(before)
}

function removeAbandoned(): void {
  const folders = globSync(`${UNFINISHED}*`, { cwd: here }).map((name) => join(here, name))
  for (const folder of folders) if (Date.now() - statSync(folder).mtimeMs > ABANDONED_AFTER_MS) remove(folder)
}
