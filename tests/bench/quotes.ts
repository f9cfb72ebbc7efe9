/**
 * What we add to the slowest carrier: POST /quotes beside what the exchange log says of the carriers' own time; and one
 * call of the bare chain, as seldom. A machine that is woken for every call takes longer over each than one that is busy.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { fetch } from 'undici'
import { readEnvironment } from '../faults/processes.ts'
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
  const prompt = await quoteFor(bench, 'three carriers at once')
  for (const [carrier_code, delay_ms] of Object.entries(DELAYS_MS)) {
    await fault('POST', { carrier_code, operation: 'quote', mode: 'slow', times: MORE_THAN_ANY_RUN, delay_ms })
  }
  const slow = await quoteFor(bench, 'carriers of 20, 40 and 80 ms').finally(() => fault('DELETE'))
  return [...prompt, ...slow, await bareCalls(bench)]
}

/** HTTP, one gRPC call and one statement, one call at a time with the slowest carrier's time between. */
async function bareCalls({ bareUrl }: Bench): Promise<Measured> {
  const durationsMs: number[] = []
  for (let count = 0; count < WARM_UP + MEASURED; count++) {
    await sleep(DELAYS_MS.eco_parcel)
    const begunAt = performance.now()
    const response = await fetch(new URL('/api/v1/shipments', bareUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aShipmentDocument()),
    })
    await response.text()
    if (!response.ok) throw new Error(`the bare chain answered ${response.status}`)
    durationsMs.push(performance.now() - begunAt)
  }
  return quantiles('bare chain, one call every 80 ms', durationsMs.slice(WARM_UP))
}

async function quoteFor({ sandbox, databaseUrl }: Bench, name: string): Promise<Measured[]> {
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
  for (const [count, shipment_id] of shipmentIds.entries()) {
    const requestId = `${run}-${count}`
    const begunAt = performance.now()
    const { options } = await call('/api/v1/quotes', { shipment_id }, requestId)
    durationsMs.set(requestId, performance.now() - begunAt)
    if (options.length < 3) throw new Error('a carrier made no offer')
  }
  const slowestMs = await slowestCarriers(databaseUrl, run, durationsMs.size)
  const measured = [...durationsMs].slice(WARM_UP)
  const addedMs = measured.map(([requestId, durationMs]) => durationMs - (slowestMs.get(requestId) ?? 0))
  const wholeMs = measured.map(([, durationMs]) => durationMs)
  return [quantiles(`quote, ${name}`, wholeMs), quantiles('  over the slowest carrier', addedMs)]
}

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
