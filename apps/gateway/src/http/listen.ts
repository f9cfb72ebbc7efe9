import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens and answers the port. Throws a sentence that says what to do when the port cannot be had. */
export async function listen(
  app: FastifyInstance,
  { host, port, variable }: { host: string; port: number; variable: string },
): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new Error(whyNot((error as NodeJS.ErrnoException).code, host, port, variable), { cause: error })
  }
  return (app.server.address() as AddressInfo).port
}

/**
 * Takes no new connections and resolves when the requests under way have been answered. Those that take longer are cut:
 * a process has to end, and whoever bears an idempotency key asks again.
 */
export async function closeWithin(app: FastifyInstance, withinMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs)
  await app.close()
  clearTimeout(cut)
}

function whyNot(code: string | undefined, host: string, port: number, variable: string): string {
  const other = `choose another with ${variable}=${port < 65_000 ? port + 1 : 8_090}`
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use: stop the program that has it, or ${other}.`
  if (code === 'EACCES') return `Port ${port} on ${host} may not be used by this user: ${other}.`
  return `Nothing can listen on ${host}, port ${port} (${code}): check HOST and ${variable}.`
}
