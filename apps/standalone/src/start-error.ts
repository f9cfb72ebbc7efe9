import { once } from 'node:events'
import { createServer } from 'node:net'

/** Why nothing was started, and what to do about it: a sentence for the person at the terminal, shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Tells the person at the terminal why nothing was started, and ends the process; what is a bug goes on as it is. */
export function explainStart(error: unknown): never {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`\n${error.message}\n`)
  process.exit(1)
}

/** Throws StartError when another program listens there: told before anything else is started. */
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
      `Port ${port} on ${host} ${why}: stop the program that has it, or choose another with PORT=${other}.`,
      { cause },
    )
  } finally {
    server.close()
  }
}
