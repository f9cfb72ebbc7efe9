/**
 * Makes the TypeScript types of the protos, into packages/contracts/src/gen.
 * `--check` makes them elsewhere and fails when they differ from what is committed.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = join(root, 'packages/contracts/src/gen')
const check = process.argv.includes('--check')
const outDir = check ? mkdtempSync(join(tmpdir(), 'waybill-gen-')) : target

// The options must equal those of the loader in packages/chassis/src/rpc-definitions.ts.
const options = ['--keepCase', '--longs=Number', '--enums=String', '--defaults', '--oneofs', '--includeComments']
const protos = globSync('**/*.proto', { cwd: join(root, 'protos') }).sort()
if (!check) rmSync(target, { recursive: true, force: true })
execFileSync(
  join(root, 'node_modules/.bin/proto-loader-gen-types'),
  [...protos, ...options, '--importFileExtension=.ts', '--grpcLib=@grpc/grpc-js', `--outDir=${outDir}`, '-I', 'protos'],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
)
if (check) {
  try {
    execFileSync('diff', ['-ru', target, outDir], { stdio: 'inherit' })
  } catch {
    console.error('The generated types do not match the protos: run npm run gen and commit the result.')
    process.exitCode = 1
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
