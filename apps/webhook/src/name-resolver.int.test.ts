import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createNameResolver, NameNotResolved } from './name-resolver.ts'

const A = 1
const AAAA = 28

/** A name server on loopback: answers addresses by query type, NXDOMAIN where it has none, or not at all. */
async function aNameServer(records: { [A]?: number[][]; [AAAA]?: number[][] } | 'silent'): Promise<string> {
  const socket: Socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    if (records === 'silent') return
    const type = query.readUInt16BE(query.length - 4 - trailerBytes(query))
    const addresses = records[type as typeof A] ?? []
    socket.send(reply(query, type, addresses), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

/** Bytes after the question: an EDNS record, if the client sends one. */
const trailerBytes = (query: Buffer): number => (query.readUInt16BE(10) > 0 ? 11 : 0)

function reply(query: Buffer, type: number, addresses: number[][]): Buffer {
  const question = query.subarray(12, query.length - trailerBytes(query))
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const answers = addresses.map((address) => {
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0) // the name of the question
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(0, 6)
    record.writeUInt16BE(address.length, 10)
    return Buffer.concat([record, Buffer.from(address)])
  })
  return Buffer.concat([header, question, ...answers])
}

test('a name has the addresses of both families', async () => {
  const ipv6 = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
  const server = await aNameServer({
    [A]: [
      [192, 0, 2, 1],
      [192, 0, 2, 2],
    ],
    [AAAA]: [ipv6],
  })
  const resolve = createNameResolver({ servers: [server] })
  expect((await resolve('shop.example')).sort()).toEqual(['192.0.2.1', '192.0.2.2', '2606:4700::1'])
})

test('a name of one family has that one', async () => {
  const resolve = createNameResolver({ servers: [await aNameServer({ [A]: [[192, 0, 2, 1]] })] })
  expect(await resolve('shop.example')).toEqual(['192.0.2.1'])
})

test('a name that no server knows does not resolve', async () => {
  const resolve = createNameResolver({ servers: [await aNameServer({})] })
  await expect(resolve('nowhere.example')).rejects.toBeInstanceOf(NameNotResolved)
})

test('localhost is known without asking anyone', async () => {
  const resolve = createNameResolver({ servers: [await aNameServer('silent')] })
  expect(await resolve('localhost')).toContain('127.0.0.1')
  expect(await resolve('LOCALHOST.')).toContain('127.0.0.1')
  expect(await resolve('shop.localhost')).toContain('127.0.0.1')
})

test('a silent server does not keep other names waiting', async () => {
  const silent = createNameResolver({ servers: [await aNameServer('silent')] })
  const resolve = createNameResolver({ servers: [await aNameServer({ [A]: [[192, 0, 2, 1]] })] })
  const stuck = Array.from({ length: 20 }, () => silent('shop.example').catch((error: Error) => error.name))
  expect(await resolve('shop.example')).toEqual(['192.0.2.1'])
  expect(new Set(await Promise.all(stuck))).toEqual(new Set(['NameNotResolved']))
})
