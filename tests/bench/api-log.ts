/** Cost of the API log: notes of a created shipment, written as the gateway writes them, on the stack's own tables. */
import { openDatabase } from '@waybill/chassis/postgres/database'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { newId } from '@waybill/contracts/ids'
import type {} from '@waybill/edge/server/server' // what the gateway adds to the types of Fastify
import { startCallRecorder } from '@waybill/gateway/api-log/record-calls'
import type { GatewayDatabase } from '@waybill/gateway/db'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { cpuPerRequest } from './cpu.ts'
import type { ResultRow } from './result-row.ts'
import type { Bench } from './scenarios.ts'

/** As many calls as wait between two writes, from as many environments as it takes. */
const ENVIRONMENTS = 32
const CALLS_OF_EACH = 250

/** CPU of the gateway's process and of its database for each call that is logged. `answer`: the created shipment. */
export async function apiLogCost(
  { namespace, databaseUrl, seconds }: Bench,
  answer: Buffer,
): Promise<Pick<ResultRow, 'failed' | 'cpu µs' | 'byProcess'>> {
  const db = openDatabase<GatewayDatabase>({ url: databaseUrl, schema: 'gateway', applicationName: 'bench' })
  const metrics = createMetrics({ service: 'bench' })
  const log = createLog({ service: 'bench', level: 'warn' })
  try {
    const [request, reply] = await anExchange(answer)
    const environmentIds = Array.from({ length: ENVIRONMENTS }, () => newId('env'))
    const round = async () => {
      const recorder = startCallRecorder({ db, log, metrics, routes: [] })
      for (let count = 0; count < CALLS_OF_EACH; count++) {
        for (const environmentId of environmentIds) {
          Object.assign(request, { credential: { keyId: 'key_bench', environmentId, session: null } })
          recorder.note(request, reply, { status: 201, durationMs: 1 })
        }
      }
      await recorder.stop()
    }
    await round() // warm-up
    const byProcess = await cpuPerRequest(namespace, async () => {
      let rounds = 0
      for (const endsAt = performance.now() + seconds * 1_000; performance.now() < endsAt; rounds++) await round()
      return { requests: rounds * ENVIRONMENTS * CALLS_OF_EACH }
    })
    const { 'load generator': gateway = 0, 'postgres: postgres': postgres = 0 } = byProcess
    const dropped = /^api_log_dropped_total\S* (\d+)/m.exec((await metrics.render()).text)?.[1]
    return { failed: Number(dropped), 'cpu µs': gateway + postgres, byProcess: { gateway, postgres } }
  } finally {
    await db.destroy()
  }
}

/** A request with a key, and its reply, as Fastify makes them. */
async function anExchange(answer: Buffer): Promise<[FastifyRequest, FastifyReply]> {
  const app = fastify()
  try {
    return await new Promise<[FastifyRequest, FastifyReply]>((resolve, reject) => {
      const config = { operationId: 'createShipment', path: '/api/v1/shipments' }
      app.post('/api/v1/shipments', { config }, async (request, reply) => {
        Object.assign(request, { answer })
        resolve([request, reply])
        return reply.status(201).send(answer)
      })
      const headers = { 'idempotency-key': newId('req') }
      app.inject({ method: 'POST', url: '/api/v1/shipments', headers }).catch(reject)
    })
  } finally {
    await app.close()
  }
}
