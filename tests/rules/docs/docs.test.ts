/** The pages of the documentation: links, beginnings and size. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Without examples, whose comments look like headings. */
const getProse = (path: string) => read(path).replaceAll(/^( *)```.*?^\1```$/gms, '')

/** Anchors as GitHub derives them from headings. */
const anchorsIn = (path: string) =>
  [...getProse(path).matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    String(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(pages)('links of %s lead to files and headings that exist', (page) => {
  const dead = [...getProse(page).matchAll(/\]\((?![a-z]+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(
    ([, path, anchor]) => {
      const file = path === '' ? page : join(dirname(page), String(path))
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && !anchorsIn(file).includes(anchor)
    },
  )
  expect(dead.map(([link]) => link)).toEqual([])
})

/** Decisions begin with their context. */
const topics = pages.filter((page) => !page.startsWith('docs/decisions/'))

test.each(topics)('%s begins with a sentence that says what it is for', (page) => {
  const [, first = ''] = /^# .+\n+(.+)/m.exec(read(page)) ?? []
  expect(first).toMatch(/^[A-Z]/)
})

test('the documentation is at most 330 kB', () => {
  const bytes = pages.map((page) => statSync(join(root, page)).size).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeLessThan(330_000)
})
