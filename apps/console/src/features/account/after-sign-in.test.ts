import { expect, test } from 'vitest'
import { afterSignIn } from './after-sign-in.ts'

test('leads to the screen that was asked for', () => {
  expect(afterSignIn('/shipments?env=env_1&status=ready')).toBe('/console/shipments?env=env_1&status=ready')
})

test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/../api/v1/shipments',
  '/sign-in?next=%2F',
  '\\\\evil',
])('never leads elsewhere: %s', (next) => {
  expect(afterSignIn(next)).toMatch(/^\/console\//)
  expect(afterSignIn(next)).not.toContain('sign-in')
})
