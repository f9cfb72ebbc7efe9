/** Cost of tracing: POST /shipments in turn on two stacks on this machine, one of them traced. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testPostgresUrl } from '@waybill/testing/services'
import { type Sandbox, startSystem } from '../support/running-system.ts'
import { allDelivered } from './events.ts'
import { measure } from './load.ts'
import type { ResultRow } from './result-row.ts'
import type { Bench } from './scenarios.ts'

/** The default sampling ratio unless set. */
const RATIO = '0.05'
const ROUNDS = 3
const CONNECTIONS = 32

interface Stack {
  name: string
  sandbox: Sandbox
  databaseUrl: string
}

export async function tracing(bench: Bench, body: string): Promise<ResultRow[]> {
  const collector = await startCollector()
  const traced = await startSystem({
    mode: 'stack',
    env: { ...bench.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: RATIO },
  })
  try {
    const stacks: Stack[] = [
      { ...bench, name: 'create, not traced' },
      { name: `create, traced at ${RATIO}`, sandbox: traced.sandbox, databaseUrl: toDatabaseUrl(traced.namespace) },
    ]
    const rows = new Map(stacks.map(({ name }) => [name, [] as Awaited<ReturnType<typeof measure>>[]]))
    for (const stack of stacks) await load(stack, body, 3)
    for (let round = 0; round < ROUNDS; round++) {
      for (const stack of stacks) rows.get(stack.name)?.push(await load(stack, body, bench.seconds))
    }
    if (collector.received() === 0) throw new Error('no span was exported')
    return [...rows].map(([scenario, results]) => ({
      scenario,
      'per second': Math.round(results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0) / ROUNDS),
      'p50 ms': Math.min(...results.map(({ p50Ms }) => p50Ms)),
      'p99 ms': Math.min(...results.map(({ p99Ms }) => p99Ms)),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
    }))
  } finally {
    await traced.remove()
    await collector.stop()
  }
}

async function load({ sandbox, databaseUrl }: Stack, body: string, seconds: number) {
  const result = await measure({
    url: `${sandbox.base_url}/api/v1/shipments`,
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.access_token}` },
    body,
    connections: CONNECTIONS,
    seconds,
  })
  await allDelivered(databaseUrl)
  return result
}

function toDatabaseUrl(namespace: string): string {
  const url = new URL(testPostgresUrl())
  url.pathname = `/${namespace}`
  return url.href
}

/** Accepts all exported spans and discards them. */
async function startCollector() {
  let received = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1
      response.setHeader('content-type', 'application/x-protobuf').end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => received,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
