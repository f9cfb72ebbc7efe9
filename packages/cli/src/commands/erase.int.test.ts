import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminApi, refusal, startAdminApi } from '../testing/admin-api.ts'
import { waybill } from '../testing/terminal.ts'

let api: AdminApi
beforeAll(async () => {
  api = await startAdminApi()
})
afterAll(() => api.stop())

const erase = (args: string[], confirm?: (question: string) => Promise<boolean>) =>
  waybill(['admin', 'erase', 'env_1', ...args], {
    env: { WAYBILL_ADMIN_URL: api.url, WAYBILL_ADMIN_TOKEN: 'operator' },
    ...(confirm && { confirm }),
  })

const at = '2026-12-01T09:00:00.000Z'
const ERASURES = '/admin/environments/env_1/erasures'
const SEARCH = `POST ${ERASURES}/search`
const ERASE = `POST ${ERASURES}`
const describing = (shipmentId: string) => `GET ${ERASURES}/${shipmentId}`

const shipment = (shipment_id: string, rest: { erased_at?: string; refusal?: string } = {}) => ({
  shipment_id,
  merchant_order_ref: 'ORDER-1',
  status: 'delivered',
  created_at: at,
  erased_at: null,
  refusal: null,
  ...rest,
})
const found = (...shipments: object[]) => ({ shipments, next_cursor: null })
const held = (shipment_id: string, complete: boolean, rows = 2) => ({
  shipment_id,
  services: {
    booking: { tables: { bookings: rows, proofs: 0 }, erased_at: complete ? at : null, complete, hindrance: null },
    webhook: { tables: { deliveries: 1 }, erased_at: at, complete, hindrance: complete ? null : 'a delivery is open' },
  },
})
const requests = () => api.calls.map(({ request }) => request)

test.each([
  [['--shipment', 'shp_1'], { shipment_id: 'shp_1' }],
  [['--reference', 'ORDER-1'], { merchant_order_ref: 'ORDER-1' }],
  [['--phone', '+44 20 7946 0000'], { phone: '+44 20 7946 0000' }],
  [['--email', 'ann@example.com'], { email: 'ann@example.com' }],
])('%j searches by %j; a search without a match is no failure', async (args, body) => {
  api.script({ [SEARCH]: [found()] })
  expect(await erase(args)).toMatchObject({ exitCode: 0, err: '' })
  expect(api.calls).toMatchObject([{ request: SEARCH, body }])
})

test('a dry run reads every page, adds up the rows by service and table, and erases nothing', async () => {
  api.script({
    [SEARCH]: [{ shipments: [shipment('shp_1')], next_cursor: 'c' }, found(shipment('shp_2', { erased_at: at }))],
    [describing('shp_1')]: [held('shp_1', false)],
    [describing('shp_2')]: [held('shp_2', false, 3)],
  })
  const { exitCode, out } = await erase(['--reference', 'ORDER-1', '--dry-run'])
  expect(exitCode).toBe(0)
  expect(api.calls[1]?.body).toEqual({ merchant_order_ref: 'ORDER-1', cursor: 'c' })
  expect(requests()).not.toContain(ERASE)
  expect(out).toMatch(/^booking +bookings +5$/m)
  expect(out).toMatch(/^webhook +deliveries +2$/m)
  expect(out).not.toContain('proofs')
  // An erasure that was ordered but is not complete is reported; a shipment that is not erased owes nothing.
  expect(out).toMatch(/^shp_2: webhook .*a delivery is open/m)
  expect(out).not.toMatch(/^shp_1: /m)
})

test('erases what can be erased, waits for every service, and shows the rest with its reason', async () => {
  const refused = shipment('shp_2', { refusal: 'it is on its way' })
  api.script({
    [SEARCH]: [found(shipment('shp_1'), refused), found(shipment('shp_1', { erased_at: at }))],
    [ERASE]: [{}],
    [describing('shp_1')]: [
      held('shp_1', false),
      refusal(503, { code: 'service_unavailable', message: 'webhook does not answer.' }),
      held('shp_1', true),
    ],
  })
  const { exitCode, out } = await erase(['--email', 'ann@example.com', '--yes', '--note', 'ticket 7'])
  expect(exitCode).toBe(0)
  expect(api.calls.filter(({ request }) => request === ERASE)).toMatchObject([
    { body: { shipment_id: 'shp_1', note: 'ticket 7' } },
  ])
  expect(requests().filter((request) => request === describing('shp_1'))).toHaveLength(3)
  expect(out).toMatch(new RegExp(`^shp_1 .*${at} +–$`, 'm'))
  expect(out).toMatch(/^shp_2 .*it is on its way$/m)
})

test('when the wait is over, it names the services that have not finished', async () => {
  api.script({ [SEARCH]: [found(shipment('shp_1'))], [ERASE]: [{}], [describing('shp_1')]: [held('shp_1', false)] })
  const { exitCode, out } = await erase(['--shipment', 'shp_1', '--yes', '--wait', '0'])
  expect(exitCode).toBe(0)
  expect(out).toMatch(/^shp_1: booking /m)
  expect(out).toMatch(/^shp_1: webhook .*a delivery is open/m)
})

test('when the wait is over and the state cannot be read, it fails with what the API said', async () => {
  const away = refusal(503, { code: 'service_unavailable', message: 'webhook does not answer.' })
  api.script({ [SEARCH]: [found(shipment('shp_1'))], [ERASE]: [{}], [describing('shp_1')]: [away] })
  expect(await erase(['--shipment', 'shp_1', '--yes', '--wait', '0'])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('webhook does not answer.'),
  })
})

test.each([
  ['after a no', async () => false, 1],
  ['without a terminal', undefined, 2],
])('%s nothing is erased', async (_when, confirm, exitCode) => {
  api.script({ [SEARCH]: [found(shipment('shp_1'))] })
  expect(await erase(['--shipment', 'shp_1'], confirm)).toMatchObject({ exitCode, out: '' })
  expect(requests()).toEqual([SEARCH])
})

test('the question lists what was found and counts what would be erased', async () => {
  const questions: string[] = []
  api.script({ [SEARCH]: [found(shipment('shp_1'), shipment('shp_2'), shipment('shp_3', { refusal: 'no' }))] })
  await erase(['--reference', 'ORDER-1'], async (question) => {
    questions.push(question)
    return false
  })
  expect(questions[0]).toMatch(/shp_1.*shp_2.*shp_3.*2 shipments/s)
})

test('if all is erased already or refused, it asks nothing and orders nothing', async () => {
  api.script({ [SEARCH]: [found(shipment('shp_1', { erased_at: at }), shipment('shp_2', { refusal: 'in transit' }))] })
  const { exitCode, out } = await erase(['--reference', 'ORDER-1'], () => Promise.reject(new Error('asked')))
  expect(exitCode).toBe(0)
  expect(out).toContain('in transit')
  expect(requests()).toEqual([SEARCH])
})
