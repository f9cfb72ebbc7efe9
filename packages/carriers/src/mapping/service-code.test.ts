import { expect, test } from 'vitest'
import { toCode } from './service-code.ts'

test.each([
  ['USPS', 'usps'],
  ['  Priority Mail® (Express) ', 'priority_mail_express'],
  ['_next__day_', 'next__day'],
  ['——', 'unknown'],
])('%s is %s', (name, code) => {
  expect(toCode(name)).toBe(code)
})

test('a long name takes no longer than its length', () => {
  const begunAt = performance.now()
  expect(toCode(`a${'_'.repeat(300_000)}b`)).toHaveLength(300_002)
  expect(performance.now() - begunAt).toBeLessThan(2_000)
})
