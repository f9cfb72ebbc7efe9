/** Calls with the token of a driver: who is admitted, and which call each operation makes. */
import { hash, randomBytes } from 'node:crypto'
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/running-gateway.ts'
import { routeTable } from '../table.ts'

let gateway: TestGateway
/** A new driver for each test: each has a rate limit. */
let driverId: string
let token: string
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway?.stop())
beforeEach(() => {
  gateway.services.reset()
  driverId = newId('drv')
  token = `wb_driver_${randomBytes(32).toString('base64url')}`
  knowDriver()
})

const knowDriver = () =>
  gateway.services.answer('BookingService.FindDriverByToken', ({ request }) => {
    const isKnown = request.token_hash.equals(hash('sha256', token, 'buffer'))
    return isKnown
      ? { environment_id: gateway.environmentId, driver_id: driverId }
      : { environment_id: '', driver_id: '' }
  })

const jobId = newId('flj')
const job = `/api/v1/driver/jobs/${jobId}`
const operations: Record<string, { path: string; body?: object; calls: string; job?: boolean }> = {
  getMyself: { path: '/api/v1/driver', calls: 'GetDriver' },
  setAvailability: { path: '/api/v1/driver', body: { available: false }, calls: 'UpdateDriver' },
  listMyJobs: { path: '/api/v1/driver/jobs', calls: 'ListDriverJobs' },
  acceptOffer: { path: `${job}/accept`, calls: 'AcceptOffer', job: true },
  declineOffer: { path: `${job}/decline`, calls: 'DeclineOffer', job: true },
  reportJob: { path: `${job}/reports`, body: { status: 'picked_up' }, calls: 'ReportJob', job: true },
  reportPosition: { path: '/api/v1/driver/positions', body: { latitude: 1, longitude: 2 }, calls: 'MoveDriver' },
}
const getMethod = (id: string) => routeTable.find(({ operationId }) => operationId === id)?.method ?? ''

test('every operation of drivers is tested here', () => {
  const ids = routeTable.filter(({ access }) => access.kind === 'driver').map(({ operationId }) => operationId)
  expect([...Object.keys(operations), 'addJobPhoto', 'addJobSignature'].sort()).toEqual(ids.sort())
})

test.each(Object.entries(operations))('%s calls booking for the driver of the token', async (id, operation) => {
  const { path, body } = operation
  const reply = await gateway.call(getMethod(id), path, { body, token })
  expect(reply.status).toBe(200)
  const [, call] = gateway.services.calls
  expect(call?.method).toBe(`BookingService.${operation.calls}`)
  expect(call?.request).toMatchObject({ driver_id: driverId, ...(operation.job && { job_id: jobId }) })
  expect(call?.context).toMatchObject({ environmentId: gateway.environmentId, merchantId: gateway.merchantId })
})

test('a photo is passed on as it is, up to 5 MiB', async () => {
  const photo = randomBytes(5 * 1024 * 1024)
  const headers = { 'content-type': 'image/jpeg' }
  const reply = await gateway.call('POST', `${job}/photo`, { raw: photo, headers, token })
  expect(reply.status).toBe(200)
  expect(gateway.services.calls[1]?.request).toMatchObject({ driver_id: driverId, job_id: jobId, kind: 'photo' })
  expect(Buffer.compare(gateway.services.calls[1]?.request.content, photo)).toBe(0)
  const larger = await gateway.call('POST', `${job}/signature`, { raw: Buffer.alloc(photo.length + 1), headers, token })
  expect([larger.status, larger.body.error.code]).toEqual([413, 'payload_too_large'])
})

test('other tokens open nothing: of no driver, of a key, and a driver’s on the API of merchants', async () => {
  const stranger = `wb_driver_${randomBytes(32).toString('base64url')}`
  for (const wrong of [stranger, gateway.token, 'wb_driver_short']) {
    const reply = await gateway.call('GET', '/api/v1/driver', { token: wrong })
    expect([reply.status, reply.body.error.code]).toEqual([401, 'invalid_token'])
  }
  const reply = await gateway.call('GET', '/api/v1/drivers', { token })
  expect([reply.status, reply.body.error.code]).toEqual([401, 'invalid_token'])
  expect(gateway.services.calls.map(({ method }) => method)).toEqual(['BookingService.FindDriverByToken'])
})

test('a driver of a suspended merchant is refused', async () => {
  const { merchantId } = gateway
  await gateway.admin('POST', `/admin/merchants/${merchantId}/suspend`, { body: { reason: 'unpaid' } })
  const refused = await gateway.call('GET', '/api/v1/driver', { token })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'access_suspended'])
  await gateway.admin('POST', `/admin/merchants/${merchantId}/resume`, {})
  expect((await gateway.call('GET', '/api/v1/driver', { token })).status).toBe(200)
})

test('a driver has a rate limit apart from others', async () => {
  const replies = await Promise.all(Array.from({ length: 60 }, () => gateway.call('GET', '/api/v1/driver', { token })))
  expect(replies.map(({ status }) => status)).toContain(429)
  token = `wb_driver_${randomBytes(32).toString('base64url')}`
  driverId = newId('drv')
  expect((await gateway.call('GET', '/api/v1/driver', { token })).status).toBe(200)
})
