/** A load balancer like a cluster's: sends each request to a ready replica on a new connection. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OwnProcess } from './own-processes.ts'

/** How often readiness is polled. DRAIN_DELAY_MS of the replicas must be longer. */
const PROBE_EVERY_MS = 100

export interface Balancer {
  url: string
  stop(): Promise<void>
}

export async function startBalancer(replicas: readonly OwnProcess[]): Promise<Balancer> {
  const ready = new Set<OwnProcess>()
  let next = 0
  const probe = async () => {
    for (const replica of replicas) {
      if ((await replica.ask('/readyz'))?.status === 200) ready.add(replica)
      else ready.delete(replica)
    }
    probing = setTimeout(probe, PROBE_EVERY_MS)
  }
  let probing = setTimeout(probe, 0)

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const [replica] = [...ready].slice(next++ % Math.max(1, ready.size))
    if (!replica) return void outgoing.writeHead(502).end('no replica is ready')
    const { method, url: path, headers } = incoming
    const target = { host: '127.0.0.1', port: Number(replica.env.PORT), method, path, headers, agent: false }
    const passed = request(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy(error)
      else outgoing.writeHead(502).end(`${replica.name}: ${error.message}`)
    })
    incoming.pipe(passed)
  }

  const server = createServer(pass)
  // A client that the machine has kept waiting must not send on a connection that is just being closed.
  server.keepAliveTimeout = 300_000
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      clearTimeout(probing)
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
