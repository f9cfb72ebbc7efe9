/**
 * One key with default limits sends the worst bodies that the API accepts. Shows how long `/livez` takes while it does, what
 * each body costs next to JSON.parse of it, and what callers without a key cost.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { wrongBodies } from '@waybill/contracts/testing/wrong-bodies'
import { Pool } from 'undici'
import { cpuPerRequest } from '../cpu.ts'
import { quantiles, type ResultRow } from '../result-row.ts'
import type { Bench } from '../scenarios.ts'
import { anonymousCalls } from './anonymous.ts'
import { probeDuring } from './probe.ts'
import { createTenant } from './tenant.ts'

const BODY_LIMIT_BYTES = 384 * 1024
const CONNECTIONS = 16
const PAUSE_AFTER_429_MS = 100
const WARM_UPS = 5
const [ROUNDS, COUNTED] = [3, 20]
const SERVICES = ['gateway', 'shipment', 'quoting']
const PATHS = ['/api/v1/shipments', '/api/v1/quotes']
/** Requirements for a single body: times the CPU of JSON.parse, plus ms; bytes of the answer; and p99 of /livez. */
const [TIMES_PARSE, PLUS_MS, MOST_ANSWER_KIB, LIVEZ_P99_MS] = [2, 5, 64, 50]

const bodies: [kind: string, body: Buffer][] = [
  ...Object.entries(wrongBodies(BODY_LIMIT_BYTES)).map(([kind, text]): [string, Buffer] => [kind, Buffer.from(text)]),
  ['bytes that are not UTF-8', Buffer.alloc(BODY_LIMIT_BYTES, 0xff)],
  [
    'not UTF-8 at the end',
    Buffer.concat([Buffer.from(`{"a":"${'x'.repeat(BODY_LIMIT_BYTES - 9)}`), Buffer.from([0xff])]),
  ],
]

interface Answer {
  status: number
  bytes: number
}

async function send(pool: Pool, path: string, token: string, body: Buffer): Promise<Answer> {
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body,
  })
  return { status: answer.statusCode, bytes: (await answer.body.arrayBuffer()).byteLength }
}

export async function wrongBodiesScenario(bench: Bench): Promise<ResultRow[]> {
  const { sandbox, seconds } = bench
  const pool = new Pool(sandbox.base_url, { connections: CONNECTIONS })
  try {
    for (let count = 0; count < WARM_UPS; count++) await sendEach(pool, sandbox.access_token)
    await showCosts(bench, pool)
    await anonymousCalls(bench)
    const quietMs = await probeDuring(sandbox.base_url, () => sleep(seconds * 1_000))
    const { token } = await createTenant(sandbox)
    let [answered, refused, next] = [0, 0, 0]
    const sendUntil = async (endsAt: number) => {
      while (performance.now() < endsAt) {
        const [, body] = bodies[next++ % bodies.length] as [string, Buffer]
        const { status } = await send(pool, PATHS[next % PATHS.length] as string, token, body)
        if (status !== 429) answered += 1
        else {
          refused += 1
          await sleep(PAUSE_AFTER_429_MS)
        }
      }
    }
    const endsAt = performance.now() + seconds * 1_000
    const noisyMs = await probeDuring(sandbox.base_url, () =>
      Promise.all(Array.from({ length: CONNECTIONS }, () => sendUntil(endsAt))),
    )
    const noisy = quantiles(`/livez, wrong bodies (${answered} answered, ${refused} refused)`, noisyMs)
    return [quantiles('/livez, quiet', quietMs), { ...noisy, failed: Number(noisy['p99 ms'] > LIVEZ_P99_MS) }]
  } finally {
    await pool.close()
  }
}

async function sendEach(pool: Pool, token: string): Promise<void> {
  for (const path of PATHS) for (const [, body] of bodies) await send(pool, path, token, body)
}

/** One body after the other, with a key whose limit lets them pass. Minimum of several rounds: others use the machine, too. */
async function showCosts({ sandbox, namespace }: Bench, pool: Pool): Promise<void> {
  const rows: Record<string, unknown>[] = []
  for (const path of PATHS) {
    for (const [kind, body] of bodies) {
      const found = { parseMs: Number.POSITIVE_INFINITY, cpuMs: Number.POSITIVE_INFINITY, answerBytes: 0, status: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        found.parseMs = Math.min(found.parseMs, parsingMs(body))
        const costsUs = await cpuPerRequest(namespace, async () => {
          for (let count = 0; count < COUNTED; count++) {
            const { status, bytes } = await send(pool, path, sandbox.access_token, body)
            found.answerBytes = Math.max(found.answerBytes, bytes)
            found.status = status
          }
          return { requests: COUNTED }
        })
        found.cpuMs = Math.min(found.cpuMs, SERVICES.reduce((sum, name) => sum + (costsUs[name] ?? 0), 0) / 1_000)
      }
      const isMet = found.cpuMs <= TIMES_PARSE * found.parseMs + PLUS_MS && found.answerBytes <= MOST_ANSWER_KIB * 1024
      rows.push({
        path,
        body: kind,
        status: found.status,
        'JSON.parse ms': round(found.parseMs),
        'CPU ms': round(found.cpuMs),
        'answer KiB': round(found.answerBytes / 1024),
        met: isMet,
      })
    }
  }
  console.log(`CPU of a body of ${BODY_LIMIT_BYTES / 1024} KiB: at most ${TIMES_PARSE} × JSON.parse + ${PLUS_MS} ms`)
  console.table(rows)
}

/** CPU of decoding and parsing, in ms. */
function parsingMs(body: Buffer): number {
  const begun = process.cpuUsage()
  for (let count = 0; count < COUNTED; count++) {
    try {
      JSON.parse(body.toString())
    } catch {
      // Not JSON: what matters is how long it takes to find out.
    }
  }
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000 / COUNTED
}

const round = (value: number): number => Math.round(value * 10) / 10
