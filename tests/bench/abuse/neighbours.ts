/**
 * One environment does its worst, with 500 subscriptions to receivers that hang, drop connections, redirect and answer 429.
 * Another one creates shipments and receives webhooks: how much longer does it wait?
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aShipmentDocument } from '@waybill/testing/builders'
import { cpuPerRequest } from '../cpu.ts'
import { post } from '../post.ts'
import { quantiles, type ResultRow } from '../result-row.ts'
import type { Bench } from '../scenarios.ts'
import { HOSTILE_PATHS, type ReceiverProcess, startReceiverProcess } from '../webhooks/receiver-process.ts'
import { createKey, createTenant } from './tenant.ts'

const SUBSCRIPTIONS = 500
const KEYS = 4
const CREATES_PER_SECOND = 20
/** Time for the noise to build up. */
const BUILD_UP_MS = 15_000
const PATIENCE_MS = 120_000

export async function neighbours(bench: Bench): Promise<ResultRow[]> {
  const { sandbox, seconds } = bench
  const [hostile, receiver] = [await startReceiverProcess(), await startReceiverProcess()]
  const [noisy, quiet] = [await createTenant(sandbox), await createTenant(sandbox)]
  const neighbour = { ...sandbox, access_token: quiet.token }
  try {
    await post(neighbour, '/api/v1/webhooks/subscriptions', { url: receiver.url, events: ['shipment.created'] })
    await createFor(neighbour, receiver, 5) // warm-up
    const before = await createFor(neighbour, receiver, seconds)

    const attack = await startAttack(bench, noisy, hostile)
    try {
      await sleep(BUILD_UP_MS)
      let during = before
      const begunAt = performance.now()
      const costsUs = await cpuPerRequest(bench.namespace, async () => {
        during = await createFor(neighbour, receiver, seconds)
        return { requests: (performance.now() - begunAt) / 1_000 }
      })
      console.log('CPU during the noise, in thousandths of a core:')
      console.table(Object.fromEntries(Object.entries(costsUs).map(([name, us]) => [name, Math.round(us / 1_000)])))
      return [
        ...compare('create', before.createMs, during.createMs),
        ...compare('API answer to webhook', before.webhookMs, during.webhookMs),
      ]
    } finally {
      attack.kill('SIGKILL')
      await once(attack, 'exit')
    }
  } finally {
    await Promise.all([hostile.stop(), receiver.stop()])
  }
}

function compare(what: string, quietMs: number[], noisyMs: number[]): ResultRow[] {
  const [quiet, noisy] = [quantiles(`${what}, quiet`, quietMs), quantiles('', noisyMs)]
  const limitMs = Math.max(1.5 * quiet['p99 ms'], quiet['p99 ms'] + 100)
  const scenario = `${what}, noisy neighbour (p99 ≤ ${Math.round(limitMs)} ms)`
  return [quiet, { ...noisy, scenario, failed: Number(noisy['p99 ms'] > limitMs) }]
}

async function startAttack(
  { sandbox }: Bench,
  tenant: { environmentId: string; token: string },
  hostile: ReceiverProcess,
) {
  const tokens = [tenant.token]
  while (tokens.length < KEYS) tokens.push(await createKey(sandbox, tenant.environmentId))
  const attacker = { ...sandbox, access_token: tenant.token }
  for (let count = 0; count < SUBSCRIPTIONS; count++) {
    const path = HOSTILE_PATHS[count % HOSTILE_PATHS.length]
    const url = `${hostile.url}${path}/${count}`
    await post(attacker, '/api/v1/webhooks/subscriptions', { url, events: ['*'] })
    await sleep(10)
  }
  const { shipment_id } = await post(attacker, '/api/v1/shipments', aShipmentDocument())
  const program = join(import.meta.dirname, 'attacker.ts')
  return spawn(process.execPath, [program, sandbox.base_url, shipment_id, ...tokens], { stdio: 'inherit' })
}

/** Creates shipments at a steady rate, whether or not earlier ones were answered, and waits for their webhooks. */
async function createFor(sandbox: Bench['sandbox'], receiver: ReceiverProcess, seconds: number) {
  const createMs: number[] = []
  const answeredAtMs = new Map<string, number>()
  const createOne = async () => {
    const begunAt = performance.now()
    const { shipment_id } = await post(sandbox, '/api/v1/shipments', aShipmentDocument())
    createMs.push(performance.now() - begunAt)
    answeredAtMs.set(shipment_id, Date.now())
  }
  const arrived = await receiver.count()
  const pending: Promise<void>[] = []
  for (let count = 0; count < seconds * CREATES_PER_SECOND; count++) {
    pending.push(createOne())
    await sleep(1_000 / CREATES_PER_SECOND)
  }
  await Promise.all(pending)
  await receiver.received(arrived + answeredAtMs.size, PATIENCE_MS)
  const webhookMs = (await receiver.arrivals()).flatMap(([subjectId, atMs]) => {
    const answeredAt = answeredAtMs.get(subjectId)
    return answeredAt === undefined ? [] : [Math.max(0, atMs - answeredAt)]
  })
  return { createMs, webhookMs }
}
