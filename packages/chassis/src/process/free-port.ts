import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral port range, so that no outgoing connection takes the port before it is used. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_767
const COUNT = LAST_PORT - FIRST_PORT + 1

// Starts at a random port per process and counts up, so that no port is returned twice.
let given = randomInt(COUNT)

/** A loopback TCP port that was free a moment ago. Another process can still take it first: be ready to ask again. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    given += 1
    const port = FIRST_PORT + (given % COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${FIRST_PORT} to ${LAST_PORT} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
