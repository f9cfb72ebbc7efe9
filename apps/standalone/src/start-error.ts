import { once } from 'node:events'
import { createServer } from 'node:net'

/** Why Waybill did not start and what to do about it. Printed as a sentence, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Prints a StartError and exits with 1. Rethrows any other error, which is a bug. */
export function exitOnStartError(error: unknown): never {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`\n${error.message}\n`)
  process.exit(1)
}

/** Throws a StartError if the port cannot be used. Checked before anything else starts. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`
    const other = port < 65_000 ? port + 1 : 8_090
    throw new StartError(
      `Port ${port} on ${host} ${why}. Stop the program that uses it, or choose another port with PORT=${other}.`,
      { cause },
    )
  } finally {
    server.close()
  }
}
