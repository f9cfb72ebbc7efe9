import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { fetch } from 'undici'

export interface BareChain {
  url: string
  stop(): Promise<void>
}

/** The reference: four processes, and tables in the given database, with the libraries that the product uses. */
export async function startBareChain(databaseUrl: string): Promise<BareChain> {
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const [http = 0, service = 0, quoting = 0, carriers = 0] = ports
  const start = (file: string, ...args: (string | number)[]) =>
    spawn(process.execPath, [join(import.meta.dirname, file), ...args.map(String)], { stdio: 'inherit' })
  const children = [
    start('service.ts', service, databaseUrl),
    start('quoting.ts', quoting, databaseUrl, `127.0.0.1:${service}`, `http://127.0.0.1:${carriers}`),
    start('carriers.ts', carriers),
    start('gateway.ts', http, `127.0.0.1:${service}`, `127.0.0.1:${quoting}`),
  ]
  const url = `http://127.0.0.1:${http}`
  const post = async (path: string, document: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(document),
    })
    if (response.status !== 201) throw new Error(`the bare chain got status ${response.status}`)
    return (await response.json()) as { data: { id: string } }
  }
  await eventually(async () => {
    const { data } = await post('/api/v1/shipments', { parcels: [] })
    await post('/api/v1/quotes', { shipment_id: data.id, delays_ms: [0] })
  })
  return { url, stop: async () => void (await Promise.all(children.map(stopped))) }
}

const stopped = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
