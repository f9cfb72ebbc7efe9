/** The size of what a browser loads before the first screen is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../dist')
const MOST_BYTES = 203 * 1024

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
}

/** Files that `Today`, the first screen, needs: the entry, the shell, the screen and their texts. */
const FIRST_SCREEN = [
  'index.html',
  'src/shell/shell.tsx',
  'src/features/today/today-page.tsx',
  'src/i18n/locales/en.po',
  'src/features/today/locales/en.po',
]

test('the script of the first screen is at most 203 KB gzipped', () => {
  const manifestFile = join(dist, '.vite/manifest.json')
  if (!existsSync(manifestFile)) throw new Error('Build first: npm run build -- --filter @waybill/console')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>
  const names = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no ${name}.`)
    if (names.has(name)) return
    names.add(name)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const name of FIRST_SCREEN) add(name)
  const files = [...names].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js'))
  const sizes = files.map((file) => gzipSync(readFileSync(join(dist, file))).length)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.info(`First load: ${files.length} files, ${(bytes / 1024).toFixed(1)} KB gzipped.`)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})
