/**
 * Packs the SDK, the command and the MCP server as the files that merchants install from their Waybill, unless they were packed from
 * the same sources. `node build-downloads.ts [folder]`; default: `downloads`.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const folder = process.argv[2] ?? join(import.meta.dirname, 'downloads')
const stamp = join(folder, 'sources.sha256')
const packages = ['sdk', 'cli', 'mcp']

const hash = hashSources()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  let unfinished = ''
  process.once('exit', () => rmSync(unfinished, { recursive: true, force: true }))
  process.once('SIGTERM', () => process.exit(143))
  unfinished = mkdtempSync(join(tmpdir(), 'waybill-downloads-'))
  mkdirSync(folder, { recursive: true })
  for (const name of packages) pack(name, unfinished)
  writeFileSync(stamp, hash)
}

function pack(name: string, unfinished: string): void {
  const dist = join(unfinished, name)
  const run = (program: string, args: string[]) =>
    execFileSync(program, args, { cwd: unfinished, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
  run(process.execPath, [join(root, 'packages', name, 'build.ts'), dist])
  const [packed] = JSON.parse(run('npm', ['pack', dist, '--json', '--loglevel=error'])) as [{ filename: string }]
  const complete = join(folder, `.${name}.${process.pid}`)
  writeFileSync(complete, readFileSync(join(unfinished, packed.filename)))
  renameSync(complete, join(folder, `waybill-${name}.tgz`))
}

/** A hash of all files that the packages are made from, and of the versions of their dependencies. */
function hashSources(): string {
  const patterns = [...packages, 'contracts'].map((name) => `packages/${name}/{*.ts,*.json,README.md,src/**/*.ts}`)
  const files = globSync([...patterns, 'package-lock.json'], { cwd: root }).filter((file) => !file.includes('.test.'))
  const sources = createHash('sha256')
  for (const file of files.sort()) {
    const content = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
    sources.update(`${content} ${file}\n`)
  }
  return sources.digest('hex')
}
