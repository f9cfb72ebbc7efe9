/** The returns page of recipients: a form without a script, and the label of a return. */
import { Readable } from 'node:stream'
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail } from '@waybill/contracts/requests/validation'
import type { ReturnPage } from '@waybill/contracts/shipments/return-page'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/running-gateway.ts'

const TOKEN = 'Xk2v9Qb7Lr4mT8sWn1cZ6yHp'
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
}, 120_000)
afterAll(() => gateway?.stop())

const open: ReturnPage = {
  environment_id: 'env_1',
  bar: null,
  goods: [
    { parcel: 0, item: 0, quantity: 3, description: 'Shirt <b>' },
    { parcel: 1, item: null, quantity: 1, description: null },
  ],
  reasons: [{ code: 'too_small', text: 'It is too small' }],
  returns: [
    {
      status: 'ready',
      booking_id: 'bkg_1',
      label: 'paper',
      registered_at: '2026-11-29T10:00:00Z',
      pieces: 2,
      is_approved: true,
      refusal: null,
    },
  ],
}
const reply = (page: Partial<ReturnPage> = {}) => ({ page: Buffer.from(JSON.stringify({ ...open, ...page })) })

beforeEach(() => {
  gateway.services.answer('ShipmentService.OpenReturnPage', () => reply())
  gateway.services.answer('ShipmentService.ReturnByRecipient', () => reply())
})

const visit = (path = `/r/${TOKEN}`) => gateway.call('GET', path, { token: null })
const send = (form: Record<string, string>) =>
  fetch(`${gateway.url}/r/${TOKEN}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

test('the page has a form for the goods, works without a script, and may send it to itself only', async () => {
  const { status, headers, text } = await visit()
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(text).toContain('name="q.0.0" min="0" max="3" value="0"> of 3 × Shirt &lt;b&gt;')
  expect(text).toContain('name="q.1.all" value="1"> Parcel 2')
  expect(text).toContain('<select name="r.0.0" aria-label="Reason for Shirt &lt;b&gt;">')
  expect(text).toContain('It is too small')
  expect(text).toContain(`href="/r/${TOKEN}/label?return=1"`)
  expect(text).not.toContain('<script')
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a form is sent as it was filled in, and leads back to the page', async () => {
  const answer = await send({
    'q.0.0': '2',
    'q.1.all': '',
    'r.0.0': 'too_small',
    note: ' Size 12 ',
    known_returns: '1',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/r/${TOKEN}`])
  const { request } = gateway.services.calls.find(({ method }) => method === 'ShipmentService.ReturnByRecipient') ?? {}
  expect(request).toMatchObject({ tracking_token: TOKEN })
  expect(JSON.parse(String(request?.document))).toEqual({
    goods: [{ parcel: 0, item: 0, quantity: 2, reason: 'too_small' }],
    note: 'Size 12',
    known_returns: 1,
  })
})

test('a wrong form is shown again with what was typed, and what to do', async () => {
  gateway.services.answer('ShipmentService.ReturnByRecipient', () => {
    throw new AppError('validation_error', 'Wrong.', {
      details: [errorDetail(['goods'], 'required', 'x'), errorDetail(['goods', 0, 'reason'], 'required', 'x')],
    })
  })
  const answer = await send({ note: 'Size 12 "blue"' })
  const text = await answer.text()
  expect(answer.status).toBe(422)
  expect(text).toContain('<p>Choose what you send back.</p><p>Choose a reason for each thing that you send back.</p>')
  expect(text).toContain('Size 12 &quot;blue&quot;')
})

test.each([
  ['label_not_ready', 409, 'The label is not ready yet.'],
  ['label_not_available', 409, 'This label is no longer valid.'],
  ['data_erased', 410, 'The shop has deleted the data'],
  ['carrier_timeout', 504, 'The carrier does not answer.'],
] as const)('a label that fails with %s shows the page with what to do', async (code, expected, sentence) => {
  gateway.services.answer('BookingService.GetLabel', () => {
    throw new AppError(code, 'Wrong.')
  })
  const { status, headers, text } = await visit(`/r/${TOKEN}/label?return=1`)
  expect([status, headers.get('content-type')]).toEqual([expected, 'text/html; charset=utf-8'])
  expect(text).toContain(sentence)
})

test('a form that comes too late shows the page with what to do', async () => {
  gateway.services.answer('ShipmentService.ReturnByRecipient', () => {
    throw new AppError('shipment_not_returnable', 'Wrong.')
  })
  const answer = await send({ 'q.0.0': '2' })
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain('This delivery can no longer be returned here.')
})

test('a request is shown as waiting, accepted, or refused with the reason of the shop', async () => {
  const asked = { status: 'ready', booking_id: null, is_approved: false } as const
  const states: Partial<ReturnPage['returns'][number]>[] = [
    asked,
    { ...asked, is_approved: true },
    { status: 'cancelled', booking_id: null, refusal: 'It was <worn>.' },
  ]
  const returns = states.map((state) => ({ ...(open.returns[0] as ReturnPage['returns'][number]), ...state }))
  gateway.services.answer('ShipmentService.OpenReturnPage', () => reply({ returns }))
  const { text } = await visit()
  for (const words of [
    'for its answer',
    'Accepted. Come back for the label.',
    'has not accepted it',
    'It was &lt;worn&gt;.',
  ])
    expect(text).toContain(words)
})

test('a return that the carrier holds is not shown as on its way', async () => {
  gateway.services.answer('ShipmentService.OpenReturnPage', () =>
    reply({ returns: [{ ...(open.returns[0] as ReturnPage['returns'][number]), status: 'on_hold' }] }),
  )
  expect((await visit()).text).toContain('The carrier has stopped it.')
})

test('the label of a return is served as PDF while the carrier does not have it, under the environment of the page', async () => {
  gateway.services.answer('BookingService.GetLabel', () => ({
    contentType: 'application/pdf',
    length: 4,
    bytes: Readable.from([Buffer.from('%PDF')]),
  }))
  const { status, headers } = await visit(`/r/${TOKEN}/label?return=1`)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const { request } = gateway.services.calls.find(({ method }) => method === 'BookingService.GetLabel') ?? {}
  expect(request).toMatchObject({ booking_id: 'bkg_1', format: 'pdf', context: { environment_id: 'env_1' } })
  gateway.services.answer('ShipmentService.OpenReturnPage', () =>
    reply({ returns: [{ ...(open.returns[0] as ReturnPage['returns'][number]), status: 'delivered' }] }),
  )
  expect((await visit(`/r/${TOKEN}/label?return=1`)).status).toBe(404)
  expect((await visit(`/r/${TOKEN}/label?return=2`)).status).toBe(404)
  for (const query of ['', '?return=x', '?return=1.5', '?return=-1', '?return=1&return=2']) {
    const { status, headers, text } = await visit(`/r/${TOKEN}/label${query}`)
    expect([query, status, headers.get('content-type')]).toEqual([query, 404, 'text/html; charset=utf-8'])
    expect(text).toContain('There is no label for this return.')
  }
})

test('an unknown token gets a 404 page, and goods that cannot come back have no form', async () => {
  gateway.services.answer('ShipmentService.OpenReturnPage', () => reply({ bar: 'too_late', goods: [] }))
  const { text } = await visit()
  expect(text).toContain('The time for returns is over')
  expect(text).not.toContain('<form')
  gateway.services.answer('ShipmentService.OpenReturnPage', () => {
    throw new AppError('shipment_not_found', 'No shipment has this tracking page.')
  })
  const unknown = await visit()
  expect([unknown.status, unknown.text.includes('Delivery not found')]).toEqual([404, true])
})
