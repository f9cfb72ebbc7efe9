import { expect, test } from 'vitest'
import { A, AAAA, startNameServer } from '../testing/name-server.ts'
import { createNameResolver, NameNotResolved } from './name-resolver.ts'

test('resolves a name to addresses of both families', async () => {
  const ipv6 = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
  const server = await startNameServer({
    [A]: [
      [192, 0, 2, 1],
      [192, 0, 2, 2],
    ],
    [AAAA]: [ipv6],
  })
  const resolve = createNameResolver({ servers: [server] })
  expect((await resolve('shop.example')).sort()).toEqual(['192.0.2.1', '192.0.2.2', '2606:4700::1'])
})

test('resolves a name with one family', async () => {
  const resolve = createNameResolver({ servers: [await startNameServer({ [A]: [[192, 0, 2, 1]] })] })
  expect(await resolve('shop.example')).toEqual(['192.0.2.1'])
})

test('an unknown name does not resolve', async () => {
  const resolve = createNameResolver({ servers: [await startNameServer({})] })
  await expect(resolve('nowhere.example')).rejects.toBeInstanceOf(NameNotResolved)
})

test('resolves localhost without a query', async () => {
  const resolve = createNameResolver({ servers: [await startNameServer('silent')] })
  expect(await resolve('localhost')).toContain('127.0.0.1')
  expect(await resolve('LOCALHOST.')).toContain('127.0.0.1')
  expect(await resolve('shop.localhost')).toContain('127.0.0.1')
})

test('a silent server does not delay other names', async () => {
  const silent = createNameResolver({ servers: [await startNameServer('silent')], queryTimeoutMs: 300 })
  const resolve = createNameResolver({ servers: [await startNameServer({ [A]: [[192, 0, 2, 1]] })] })
  const stuck = Array.from({ length: 20 }, () => silent('shop.example').catch((error: Error) => error.name))
  expect(await resolve('shop.example')).toEqual(['192.0.2.1'])
  expect(new Set(await Promise.all(stuck))).toEqual(new Set(['NameNotResolved']))
})
