/** The TypeScript files of apps and packages, and what each imports. Read as text: nothing of them is run. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Import {
  /** `@waybill/x/y`, a package, or for a relative one its path from the root. */
  from: string
  relative: boolean
  typeOnly: boolean
}

export interface SourceFile {
  /** From the root, with slashes. */
  path: string
  /** `apps/booking`, `packages/chassis`. */
  workspace: string
  text: string
  imports: Import[]
  /** Tests, and what only tests use. */
  isTest: boolean
}

/** Every hand-written TypeScript file of the workspaces. */
export function sourceFiles(): SourceFile[] {
  return globSync('{apps,packages}/*/{src,migrations}/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules') && !path.includes('/gen/'))
    .map((path) => read(path))
}

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const workspace = path.split('/').slice(0, 2).join('/')
  return { path, workspace, text, imports: importsOf(path, text), isTest: isTest(path) }
}

const isTest = (path: string): boolean =>
  path.startsWith('packages/testing/') ||
  /\.test\.ts$|\/test-[^/]*\.ts$|\/(test-programs|testing)\/|\/an?-[^/]+\.ts$/.test(path)

const STATIC_IMPORT = /^(?:import|export)\s+(type\s)?(?:([^'";]*?)\sfrom\s+)?'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'/g

function importsOf(path: string, text: string): Import[] {
  const resolved = (from: string, typeOnly: boolean): Import => {
    const relative = from.startsWith('.')
    return { from: relative ? normalize(join(dirname(path), from)).replaceAll('\\', '/') : from, relative, typeOnly }
  }
  return [
    ...[...text.matchAll(STATIC_IMPORT)].map(([, type, names = '', from = '']) =>
      resolved(from, type !== undefined || namesTypesOnly(names)),
    ),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, from = '']) => resolved(from, false)),
  ]
}

/** `{ type A, type B }`: nothing of it is left when it runs. */
function namesTypesOnly(names: string): boolean {
  const inBraces = /^\{([^}]*)\}$/s.exec(names.trim())?.[1]
  if (inBraces === undefined) return false
  return inBraces.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '))
}

/** Text without comments and string literals: what is left are the identifiers that the file itself uses. */
export function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, ' ')
}
