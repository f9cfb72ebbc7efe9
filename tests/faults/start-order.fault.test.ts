/** Processes start before their dependencies: each one waits, names what it waits for, and becomes ready. */

import { run } from '@waybill/cli/program'
import { eventually } from '@waybill/testing/eventually'
import { programEnvironment } from '@waybill/testing/program-environment'
import { testPostgresUrl, testRabbitUrl, testRedisUrl } from '@waybill/testing/services'
import { startTcpProxy, type TcpProxy } from '@waybill/testing/tcp-proxy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordFault } from './fault-table.ts'
import { makeOwnProcesses, type OwnProcess, type OwnProcesses } from './own-processes.ts'

let ways: Record<'postgres' | 'rabbit' | 'redis', TcpProxy>
let own: OwnProcesses

const cutWay = (url: string, standardPort: number) => {
  const { hostname, port } = new URL(url)
  return startTcpProxy({ targetHost: hostname, targetPort: Number(port || standardPort), begin: 'cut' })
}

beforeAll(async () => {
  ways = {
    postgres: await cutWay(testPostgresUrl(), 5432),
    rabbit: await cutWay(testRabbitUrl(), 5672),
    redis: await cutWay(testRedisUrl(), 6379),
  }
  own = await makeOwnProcesses({
    urls: {
      postgres: ways.postgres.through(testPostgresUrl()),
      rabbit: ways.rabbit.through(testRabbitUrl()),
      redis: ways.redis.through(testRedisUrl()),
    },
  })
  // One process waits for its migrations.
  const shipment = own.processes.find(({ name }) => name === 'shipment') as OwnProcess
  shipment.env.MIGRATE_ON_START = 'false'
})
afterAll(async () => {
  await own?.remove()
  for (const way of Object.values(ways ?? {})) await way.stop()
})

/** The processes whose `/readyz` names the dependency. */
async function waitingFor(need: string): Promise<string[]> {
  const answers = await Promise.all(own.processes.map(async ({ name, ask }) => [name, await ask('/readyz')] as const))
  for (const [name, answer] of answers) if (answer?.status !== 503) throw new Error(`${name} answers ${answer?.status}`)
  return answers
    .filter(([, answer]) => answer?.body.includes(`"${need}"`))
    .map(([name]) => name)
    .sort()
}
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
  const wholeAt = performance.now()
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

  const { base_url, access_token } = await own.sandbox()
  const listed = await fetch(`${base_url}/api/v1/shipments`, { headers: { authorization: `Bearer ${access_token}` } })
  const fault = 'started before PostgreSQL, RabbitMQ, Redis and migrations'
  const worstRecoveryMs = performance.now() - wholeAt
  recordFault({ fault, operations: 1, lost: 0, doubled: 0, stuck: listed.status === 200 ? 0 : 1, worstRecoveryMs })
  expect(listed.status).toBe(200)
})
