/** Every test that stands for the protection against a risk exists, and docs/security.md has each of the ten risks. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { securityTests } from './security-tests.ts'

const root = join(import.meta.dirname, '../../..')
const ids = Array.from({ length: 10 }, (_, index) => `API${index + 1}`)

test('the page and the list of tests have the ten risks', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  expect([...page.matchAll(/^### (API\d+) /gm)].map(([, id]) => id)).toEqual(ids)
  expect(Object.keys(securityTests)).toEqual(ids)
})

test.each(Object.entries(securityTests))('%s names tests that exist', (_, named) => {
  expect(named.length).toBeGreaterThan(1)
  const missing = named.filter((one) => {
    const [path = '', title = ''] = one.split(/: (.*)/)
    const file = join(root, path)
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(title)
  })
  expect(missing).toEqual([])
})
