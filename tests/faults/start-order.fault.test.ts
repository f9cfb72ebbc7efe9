/**
 * Processes start before their dependencies: each one waits, names what it waits for, and becomes ready. All is sealed as in
 * production: calls between the services, the broker and Redis over TLS with certificates on both sides.
 */
import type { TlsOptions } from 'node:tls'
import { run } from '@waybill/cli/program'
import { makeTestAuthority, type TestAuthority } from '@waybill/testing/certificate-authority'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { programEnvironment } from '@waybill/testing/program-environment'
import { testPostgresUrl, testRabbitUrl, testRedisUrl } from '@waybill/testing/services'
import { startTcpProxy, type TcpProxy } from '@waybill/testing/tcp-proxy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditAfter, subscribe } from './audit.ts'
import { makeOwnProcesses, type OwnProcess, type OwnProcesses } from './own-processes.ts'
import { nothingAccepted, runWorkload } from './workload.ts'

let authority: TestAuthority
let receiver: HttpReceiver
let ways: Record<'postgres' | 'rabbit' | 'redis', TcpProxy>
let own: OwnProcesses

const cutWay = (url: string, standardPort: number, tls?: TlsOptions) => {
  const { hostname, port } = new URL(url)
  return startTcpProxy({ targetHost: hostname, targetPort: Number(port || standardPort), begin: 'cut', tls })
}

beforeAll(async () => {
  authority = makeTestAuthority()
  receiver = await startHttpReceiver()
  const { cert, key } = authority.issue('server')
  const tls = { cert, key, ca: authority.ca, requestCert: true, rejectUnauthorized: true }
  ways = {
    postgres: await cutWay(testPostgresUrl(), 5432),
    rabbit: await cutWay(testRabbitUrl(), 5672, tls),
    redis: await cutWay(testRedisUrl(), 6379, tls),
  }
  own = await makeOwnProcesses({
    urls: {
      postgres: ways.postgres.through(testPostgresUrl()),
      rabbit: ways.rabbit.through(testRabbitUrl()).replace(/^amqp:/, 'amqps:'),
      redis: ways.redis.through(testRedisUrl()).replace(/^redis:/, 'rediss:'),
    },
    env: { SIMULATOR_STEP_MS: '0' },
  })
  for (const { name, env } of own.processes) showCertificates(name, env)
  // One process waits for its migrations.
  const shipment = own.processes.find(({ name }) => name === 'shipment') as OwnProcess
  shipment.env.MIGRATE_ON_START = 'false'
})
afterAll(async () => {
  await own?.remove()
  await receiver?.stop()
  authority?.remove()
  for (const way of Object.values(ways ?? {})) await way.stop()
})

/** Makes a process present a certificate that names it, everywhere, and require one of its callers. */
function showCertificates(name: string, env: Record<string, string>): void {
  const { certFile, keyFile } = authority.issue(name, `DNS:${name},DNS:localhost`)
  for (const peer of ['GRPC', 'RABBITMQ', 'REDIS']) {
    Object.assign(env, {
      [`${peer}_CA_FILE`]: authority.caFile,
      [`${peer}_CERT_FILE`]: certFile,
      [`${peer}_KEY_FILE`]: keyFile,
    })
  }
  for (const service of ['SHIPMENT', 'QUOTING', 'BOOKING', 'WEBHOOK']) {
    const target = env[`${service}_URL`]
    if (target) env[`${service}_URL`] = target.replace('127.0.0.1', 'localhost') // gRPC verifies names only
  }
}

