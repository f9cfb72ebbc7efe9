import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

export interface TcpProxy {
  readonly port: number
  /** The URL with this proxy's address in place of its own. */
  through(url: string): string
  /** Ends every connection and refuses new ones, as a server that has gone. */
  cut(): Promise<void>
  /** Takes connections again, on the same port; to another port from now on, if one is given. */
  restore(targetPort?: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Stands between a program and a server on this machine, so that a test can take the server away from that program alone.
 * With `tls` it speaks TLS to the program and plain to the server. Takes connections at once, unless told to begin `cut`.
 */
export async function startTcpProxy(options: {
  targetPort: number
  targetHost?: string
  tls?: TlsOptions
  begin?: 'open' | 'cut'
}): Promise<TcpProxy> {
  const { targetHost = '127.0.0.1', tls, begin = 'open' } = options
  let { targetPort } = options
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let port = 0

  function hold(socket: Socket, other: Socket): void {
    sockets.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }

  function pass(incoming: Socket): void {
    const outgoing = connect({ host: targetHost, port: targetPort, noDelay: true })
    hold(incoming, outgoing)
    hold(outgoing, incoming)
    incoming.pipe(outgoing).pipe(incoming)
  }

  async function open(): Promise<void> {
    if (server) return
    const opening = tls ? createTlsServer(tls, pass) : createServer({ noDelay: true }, pass)
    opening.on('tlsClientError', () => {}) // refused: the client is told, and the test asks the client
    opening.listen(port, '127.0.0.1')
    await once(opening, 'listening')
    port = (opening.address() as AddressInfo).port
    server = opening
  }

  async function cut(): Promise<void> {
    const closing = server
    server = null
    const closed = closing && once(closing, 'close')
    closing?.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await open()
  if (begin === 'cut') await cut()
  return {
    get port() {
      return port
    },
    through(url) {
      const changed = new URL(url)
      changed.hostname = '127.0.0.1'
      changed.port = String(port)
      return changed.href
    },
    cut,
    async restore(newTargetPort = targetPort) {
      targetPort = newTargetPort
      await open()
    },
    stop: cut,
  }
}
