/**
 * `npm run audit`: compares the locked dependencies with the registry's security advisories. Exit code 0: none is of high
 * or critical severity; 1: some are; 2: the registry gave no advisories, so nothing is known.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Folders with a lock file: the product and its tests, and the Node.js that run.mjs installs. */
const folders = ['.', 'tools/node', 'tools/runtimes', 'tools/helm']

interface Report {
  message?: string
  metadata?: { vulnerabilities: Record<string, number> }
  vulnerabilities?: Record<
    string,
    { severity: string; range: string; via: (string | { title: string; url: string })[] }
  >
}

/** npm's report for a folder; undefined if it printed none. */
function audit(folder: string): Report | undefined {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0']
  const { npm_execpath: npm } = process.env
  const [command, commandArgs] = npm ? [process.execPath, [npm, ...args]] : ['npm', args]
  const { stdout } = spawnSync(command, commandArgs, { cwd: join(root, folder), encoding: 'utf8' })
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

let isUnknown = false
let found = 0
for (const folder of folders) {
  const report = audit(folder)
  if (!report?.metadata || !report.vulnerabilities) {
    console.error(`${folder}: no advisories from the registry: ${report?.message ?? 'npm audit printed no report'}`)
    isUnknown = true
    continue
  }
  console.log(`${folder}: ${JSON.stringify(report.metadata.vulnerabilities)}`)
  for (const [name, { severity, range, via }] of Object.entries(report.vulnerabilities)) {
    if (severity !== 'high' && severity !== 'critical') continue
    found++
    const reasons = via.map((reason) =>
      typeof reason === 'string' ? `through ${reason}` : `${reason.title} ${reason.url}`,
    )
    console.log(`  ${severity} ${name}${range && ` ${range}`}: ${reasons.join('; ')}`)
  }
}
process.exitCode = found > 0 ? 1 : isUnknown ? 2 : 0