/** How many calls each service refused because of a key, a certificate or the table of calls. */
async function countRefusedCalls(): Promise<Record<string, number>> {
  const servers = own.processes.filter(({ name }) => !['simulator', 'gateway'].includes(name))
  const counts = servers.map(async ({ name, env }) => {
    const page = await (await fetch(`http://127.0.0.1:${env.OPS_PORT}/metrics`)).text()
    const refused = [...page.matchAll(/^rpc_(?:unauthenticated|forbidden)_total.* (\d+)$/gm)]
    expect(refused).toHaveLength(2)
    return [name, refused.reduce((sum, [, count]) => sum + Number(count), 0)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** The processes whose `/readyz` names the dependency. */
async function waitingFor(need: string): Promise<string[]> {
  const answers = await Promise.all(own.processes.map(async ({ name, ask }) => [name, await ask('/readyz')] as const))
  for (const [name, answer] of answers) if (answer?.status !== 503) throw new Error(`${name} answers ${answer?.status}`)
  return answers
    .filter(([, answer]) => answer?.body.includes(`"${need}"`))
    .map(([name]) => name)
    .sort()
}
const OPERATIONS = 60
const SEED = 20_261_128
const PATIENT = { timeoutMs: 180_000, intervalMs: 100 }
const everyone = ['booking', 'gateway', 'quoting', 'shipment', 'simulator', 'webhook']

test('six processes without database, broker and Redis stay alive, name what they wait for, and become ready', async () => {
  for (const one of own.processes) one.start()
  await eventually(async () => expect(await waitingFor('postgres')).toEqual(everyone), PATIENT)
  for (const { ask } of own.processes) expect(await ask('/livez')).toMatchObject({ status: 200 })
  // The first line follows after a second of failures.
  await eventually(() => {
    for (const { output } of own.processes) {
      const told = output()
        .split('\n')
        .filter((line) => line.includes('"need.waiting"'))
      expect(told.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'warn', need: 'postgres', reason: expect.stringContaining('ECONNREFUSED') },
      ])
    }
  })

  // A waiting process stops at once.
  const [first] = own.processes as [OwnProcess]
  expect(await first.stop()).toMatchObject({ code: 0 })
  expect(first.output()).toContain('service.start_aborted')
  first.start()

  await ways.postgres.restore()
  const failing = async (name: string) => (await own.processes.find((one) => one.name === name)?.ask('/readyz'))?.body
  await eventually(async () => {
    expect(await failing('shipment')).toContain('"migrations"')
    expect(await failing('gateway')).toContain('"redis"')
    for (const name of ['quoting', 'booking', 'webhook']) expect(await failing(name)).toContain('"rabbitmq"')
    expect(await failing('simulator')).toBe('{"status":"ready"}') // it has no other dependency
  }, PATIENT)

  await ways.rabbit.restore()
  await eventually(async () => {
    expect(await failing('quoting')).toContain('"redis"')
    for (const name of ['booking', 'webhook']) expect(await failing(name)).toBe('{"status":"ready"}')
  }, PATIENT)
  await ways.redis.restore()
  const shipment = own.processes.find(({ name }) => name === 'shipment') as OwnProcess
  await Promise.all(own.processes.filter((one) => one !== shipment).map((one) => one.ready()))
  expect(shipment.output()).toContain('waybill admin migrate')
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  const terminal = { env: { ...programEnvironment(), ...shipment.env }, out: print, err: print }
  expect(await run(['admin', 'migrate', '--service', 'shipment'], terminal), printed).toBe(0)
  await shipment.ready()

  const sandbox = await own.sandbox()
  await subscribe({ sandbox }, receiver.url)
  const accepted = nothingAccepted()
  await runWorkload(accepted, { sandbox, workers: 2, seed: SEED, until: () => accepted.operations >= OPERATIONS })
  const work = { system: own, sandbox, accepted, webhooks: receiver.requests }
  const fault = 'started before PostgreSQL, RabbitMQ, Redis and migrations'
  const { findings } = await auditAfter(fault, work, { timeoutMs: 120_000 })
  expect(findings).toEqual([]) // the first calls may be told to try again, while connections are opened
  expect(await countRefusedCalls()).toEqual({ shipment: 0, quoting: 0, webhook: 0, booking: 0 })
})
