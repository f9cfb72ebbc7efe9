/**
 * `npm run test:file -- <arguments of vitest>`: the tests of a path or file, with the services that `npm test` brings. Pure
 * tests need none.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bringServices } from './test/services.ts'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const paths = args.filter((arg) => existsSync(arg))

const isPure = (path: string) => statSync(path).isFile() && /(^|[/\\])[^./\\]+\.test\.tsx?$/.test(path)
/** The tests of a whole product use the machine's own PostgreSQL, all others the embedded one. */
const isOfProduct = (path: string) => /(^|[/\\])tests[/\\](?!rules|dev)/.test(path)

const needsServices = paths.length === 0 || !paths.every(isPure)
const isBrowsed = paths.some((path) => /(^|[/\\])tests[/\\]browser/.test(path))
const postgres = paths.some(isOfProduct) ? 'PostgreSQL' : 'integration PostgreSQL'
const wanted = [postgres, 'RabbitMQ', 'Redis', ...(isBrowsed ? (['Chromium'] as const) : [])] as const
if (isBrowsed) execFileSync(process.execPath, ['apps/console/build.ts'], { cwd: root, stdio: 'inherit' })
const services = needsServices ? await bringServices(wanted) : null
const env = { ...process.env, ...services?.environmentFor(wanted) }
const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
  cwd: root,
  env,
  stdio: 'inherit',
})
// A terminal sends Ctrl-C to vitest as well. Either way the services are stopped after it.
process.on('SIGINT', () => !process.stdin.isTTY && vitest.kill('SIGINT'))
process.on('SIGTERM', () => vitest.kill('SIGTERM'))
const [code] = await once(vitest, 'exit')
await services?.stop()
process.exitCode = code ?? 1
