import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens and returns the port. Throws an error whose message says what to do if the port is unavailable. */
export async function listen(
  app: FastifyInstance,
  { host, port, variable }: { host: string; port: number; variable: string },
): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new Error(describeFailure((error as NodeJS.ErrnoException).code, { host, port, variable }), { cause: error })
  }
  return (app.server.address() as AddressInfo).port
}

/**
 * Accepts no new connections, and resolves when all requests have been answered. Closes the connections of requests that
 * take longer: the process has to exit, and callers with an Idempotency-Key can retry.
 */
export async function closeWithin(app: FastifyInstance, withinMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs)
  await app.close()
  clearTimeout(cut)
}

function describeFailure(
  code: string | undefined,
  { host, port, variable }: { host: string; port: number; variable: string },
): string {
  const other = `choose another with ${variable}=${port < 65_000 ? port + 1 : 8_090}`
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use: stop the program that uses it, or ${other}.`
  if (code === 'EACCES') return `Port ${port} on ${host} needs more privileges than this user has: ${other}.`
  return `Cannot listen on ${host}, port ${port} (${code}): check HOST and ${variable}.`
}
