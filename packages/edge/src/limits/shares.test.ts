import { AppError } from '@waybill/contracts/app-error'
import { expect, test } from 'vitest'
import { createShares, type Holder } from './shares.ts'

const key = (id: string, environmentId = 'env_1'): Holder => ({ kind: 'key', id, environmentId })
const address = (id: string): Holder => ({ kind: 'address', id, environmentId: null })

const someShares = () =>
  createShares(
    { perKey: 2, perAddress: 1, perEnvironment: 3, allAddresses: 3, perProcess: 5 },
    { describe: (limit) => `${limit} files are being sent`, advice: 'Read them first.', retryAfterSeconds: 7 },
  )

const refusal = (take: () => unknown) => {
  try {
    take()
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.retryAfterSeconds, error.message]
  }
  return undefined
}

test('a key, its environment, an address and the process have limits', () => {
  const shares = someShares()
  for (const id of ['key_1', 'key_1', 'key_2']) shares.take(key(id))
  expect(refusal(() => shares.take(key('key_1')))).toEqual([
    'rate_limited',
    7,
    '2 files are being sent for this key, which is the limit. Read them first.',
  ])
  expect(refusal(() => shares.take(key('key_2')))?.at(-1)).toContain('3 files are being sent for this environment')
  shares.take(address('192.0.2.1'))
  expect(refusal(() => shares.take(address('192.0.2.1')))?.at(-1)).toContain('1 files are being sent for this address')
  shares.take(key('key_3', 'env_2'))
  expect(refusal(() => shares.take(key('key_4', 'env_2')))?.slice(0, 2)).toEqual(['service_unavailable', 7])
})

test('callers without a token leave a part of the process to keys, however many addresses they have', () => {
  const shares = someShares()
  for (const id of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) shares.take(address(id))
  expect(refusal(() => shares.take(address('192.0.2.4')))).toEqual([
    'service_unavailable',
    7,
    '3 files are being sent for callers without a token, which is the limit. Read them first.',
  ])
  shares.take(key('key_1'), 2)
})

test('a share that was given back can be taken again, once', () => {
  const shares = someShares()
  const giveBack = shares.take(key('key_1'))
  shares.take(key('key_1'))
  expect(refusal(() => shares.take(key('key_1')))).toBeDefined()
  giveBack()
  giveBack()
  shares.take(key('key_1'))
  expect(refusal(() => shares.take(key('key_1')))).toBeDefined()
})

test('a rejected share takes nothing, and amounts are added', () => {
  const shares = someShares()
  expect(refusal(() => shares.take(key('key_1'), 3))).toBeDefined()
  shares.take(key('key_1'), 2)
  shares.take(key('key_2'), 1)
})
