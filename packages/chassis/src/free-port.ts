import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A loopback TCP port that was free a moment ago. Another process can still take it first: be ready to ask again. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
