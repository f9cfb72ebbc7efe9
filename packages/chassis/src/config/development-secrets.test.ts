import { expect, test } from 'vitest'
import { isDevelopmentSecret } from './development-secrets.ts'

test.each([
  ['development-internal-key', true],
  ['new-key-of-the-operator,development-internal-key', true],
  ['development:d2F5YmlsbC1kZXZlbG9wbWVudC1vbmx5LTMyLWJ5dGU=', true],
  ['postgres://waybill:development-password@db/waybill', true],
  ['postgres://waybill:7f3a@development-db/development', false],
  ['redis://development-redis:6379', false],
  ['7f3a90', false],
])('%s is a public development secret: %s', (text, expected) => {
  expect(isDevelopmentSecret(text)).toBe(expected)
})
