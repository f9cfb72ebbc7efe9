/** Every test that docs/security.md names exists. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const risks = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((text): [string, string[]] => [
    String(text.split('\n')[0]),
    [...text.matchAll(/^- (\S+\.test\.ts: .+)$/gm)].map(([, named]) => String(named)),
  ])

test('the guide has the ten risks', () =>
  expect(risks.map(([risk]) => risk.split(' ')[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  ))

test.each(risks)('%s names tests that exist', (_, named) => {
  expect(named.length).toBeGreaterThan(1)
  const missing = named.filter((one) => {
    const [path = '', title = ''] = one.split(/: (.*)/)
    const file = join(root, path)
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(title)
  })
  expect(missing).toEqual([])
})
