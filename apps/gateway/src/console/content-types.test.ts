import { expect, test } from 'vitest'
import { getContentType, isFilePath, namesFile } from './content-types.ts'

test.each(['index.html', 'assets/index-BxK2_a-9.js', 'favicon.svg', 'assets/fonts/inter.woff2'])(
  '%s may be a file',
  (path) => {
    expect(isFilePath(path)).toBe(true)
    expect(namesFile(path)).toBe(true)
  },
)

test.each([
  ['a step up', '../../package.json'],
  ['a step up in the middle', 'assets/../../package.json'],
  ['a step up of another system', '..\\..\\package.json'],
  ['an absolute path', '/etc/passwd.txt'],
  ['a hidden file', '.env.json'],
  ['a file in a hidden folder', 'assets/.vite/manifest.json'],
  ['an empty step', 'assets//a.js'],
  ['a NUL', 'a\0.js'],
  ['a name longer than names of files', `${'a'.repeat(300)}.js`],
  ['a source map', 'assets/index-1.js.map'],
  ['a compressed form', 'assets/index-1.js.br'],
])('%s is no file of the console', (_what, path) => {
  expect(isFilePath(path)).toBe(false)
})

test.each(['shipments/shp_01k', 'shipments', 'constructor', 'js', 'settings/team', 'v1.2'])(
  '%s is a page of the app',
  (path) => {
    expect(namesFile(path)).toBe(false)
    expect(getContentType(path)).toBeUndefined()
  },
)
