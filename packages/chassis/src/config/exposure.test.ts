import { expect, test } from 'vitest'
import { explainExposure } from './exposure.ts'

test.each([
  [{}, null],
  [{ HOST: '127.0.0.1', WAYBILL_PUBLIC_URL: 'http://localhost:8080' }, null],
  [{ HOST: '::1', WAYBILL_PUBLIC_URL: 'http://[::1]:8080' }, null],
  [{ HOST: 'localhost', WAYBILL_PUBLIC_URL: 'http://waybill.localhost' }, null],
  [{ HOST: '0.0.0.0', PUBLISHED_HOST: '127.0.0.1', WAYBILL_PUBLIC_URL: 'http://127.0.0.1:8080' }, null],
  [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
  [{ HOST: '::' }, 'HOST is ::'],
  [{ HOST: '0.0.0.0', PUBLISHED_HOST: '192.0.2.7' }, 'PUBLISHED_HOST is 192.0.2.7'],
  [{ HOST: '127.0.0.1', PUBLISHED_HOST: '0.0.0.0' }, 'PUBLISHED_HOST is 0.0.0.0'],
  [{ WAYBILL_PUBLIC_URL: 'https://localhost' }, 'WAYBILL_PUBLIC_URL is https://localhost'],
  [{ WAYBILL_PUBLIC_URL: 'http://192.0.2.7' }, 'WAYBILL_PUBLIC_URL is http://192.0.2.7'],
  [{ WAYBILL_PUBLIC_URL: 'http://127.example.com' }, 'WAYBILL_PUBLIC_URL is http://127.example.com'],
])('with %j, the API is reachable from beyond this machine because %s', (env, expected) => {
  expect(explainExposure(env)).toBe(expected)
})
