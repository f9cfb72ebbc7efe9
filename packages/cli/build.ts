/**
 * Writes the package that is published to `dist`, or to the folder given: one JavaScript file with the commands of merchants and all of their
 * dependencies, manifest, README and licence. The repository itself runs `src`, without a build.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const here = import.meta.dirname
const root = join(here, '../..')
const dist = process.argv[2] ?? join(here, 'dist')
const { name, version, license } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
const file = join(dist, 'waybill.js')
// Dependencies are included: some of them ask for a newer Node.js than they need.
await build({
  input: join(here, 'src/merchant/main.ts'),
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] }, // jsonc-parser has modules that a bundler can follow only under "module"
  logLevel: 'warn',
  output: { file, format: 'esm', codeSplitting: false },
})
chmodSync(file, 0o755)
const manifest = {
  name,
  version,
  description: 'Ships with Waybill from the command line',
  license,
  type: 'module',
  engines: { node: '>=20.12' },
  bin: { waybill: './waybill.js' },
  files: ['waybill.js'],
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
// Without the commands of operators, which are not in the package.
const [readme = ''] = readFileSync(join(here, 'README.md'), 'utf8').split('\n## Commands of operators')
writeFileSync(join(dist, 'README.md'), readme)
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
