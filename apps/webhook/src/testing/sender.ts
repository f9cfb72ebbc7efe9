/** Senders, and receivers that control the raw connection. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createAddressPolicy } from '@waybill/chassis/outbound/address-policy'
import type { ResolveName } from '@waybill/chassis/outbound/name-resolver'
import { onTestFinished } from 'vitest'
import { createSender, type Sender } from '../sending/sender.ts'

export const body = Buffer.from('{"type":"shipment.created"}')
export const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }
export const TEST_DEADLINE_MS = 400

/** A sender that may send to loopback by default. Closed when the test ends. */
export function createTestSender(
  options: { resolve?: ResolveName; allowedCidrs?: string[]; allowHttp?: boolean; deadlineMs?: number } = {},
): Sender {
  const sender = createSender({
    policy: createAddressPolicy({ allowedCidrs: options.allowedCidrs ?? ['127.0.0.0/8'] }),
    resolve: options.resolve ?? (async () => ['127.0.0.1']),
    allowHttp: options.allowHttp ?? true,
    deadlineMs: options.deadlineMs ?? TEST_DEADLINE_MS,
  })
  onTestFinished(() => sender.close())
  return sender
}

/** Starts a server that stops when the test ends, with its connections. Returns its port. */
export async function listenForTest(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}) // the sender may reset the connection
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** A receiver that calls `answer` with the socket once a request begins to arrive. */
export async function startRawReceiver(
  answer: (socket: Socket) => void,
): Promise<{ url: string; closed: Promise<unknown> }> {
  const server = createServer((socket) => socket.once('data', () => answer(socket)))
  const port = await listenForTest(server)
  // `once` would reject if the sender resets the connection, which closes it, too.
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  return { url: `http://127.0.0.1:${port}/hook`, closed }
}

export const post = (url: string, sender = createTestSender()) => sender.send({ url, headers, body })
