/**
 * Overhead of a quote: the duration of POST /quotes minus the slowest carrier's time from the exchange log, next to a
 * bare chain that calls the same number of carriers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { Client, fetch } from 'undici'
import { readEnvironment } from '../faults/processes.ts'
import { cpuPerRequest } from './cpu.ts'
import { quantiles, type ResultRow } from './result-row.ts'
import type { Bench } from './scenarios.ts'

/** Different delays, so that the slowest carrier is not merely the one scheduled last on two cores. */
const DELAYS_MS = { swift_courier: 20, city_van: 40, eco_parcel: 80 }
const WARM_UP = 300
const MEASURED = 400
const PAUSE_MS = 8
const MORE_THAN_ANY_RUN = 1_000_000

/** First with carriers that answer at once, then with different delays. */
export async function quote(bench: Bench): Promise<ResultRow[]> {
  const { SIMULATOR_URL = '', SIMULATOR_KEY = '' } = readEnvironment(bench.stackPid, 'quoting')
  const fault = async (method: 'POST' | 'DELETE', body?: object) => {
    const { ok, status } = await fetch(`${SIMULATOR_URL}/simulator/faults`, {
      method,
      headers: { authorization: `Bearer ${SIMULATOR_KEY}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    if (!ok) throw new Error(`the simulator got status ${status}`)
  }
  const prompt = await inTurns(bench, 'three carriers at once', [0, 0, 0])
  for (const [carrier_code, delay_ms] of Object.entries(DELAYS_MS)) {
    await fault('POST', { carrier_code, operation: 'quote', mode: 'slow', times: MORE_THAN_ANY_RUN, delay_ms })
  }
  const slow = await inTurns(bench, 'carriers of 20, 40 and 80 ms', Object.values(DELAYS_MS)).finally(() =>
    fault('DELETE'),
  )
  return [...prompt, ...slow]
}

/**
 * One call at a time, alternating between the product and the bare chain so that both see the same machine load.
 * Each call has another parcel, so that no price is cached, and waits until the previous call's events are consumed.
 * The bare chain: HTTP, gRPC, the shipment by gRPC and one statement, the carriers, one statement.
 */
async function inTurns(bench: Bench, name: string, delaysMs: number[]): Promise<ResultRow[]> {
  const { sandbox, namespace, databaseUrl, bareUrl } = bench
  const ours = caller(sandbox.base_url, { authorization: `Bearer ${sandbox.access_token}` })
  const bare = caller(bareUrl)
  const run = `bench-${Math.random().toString(36).slice(2)}`
  const shipments: { ours: string; bare: string }[] = []
  for (let count = 0; count < WARM_UP + MEASURED; count++) {
    const document = aShipmentDocument({ parcels: [aParcelDocument({ weight_kg: 1 + count / 1_000 })] })
    const [one, other] = [
      await ours.post('/api/v1/shipments', document),
      await bare.post('/api/v1/shipments', document),
    ]
    shipments.push({ ours: one.data.shipment_id, bare: other.data.id })
  }
  const durationsMs = new Map<string, number>()
  const bareMs: number[] = []
  const bareAddedMs: number[] = []
  let slowestMs = new Map<string, number>()
  const byProcess = await cpuPerRequest(namespace, async () => {
    for (const [count, shipment] of shipments.entries()) {
      const requestId = `${run}-${count}`
      const one = await ours.post('/api/v1/quotes', { shipment_id: shipment.ours }, { 'x-request-id': requestId })
      if (one.data.options.length < delaysMs.length) throw new Error('a carrier made no offer')
      durationsMs.set(requestId, one.durationMs)
      await sleep(PAUSE_MS)
      const other = await bare.post('/api/v1/quotes', { shipment_id: shipment.bare, delays_ms: delaysMs })
      bareMs.push(other.durationMs)
      bareAddedMs.push(other.durationMs - other.data.slowest_ms)
      await sleep(PAUSE_MS)
    }
    slowestMs = await slowestCarriers(databaseUrl, run, durationsMs.size)
    return { requests: shipments.length }
  })
  await Promise.all([ours.close(), bare.close()])
  const measured = [...durationsMs].slice(WARM_UP)
  const addedMs = measured.map(([requestId, durationMs]) => durationMs - (slowestMs.get(requestId) ?? 0))
  const wholeMs = measured.map(([, durationMs]) => durationMs)
  const costUs = Object.values(byProcess).reduce((sum, us) => sum + us, 0)
  return [
    { ...quantiles(`quote and bare quote, ${name}`, wholeMs), 'cpu µs': costUs, byProcess },
    quantiles('  quote: over the slowest carrier', addedMs),
    quantiles('  bare quote', bareMs.slice(WARM_UP)),
    quantiles('  bare quote: over the slowest carrier', bareAddedMs.slice(WARM_UP)),
  ]
}

/** Posts over one connection. The time covers the exchange only, without building and parsing JSON. */
function caller(baseUrl: string, credential: Record<string, string> = {}) {
  const client = new Client(baseUrl)
  return {
    async post(path: string, document: object, headers: Record<string, string> = {}) {
      const body = JSON.stringify(document)
      const begunAt = performance.now()
      const response = await client.request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...credential, ...headers },
        body,
      })
      const text = await response.body.text()
      const durationMs = performance.now() - begunAt
      if (response.statusCode !== 201) throw new Error(`${path} got status ${response.statusCode}: ${text}`)
      return { durationMs, data: JSON.parse(text).data }
    },
    close: () => client.close(),
  }
}

/** Duration of the slowest carrier call per request, in whole ms, once the exchange log is complete. */
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
