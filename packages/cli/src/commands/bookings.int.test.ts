import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminApi, refusal, startAdminApi } from '../testing/admin-api.ts'
import { waybill } from '../testing/terminal.ts'

let api: AdminApi
beforeAll(async () => {
  api = await startAdminApi()
})
afterAll(() => api.stop())

const bookings = (args: string[]) =>
  waybill(['admin', 'bookings', ...args], { env: { WAYBILL_ADMIN_URL: api.url, WAYBILL_ADMIN_TOKEN: 'operator' } })

const at = '2026-12-01T09:00:00.000Z'
const booking = {
  environment_id: 'env_1',
  booking_id: 'bkg_1',
  shipment_id: 'shp_1',
  carrier_code: 'swift',
  attempt_id: 'att_1',
  sent_at: at,
  recovery: null,
  reported_job_id: null,
  failure: { code: 'timeout' },
  tries: 2,
  resolution: null,
}
const resolution = {
  booking_id: 'bkg_1',
  outcome: 'booked',
  carrier_job_id: 'JOB-1',
  note: 'by phone',
  resolved_at: at,
}

test('the list shows the outcome of those that are resolved', async () => {
  api.script({ 'GET /admin/bookings': [[booking, { ...booking, booking_id: 'bkg_2', resolution }]] })
  const lines = (await bookings(['list'])).out.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^ENVIRONMENT ID +BOOKING ID .* RESOLUTION$/)
  expect(lines[1]).toMatch(/bkg_1 .* –$/)
  expect(lines[2]).toMatch(/bkg_2 .* booked$/)
})

test('one is shown with its failure and each exchange with the carrier', async () => {
  const exchange = { method: 'POST', request_text: '{"ref":"bkg_1"}', http_status: null, fault: 'timeout' }
  api.script({
    'GET /admin/environments/env_1/bookings/bkg_1': [
      { booking, exchanges: [exchange, { ...exchange, method: 'GET' }] },
    ],
  })
  const blocks = (await bookings(['show', 'env_1', 'bkg_1'])).out.split('\n\n')
  expect(blocks).toHaveLength(3)
  expect(blocks[0]).toMatch(/^failure +\{"code":"timeout"\}$/m)
  expect(blocks[1]).toMatch(/^request_text +\{"ref":"bkg_1"\}$/m)
  expect(blocks[2]).toMatch(/^http_status +–$/m)
})

test.each([
  [['--booked', 'JOB-1'], { outcome: 'booked', carrier_job_id: 'JOB-1', note: 'by phone' }],
  [['--not-booked'], { outcome: 'not_booked', note: 'by phone' }],
])('resolve %j sends %j', async (options, body) => {
  const request = 'POST /admin/environments/env_1/bookings/bkg_1/resolve'
  api.script({ [request]: [resolution] })
  const { exitCode, out } = await bookings(['resolve', 'env_1', 'bkg_1', ...options, '--note', 'by phone'])
  expect(exitCode).toBe(0)
  expect(out).toMatch(/^carrier_job_id +JOB-1$/m)
  expect(api.calls).toMatchObject([{ request, body }])
})

test('what the API refuses to resolve is not reported as done', async () => {
  const answer = refusal(409, { code: 'conflict', message: 'bkg_1 is confirmed.' })
  api.script({ 'POST /admin/environments/env_1/bookings/bkg_1/resolve': [answer] })
  const result = await bookings(['resolve', 'env_1', 'bkg_1', '--not-booked', '--note', 'n'])
  expect(result).toEqual({ exitCode: 1, out: '', err: 'bkg_1 is confirmed.\n' })
})
