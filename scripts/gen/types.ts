/** The TypeScript types of the protos. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const folder = 'packages/contracts/src/gen'

// The same options as the loader in packages/chassis/src/rpc/proto.ts: the types describe its messages.
const options = ['--keepCase', '--longs=Number', '--enums=String', '--defaults', '--oneofs', '--includeComments']

function generate(outDir: string): void {
  const protos = globSync('**/*.proto', { cwd: join(root, 'protos') }).sort()
  const target = ['--importFileExtension=.ts', '--grpcLib=@grpc/grpc-js', `--outDir=${outDir}`, '-I', 'protos']
  const generator = join(root, 'node_modules/@grpc/proto-loader/build/bin/proto-loader-gen-types.js')
  execFileSync(process.execPath, [generator, ...protos, ...options, ...target], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export function writeTypes(): void {
  rmSync(join(root, folder), { recursive: true, force: true })
  generate(join(root, folder))
}

/** Paths of the files that differ from what would be generated now. */
export function checkTypes(): string[] {
  const outDir = mkdtempSync(join(tmpdir(), 'waybill-gen-'))
  try {
    generate(outDir)
    const [made, kept] = [outDir, join(root, folder)].map(
      (cwd) => new Map(globSync('**/*.ts', { cwd }).map((path) => [path, readFileSync(join(cwd, path), 'utf8')])),
    ) as [Map<string, string>, Map<string, string>]
    const paths = new Set([...made.keys(), ...kept.keys()])
    return [...paths].filter((path) => made.get(path) !== kept.get(path)).map((path) => join(folder, path))
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
