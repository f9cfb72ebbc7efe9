/** Writes the package that merchants install to `dist`, or to the folder given: one program without dependencies, its manifest, README and licence. */
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const here = import.meta.dirname
const dist = process.argv[2] ?? join(here, 'dist')
const { name, version, description, license } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

rmSync(dist, { recursive: true, force: true })
const file = join(dist, 'main.js')
await build({
  input: join(here, 'src/main.ts'),
  platform: 'node',
  logLevel: 'warn',
  output: { file, format: 'esm', inlineDynamicImports: true },
})
chmodSync(file, 0o755)

const manifest = {
  name,
  version,
  description,
  license,
  type: 'module',
  engines: { node: '>=20' },
  bin: { 'waybill-mcp': 'main.js' },
  files: ['main.js'],
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
cpSync(join(here, 'README.md'), join(dist, 'README.md'))
cpSync(join(here, '../../LICENSE'), join(dist, 'LICENSE'))
