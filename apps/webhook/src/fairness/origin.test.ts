import { expect, test } from 'vitest'
import { getOrigin } from './origin.ts'

test.each([
  ['https://hooks.example.com/a?b=c', 'https://hooks.example.com'],
  ['https://user@HOOKS.example.com:443/', 'https://hooks.example.com'],
  ['https://hooks.example.com./a', 'https://hooks.example.com'],
  ['http://hooks.example.com:8080/', 'http://hooks.example.com:8080'],
  ['http://[::1]:80/', 'http://[::1]'],
])('the origin of %s is %s', (url, origin) => {
  expect(getOrigin(url)).toBe(origin)
})
