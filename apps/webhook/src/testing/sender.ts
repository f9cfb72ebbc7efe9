/** For tests: senders, and receivers that do to a connection what they like. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createAddressPolicy } from '../sending/address-policy.ts'
import type { ResolveName } from '../sending/name-resolver.ts'
import { createSender, type Sender } from '../sending/sender.ts'

export const body = Buffer.from('{"type":"shipment.created"}')
export const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }
export const DEADLINE_MS = 400

/** A sender that may send to this machine, unless told otherwise, and is closed when the test ends. */
export function aSender(
  options: { resolve?: ResolveName; allowedCidrs?: string[]; allowHttp?: boolean; deadlineMs?: number } = {},
): Sender {
  const sender = createSender({
    policy: createAddressPolicy({ allowedCidrs: options.allowedCidrs ?? ['127.0.0.0/8'] }),
    resolve: options.resolve ?? (async () => ['127.0.0.1']),
    allowHttp: options.allowHttp ?? true,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
  })
  onTestFinished(() => sender.close())
  return sender
}

/** The port of a server that ends with the test, its connections too. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}) // the sender hangs up as it likes
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

/** A receiver that does with its connections whatever the test says, once a request has begun to arrive. */
export async function aRawReceiver(
  answer: (socket: Socket) => void,
): Promise<{ url: string; closed: Promise<unknown> }> {
  const server = createServer((socket) => socket.once('data', () => answer(socket)))
  const port = await listening(server)
  const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
  return { url: `http://127.0.0.1:${port}/hook`, closed }
}

export const post = (url: string, sender = aSender()) => sender.send({ url, headers, body })
