/** A DNS server. */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** Query types. */
export const A = 1
export const AAAA = 28

/** Addresses as bytes, by query type. */
export type NameRecords = { [A]?: number[][]; [AAAA]?: number[][] }

/**
 * A name server on loopback. Answers with the current records, NXDOMAIN where there are none, or not at all (`silent`).
 * Its answers have a TTL of 0.
 */
export async function startNameServer(records: NameRecords | 'silent'): Promise<string> {
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
    record.writeUInt16BE(0xc00c, 0) // pointer to the name in the question
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(0, 6)
    record.writeUInt16BE(address.length, 10)
    return Buffer.concat([record, Buffer.from(address)])
  })
  return Buffer.concat([header, question, ...answers])
}
