import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway } from './service.ts'
import { startTestGateway, type TestGateway } from './testing/running-gateway.ts'

const SHIPMENTS = '/api/v1/shipments'
const emptyList = { status: 200, body: Buffer.from('{"success":true,"data":[]}') }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

test('a draining gateway answers all requests, and tells proxies to send no others', async () => {
  const replica = await gateway.startReplica(gateway.options.sharedState, 3_000)
  const ready = async () => (await replica.call('GET', '/readyz', { token: null })).status
  expect(await ready()).toBe(200)
  const stopped = replica.stop()
  expect(await ready()).toBe(503)
  expect((await replica.call('GET', SHIPMENTS)).status).toBe(200)
  await stopped
  gateway.services.reset()
})

test('a stopping gateway answers the requests in progress and accepts no others', async () => {
  const replica = await gateway.startReplica(gateway.options.sharedState)
  let finish = () => {}
  gateway.services.answer(
    'ShipmentService.List',
    () =>
      new Promise((resolve) => {
        finish = () => resolve(emptyList)
      }),
  )
  const underWay = replica.call('GET', SHIPMENTS)
  await eventually(() => expect(gateway.services.calls).toHaveLength(1))
  const stopped = replica.stop()
  finish()
  expect((await underWay).status).toBe(200)
  await stopped
  await expect(replica.call('GET', SHIPMENTS)).rejects.toThrow()
  gateway.services.reset()
})

test('without the database, cached tokens work, others get 503, and proxies go on sending requests', async () => {
  const database = new URL(gateway.options.databaseUrl).pathname.slice(1)
  const { token: unseen } = await gateway.createKey()
  expect((await gateway.call('GET', SHIPMENTS)).status).toBe(200)
  const postgres = new pg.Client(gateway.postgresUrl)
  await postgres.connect()
  try {
    await postgres.query(`alter database ${database} allow_connections false`)
    await postgres.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
    await eventually(async () =>
      expect((await gateway.call('GET', '/', { token: null })).body).toMatchObject({ status: 'unavailable' }),
    )
    expect((await gateway.call('GET', '/readyz', { token: null })).status).toBe(200)
    expect((await gateway.call('GET', SHIPMENTS)).status).toBe(200)
    const refused = await gateway.call('GET', SHIPMENTS, { token: unseen })
    expect(refused.status).toBe(503)
    expect(refused.body.error.code).toBe('service_unavailable')
    expect(refused.headers.get('retry-after')).toBe('1')
  } finally {
    await postgres.query(`alter database ${database} allow_connections true`)
    await postgres.end()
  }
  await eventually(async () => expect((await gateway.call('GET', SHIPMENTS, { token: unseen })).status).toBe(200))
})

test('a port in use is an error that names the port and the variable', async () => {
  const port = Number(new URL(gateway.url).port)
  await expect(startGateway({ ...gateway.options, port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or choose another with PORT=`,
  )
})
