/** Stands between the services and the simulated carriers, and keeps what becomes of each booking call. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BookingCall {
  /** The idempotency key: one for all calls of an attempt. */
  key: string
  /** With the tries just before that were refused: the caller's deadline is for all of them. */
  ms: number
  /** Whether the caller closed the connection before the answer was complete. */
  cut: boolean
}

export interface WatchedCarriers {
  url: string
  /** Booking calls that have reached a carrier and ended, in order. */
  bookingCalls: BookingCall[]
  stop(): Promise<void>
}

export async function watchCarriers(simulatorUrl: string): Promise<WatchedCarriers> {
  const bookingCalls: BookingCall[] = []
  /** When a call began whose tries were all refused so far. */
  const refusedSince = new Map<string, number>()
  const { hostname: host, port } = new URL(simulatorUrl)

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path, headers } = incoming
    const key = headers['idempotency-key']
    const startedAt = refusedSince.get(String(key)) ?? performance.now()
    let hasFailed = false
    const passed = request({ host, port, method, path, headers, agent: false }, (answer) => {
      hasFailed = (answer.statusCode ?? 502) >= 500
      answer.on('error', () => {
        hasFailed = true
        outgoing.destroy()
      })
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    let arrived = true
    passed.on('error', (error: NodeJS.ErrnoException) => {
      arrived = error.code !== 'ECONNREFUSED'
      hasFailed = true
      outgoing.destroy()
    })
    outgoing.on('close', () => {
      passed.destroy()
      const ms = performance.now() - startedAt
      const cut = !outgoing.writableFinished && !hasFailed
      if (typeof key !== 'string') return
      if (!arrived) return void refusedSince.set(key, startedAt)
      refusedSince.delete(key)
      bookingCalls.push({ key, ms, cut })
    })
    incoming.pipe(passed)
  }

  const server = createServer(pass)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bookingCalls,
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
