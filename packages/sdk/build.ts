/**
 * Writes the package that merchants install to `dist`, or to the folder given: JavaScript for `import` and `require`, declarations for both, manifest,
 * README and licence. The repository itself imports `src`, without a build.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const here = import.meta.dirname
const root = join(here, '../..')
const dist = process.argv[2] ?? join(here, 'dist')
const { name, version, description, license } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** A folder for each kind of module, whose own manifest says which kind it is. */
const KINDS = { esm: 'module', cjs: 'commonjs' } as const

rmSync(dist, { recursive: true, force: true })
for (const [folder, type] of Object.entries(KINDS)) {
  const file = join(dist, folder, 'index.js')
  const format = type === 'module' ? 'esm' : 'cjs'
  // Dependencies are included: they need a newer Node.js than this package.
  await build({
    input: join(here, 'src/index.ts'),
    platform: 'neutral',
    logLevel: 'warn',
    // Editors show the comments of the declarations.
    output: { file, format, comments: { legal: true, annotation: true, jsdoc: false } },
  })
  writeDeclarations(join(dist, folder))
  writeFileSync(join(dist, folder, 'package.json'), `${JSON.stringify({ type })}\n`)
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
cpSync(join(here, 'README.md'), join(dist, 'README.md'))
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))

function writeDeclarations(outDir: string): void {
  mkdirSync(outDir, { recursive: true })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = [
    '-p',
    'tsconfig.portable.json',
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--rootDir',
    'src',
  ]
  execFileSync(process.execPath, [tsc, ...flags, '--outDir', outDir], { cwd: here, stdio: 'inherit' })
  for (const path of globSync('**/*.d.ts', { cwd: outDir })) {
    const file = join(outDir, path)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(['"]\.{1,2}\/[^'"\n]+)\.ts(['"])/g, '$1.js$2'))
  }
}

function manifest() {
  const entry = (folder: keyof typeof KINDS) => ({
    types: `./${folder}/index.d.ts`,
    default: `./${folder}/index.js`,
  })
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: { '.': { import: entry('esm'), require: entry('cjs') }, './package.json': './package.json' },
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    files: ['esm', 'cjs'],
  }
}
