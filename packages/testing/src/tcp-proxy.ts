import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

export interface TcpProxy {
  readonly port: number
  /** The URL with its host and port replaced by the proxy's. */
  through(url: string): string
  /** Ends every connection and refuses new ones, like a server that is down. */
  cut(): Promise<void>
  /** Accepts connections again, on the same port; forwards to `targetPort` from then on, if given. */
  restore(targetPort?: number): Promise<void>
  /** Passes nothing on to the server and leaves connections open, like a server that does not read. */
  hold(): void
  /** Passes on what was held. */
  release(): void
  stop(): Promise<void>
}

/**
 * A proxy between a program and a server on this machine, so that a test can cut off that program alone. With `tls` it
 * terminates TLS: plain text to the server. Accepts connections at once unless `begin` is `cut`. `relay` carries the
 * bytes of a connection in both directions; by default they are passed on unchanged.
 */
export async function startTcpProxy(options: {
  targetPort: number
  targetHost?: string
  tls?: TlsOptions
  begin?: 'open' | 'cut'
  relay?: (client: Socket, server: Socket) => void
}): Promise<TcpProxy> {
  const { targetHost = '127.0.0.1', tls, begin = 'open', relay = passOn } = options
  let { targetPort } = options
  const sockets = new Set<Socket>()
  /** The client's socket and the server's, of each connection. */
  const pairs = new Map<Socket, Socket>()
  let server: Server | null = null
  let port = 0

  function hold(socket: Socket, other: Socket): void {
    sockets.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      pairs.delete(socket)
      other.destroy()
    })
  }

  function pass(incoming: Socket): void {
    const outgoing = connect({ host: targetHost, port: targetPort, noDelay: true })
    hold(incoming, outgoing)
    hold(outgoing, incoming)
    pairs.set(incoming, outgoing)
    relay(incoming, outgoing)
  }

  async function open(): Promise<void> {
    if (server) return
    const opening = tls ? createTlsServer(tls, pass) : createServer({ noDelay: true }, pass)
    opening.on('tlsClientError', () => {}) // the client gets the error too, and tests look there
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
    hold() {
      for (const [incoming, outgoing] of pairs) incoming.unpipe(outgoing).pause()
    },
    release() {
      for (const [incoming, outgoing] of pairs) incoming.pipe(outgoing)
    },
    stop: cut,
  }
}

const passOn = (client: Socket, server: Socket): void => void client.pipe(server).pipe(client)
