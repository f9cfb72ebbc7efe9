/** Stands between each process and the simulated carriers, and keeps what becomes of each booking call. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BookingCall {
  /** The process that called: the name given to `urlFor`. */
  caller: string
  /** The idempotency key: one for all calls of an attempt. */
  key: string
  /** With the failed tries just before it: the caller's deadline is for all of them. */
  ms: number
  /** Whether the caller closed the connection before the answer was complete. */
  cut: boolean
}

export interface WatchedCarriers {
  /** The carriers' URL for one process, under a name that no other process has. */
  urlFor(caller: string): Promise<string>
  /** Booking calls that have reached a carrier and ended, in order. */
  bookingCalls: BookingCall[]
  stop(): Promise<void>
}

/** A caller's pause before it tries again is shorter. */
const LONGEST_PAUSE_MS = 2_000

export function watchCarriers(simulatorUrl: string): WatchedCarriers {
  const bookingCalls: BookingCall[] = []
  /** When a call began whose last try failed at the carrier, and when that was. */
  const failing = new Map<string, { startedAt: number; failedAt: number }>()
  const { hostname: host, port } = new URL(simulatorUrl)

  const servers: Server[] = []

  function pass(caller: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path, headers } = incoming
    const key = headers['idempotency-key']
    const now = performance.now()
    const failed = failing.get(String(key))
    const startedAt = failed && now - failed.failedAt < LONGEST_PAUSE_MS ? failed.startedAt : now
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
      const endedAt = performance.now()
      const cut = !outgoing.writableFinished && !hasFailed
      if (typeof key !== 'string') return
      failing.delete(key)
      if (hasFailed) failing.set(key, { startedAt, failedAt: endedAt })
      if (arrived) bookingCalls.push({ caller, key, ms: endedAt - startedAt, cut })
    })
    incoming.pipe(passed)
  }

  return {
    async urlFor(caller) {
      const server = createServer((incoming, outgoing) => pass(caller, incoming, outgoing))
      servers.push(server)
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    bookingCalls,
    async stop() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))))
    },
  }
}
