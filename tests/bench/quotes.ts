/**
 * What we add to the slowest carrier: POST /quotes less what the exchange log says of the carriers' own time, beside a
 * bare chain that asks as many.
 */
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { fetch } from 'undici'
import { readEnvironment } from '../faults/processes.ts'
import { cpuPerRequest } from './cpu.ts'
import { type Measured, quantiles } from './measured.ts'
import type { Bench } from './scenarios.ts'

/** Carriers of different speed, so that the slowest one is not the one that two cores came to last. */
const DELAYS_MS = { swift_courier: 20, city_van: 40, eco_parcel: 80 }
const WARM_UP = 200
const MEASURED = 200
const MORE_THAN_ANY_RUN = 1_000_000

/** One call at a time, each for another parcel, so that no price comes from the cache; carriers at once, then of their own speed. */
export async function quote(bench: Bench): Promise<Measured[]> {
  const { SIMULATOR_URL = '', SIMULATOR_KEY = '' } = readEnvironment(bench.stackPid, 'quoting')
  const fault = async (method: 'POST' | 'DELETE', body?: object) => {
    const { ok, status } = await fetch(`${SIMULATOR_URL}/simulator/faults`, {
      method,
      headers: { authorization: `Bearer ${SIMULATOR_KEY}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    if (!ok) throw new Error(`the simulator answered ${status}`)
  }
  const prompt = [
    ...(await quoteFor(bench, 'three carriers at once')),
    ...(await bareQuoteFor(bench, 'three carriers at once', [0, 0, 0])),
  ]
  for (const [carrier_code, delay_ms] of Object.entries(DELAYS_MS)) {
    await fault('POST', { carrier_code, operation: 'quote', mode: 'slow', times: MORE_THAN_ANY_RUN, delay_ms })
  }
  const slow = await quoteFor(bench, 'carriers of 20, 40 and 80 ms').finally(() => fault('DELETE'))
  return [...prompt, ...slow, ...(await bareQuoteFor(bench, 'carriers of 20, 40 and 80 ms', Object.values(DELAYS_MS)))]
}

/** The same with the bare chain: HTTP, gRPC, the shipment by gRPC and one statement, the carriers, one statement. */
async function bareQuoteFor({ bareUrl, namespace }: Bench, name: string, delays_ms: number[]): Promise<Measured[]> {
  const call = async (path: string, body: object) => {
    const response = await fetch(new URL(path, bareUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`the bare chain answered ${response.status}: ${text}`)
    return JSON.parse(text).data
  }
  const shipmentIds: string[] = []
  for (let count = 0; count < WARM_UP + MEASURED; count++) {
    shipmentIds.push((await call('/api/v1/shipments', aShipmentDocument())).id)
  }
  const wholeMs: number[] = []
  const addedMs: number[] = []
  const byProcess = await cpuPerRequest(namespace, async () => {
    for (const shipment_id of shipmentIds) {
      const begunAt = performance.now()
      const { slowest_ms } = await call('/api/v1/quotes', { shipment_id, delays_ms })
      const durationMs = performance.now() - begunAt
      wholeMs.push(durationMs)
      addedMs.push(durationMs - slowest_ms)
    }
    return { requests: shipmentIds.length }
  })
  return [
    withCosts(quantiles(`bare quote, ${name}`, wholeMs.slice(WARM_UP)), byProcess),
    quantiles('  over the slowest carrier', addedMs.slice(WARM_UP)),
  ]
}

async function quoteFor({ sandbox, namespace, databaseUrl }: Bench, name: string): Promise<Measured[]> {
  const call = async (path: string, body: object, requestId = 'bench') => {
    const response = await fetch(new URL(path, sandbox.base_url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.access_token}`,
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${text}`)
    return JSON.parse(text).data
  }
  const run = `bench-${Math.random().toString(36).slice(2)}`
  const shipmentIds: string[] = []
  for (let count = 0; count < WARM_UP + MEASURED; count++) {
    const parcels = [aParcelDocument({ weight_kg: 1 + count / 1_000 })]
    shipmentIds.push((await call('/api/v1/shipments', aShipmentDocument({ parcels }))).shipment_id)
  }
  const durationsMs = new Map<string, number>()
  let slowestMs = new Map<string, number>()
  const byProcess = await cpuPerRequest(namespace, async () => {
    for (const [count, shipment_id] of shipmentIds.entries()) {
      const requestId = `${run}-${count}`
      const begunAt = performance.now()
      const { options } = await call('/api/v1/quotes', { shipment_id }, requestId)
      durationsMs.set(requestId, performance.now() - begunAt)
      if (options.length < 3) throw new Error('a carrier made no offer')
    }
    slowestMs = await slowestCarriers(databaseUrl, run, durationsMs.size)
    return { requests: shipmentIds.length }
  })
  const measured = [...durationsMs].slice(WARM_UP)
  const addedMs = measured.map(([requestId, durationMs]) => durationMs - (slowestMs.get(requestId) ?? 0))
  const wholeMs = measured.map(([, durationMs]) => durationMs)
  return [withCosts(quantiles(`quote, ${name}`, wholeMs), byProcess), quantiles('  over the slowest carrier', addedMs)]
}

/** With what a quote cost every process. */
const withCosts = (row: Measured, byProcess: Record<string, number>): Measured => ({
  ...row,
  'cpu µs': Object.values(byProcess).reduce((sum, us) => sum + us, 0),
  byProcess,
})

/** By request, the time of the carrier that took longest, in whole ms, once the log has caught up. */
async function slowestCarriers(databaseUrl: string, run: string, count: number): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await eventually(
      async () => {
        const { rows } = await client.query(
          `select request_id, max(duration_ms) as slowest from quoting.carrier_exchange
           where operation = 'quote' and request_id like $1 || '-%' group by request_id having count(*) >= 3`,
          [run],
        )
        if (rows.length < count) throw new Error(`${rows.length} of ${count} quotes are in the exchange log`)
        return new Map(rows.map((row) => [row.request_id, row.slowest]))
      },
      { timeoutMs: 30_000, intervalMs: 200 },
    )
  } finally {
    await client.end()
  }
}
