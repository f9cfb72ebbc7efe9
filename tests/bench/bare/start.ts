import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'
import { freePort } from '@waybill/testing/free-port'
import { fetch } from 'undici'

export interface BareChain {
  url: string
  stop(): Promise<void>
}

/** The reference: two processes and one table set in the given database, of the libraries that the product uses. */
export async function startBareChain(databaseUrl: string): Promise<BareChain> {
  const [grpcPort, httpPort] = [await freePort(), await freePort()]
  const start = (file: string, ...args: string[]) =>
    spawn(process.execPath, [join(import.meta.dirname, file), ...args], { stdio: 'inherit' })
  const children = [
    start('service.ts', String(grpcPort), databaseUrl),
    start('gateway.ts', String(httpPort), `127.0.0.1:${grpcPort}`),
  ]
  const url = `http://127.0.0.1:${httpPort}`
  await eventually(async () => {
    const response = await fetch(`${url}/api/v1/shipments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"parcels":[]}',
    })
    if (response.status !== 201) throw new Error(`the bare chain answered ${response.status}`)
  })
  return { url, stop: async () => void (await Promise.all(children.map(stopped))) }
}

const stopped = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
