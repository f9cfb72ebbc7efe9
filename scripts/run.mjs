/**
 * The bootstrap behind every npm script: `node scripts/run.mjs <task> [arguments]`.
 *
 * It runs on Node.js 18 or newer and needs only npm, so that a fresh clone needs no command before `npm start`. It
 * installs the locked dependencies and, if the running Node.js is too old, a newer one; each only if missing. Then it
 * runs the task. Tasks that run the product install what it needs, without the packages of its development, which
 * `packages` adds. When two start at the same time, one installs and the other waits.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { Refusal, root } from './run/clone.mjs'
import { installPending, pendingInstalls } from './run/install.mjs'
import { holdsProductOnly } from './run/installed.mjs'
import { killInstalls } from './run/lock.mjs'
import { checkNode, nodeVersion, usableNode } from './run/node.mjs'
import { onParentGone, onSignals } from './run/signals.mjs'

const turbo = 'node_modules/turbo/bin/turbo'
/** Task → the script that Node.js runs, and its fixed arguments. */
const tasks = {
  start: ['apps/standalone/src/main.ts'],
  stack: ['scripts/stack.ts'],
  dev: ['scripts/dev.ts'],
  test: ['scripts/test.ts'],
  'test-full': ['scripts/test.ts', '--full'],
  faults: ['scripts/faults.ts'],
  coverage: ['node_modules/vitest/vitest.mjs', 'run', '--coverage'],
  'test-file': ['scripts/test-file.ts'],
  lint: [turbo, 'run', 'lint', 'lint:root'],
  typecheck: [turbo, 'run', 'typecheck:root', 'typecheck'],
  gen: ['scripts/gen.ts'],
  build: [turbo, 'run', 'build'],
  bench: ['tests/bench/main.ts'],
  audit: ['scripts/audit.ts'],
  conformance: ['scripts/conformance.ts'],
  pictures: ['tests/pictures/main.ts'],
  'new-carrier': ['scripts/new-carrier.ts'],
  waybill: ['packages/cli/src/main.ts'],
  packages: null, // only completes an install for running the product
}

/** Tasks that run without the packages of the development. */
const runsProduct = new Set(['start', 'waybill'])

/** Tasks that run until they are stopped. */
const servers = new Set(['start', 'stack', 'dev'])

try {
  await main(process.argv[2], process.argv.slice(3))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(`\n${error.message}\n`)
  process.exit(1)
}

async function main(task, args) {
  const command = tasks[task]
  if (command === undefined) throw new Refusal(`Unknown task "${task ?? ''}". Tasks: ${Object.keys(tasks).join(', ')}.`)
  checkNode()

  const stopInstalling = onSignals((signal) => {
    killInstalls()
    process.exit(128 + constants.signals[signal])
  })
  if (command === null && !holdsProductOnly(root)) return
  const withoutDev = runsProduct.has(task)
  if (pendingInstalls(withoutDev).length > 0) await installPending(withoutDev)
  stopInstalling()
  if (command === null) return
  const node = usableNode()

  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compile'),
    WAYBILL_NODE: nodeVersion(), // part of every key of turbo's cache
    TURBO_TELEMETRY_DISABLED: '1',
  }
  // A server notices by the channel that this process was killed.
  const stdio = servers.has(task) ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
  const child = spawn(node, [...command, ...args], { cwd: root, env, stdio })
  // A terminal sends Ctrl-C to the task as well.
  onSignals((signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })
  if (servers.has(task)) onParentGone(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`\nThe task "${task}" did not start: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
