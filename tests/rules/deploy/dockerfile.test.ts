/** The images are readable for their user, whatever umask the checkout was made with. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('only the stage that makes the checkout readable copies from it', () => {
  const [, ...stages] = read('Dockerfile').split(/^FROM /m)
  const source = stages.find((stage) => stage.split('\n')[0]?.endsWith(' AS source'))
  expect(source).toMatch(/^COPY \. \.\nRUN chmod -R a\+rX \.$/m)
  const copies = stages.filter((stage) => stage !== source).flatMap((stage) => stage.match(/^(?:COPY|ADD) .*/gm) ?? [])
  expect(copies.length).toBeGreaterThan(8)
  expect(copies.filter((copy) => !/^COPY --from=\w+ /.test(copy))).toEqual([])
})

test('commands of the documentation change the umask of a subshell only', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
  expect(pages.length).toBeGreaterThan(20)
  const lines = pages.flatMap((page) => read(page).match(/.*\bumask \d+.*/g) ?? [])
  expect(lines.filter((line) => !/\(umask \d+; [^)]+\)/.test(line))).toEqual([])
})
