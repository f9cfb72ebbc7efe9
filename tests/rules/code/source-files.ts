/** The TypeScript files of apps and packages with their imports. Reads the text only. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export interface Import {
  /** `@waybill/x/y`, a package, or the path from the root for a relative import. */
  from: string
  relative: boolean
  typeOnly: boolean
}

export interface SourceFile {
  /** Path from the root, with slashes. */
  path: string
  /** `apps/booking`, `packages/chassis`. */
  workspace: string
  text: string
  imports: Import[]
  /** Whether it is a test or test support. */
  isTest: boolean
}

/** All hand-written TypeScript files of apps and packages, or of another pattern. */
export function sourceFiles(pattern = '{apps,packages}/*/{src,migrations}/**/*.{ts,tsx}'): SourceFile[] {
  return globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules') && !path.includes('/src/gen/'))
    .map((path) => read(path))
}

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const workspace = path.split('/').slice(0, 2).join('/')
  return { path, workspace, text, imports: findImports(path, text), isTest: isTest(path) }
}

const isTest = (path: string): boolean =>
  path.startsWith('packages/testing/') || /\.test\.tsx?$/.test(path) || path.includes('/src/testing/')

const STATIC_IMPORT = /^(?:import|export)\s+(type\s)?(?:([^'";]*?)\sfrom\s+)?'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'/g

function findImports(path: string, text: string): Import[] {
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

/** `{ type A, type B }`: removed at run time. */
function namesTypesOnly(names: string): boolean {
  const inBraces = /^\{([^}]*)\}$/s.exec(names.trim())?.[1]
  if (inBraces === undefined) return false
  return inBraces.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '))
}

/** The text without comments and string literals: the identifiers that the file uses. */
export function getCode(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, ' ')
}
