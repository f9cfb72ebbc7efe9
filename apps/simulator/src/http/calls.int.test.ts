/** The carriers' API as any HTTP client sees it: status, headers and bodies, with and without faults. */
import { randomUUID } from 'node:crypto'
import { simulatedAccountSecret } from '@waybill/carriers/adapters/simulated/signature'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aJobBody, aVanJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'

let simulator: RunningTestSimulator
beforeAll(async () => {
  simulator = await startTestSimulator()
})
afterAll(() => simulator?.stop())

interface Sent {
  account?: string
  secret?: string
  key?: string
  body?: object
  timeoutMs?: number
}

/** Calls a carrier as a new account unless one is given. */
async function call(method: 'GET' | 'POST' | 'PATCH', path: string, sent: Sent = {}) {
  const { account = newAccount(), key, body, timeoutMs = 10_000 } = sent
  const {
    statusCode,
    headers,
    body: answer,
  } = await request(`${simulator.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sent.secret ?? simulatedAccountSecret(simulator.control.simulatorKey, account)}`,
      'x-carrier-account': account,
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted field by field
  return { status: statusCode, headers, text, json: (): any => JSON.parse(text) }
}

const newAccount = () => `cac_${randomUUID()}`
const vanJob = (overrides = {}) => aVanJobBody({ reference: `att_${randomUUID()}`, ...overrides })
const order = (account: string, operation: string, mode: string, more = {}) =>
  simulator.admin('POST', '/faults', { carrier_account_id: account, operation, mode, ...more })

async function book(account: string, overrides = {}): Promise<{ id: string; reference: string }> {
  const { json } = await call('POST', '/city_van/jobs', { account, key: randomUUID(), body: vanJob(overrides) })
  return json()
}

test('a quote has an offer per service that takes the transport, with tax and an expiry', async () => {
  const { status, json } = await call('POST', '/eco_parcel/quotes', { body: aJobBody() })
  expect(status).toBe(200)
  const { offers } = json()
  expect(offers.map(({ service }: { service: string }) => service)).toEqual(['eco_standard', 'eco_freight'])
  for (const offer of offers) {
    expect(offer).toMatchObject({ currency: 'GBP', tax_minor: Math.round(offer.amount_minor * 0.2) })
    expect(Date.parse(offer.expires_at)).toBeGreaterThan(Date.now())
  }
})

test('a parcel too heavy for one service is offered by the other, and each that declines says why', async () => {
  const weighing = (weight_grams: number) => aJobBody({ parcels: [aWireParcel({ weight_grams })] })
  const freight = await call('POST', '/eco_parcel/quotes', { body: weighing(40_000) })
  expect(freight.json().offers).toMatchObject([{ service: 'eco_freight' }])
  const none = await call('POST', '/eco_parcel/quotes', { body: weighing(1_000_001) })
  expect(none.json()).toEqual({
    offers: [],
    declined: [
      { service: 'eco_standard', code: 'too_heavy', message: 'Takes at most 31.5 kg per parcel; one has 1000.001 kg.' },
      { service: 'eco_freight', code: 'too_heavy', message: 'Takes at most 1000 kg per parcel; one has 1000.001 kg.' },
    ],
  })
})

test('an offer is bookable by its account for its service only', async () => {
  const account = newAccount()
  const quote = await call('POST', '/city_van/quotes', { account, body: vanJob() })
  const [{ offer_id }] = quote.json().offers
  const bookOffer = (as: string, body: object) =>
    call('POST', '/city_van/jobs', { account: as, key: randomUUID(), body })
  expect((await bookOffer(newAccount(), vanJob({ offer_id }))).json().error.code).toBe('offer_unknown')
  expect((await bookOffer(account, vanJob({ offer_id: 'ofr_forged.x' }))).json().error.code).toBe('offer_unknown')
  expect((await bookOffer(account, vanJob({ offer_id }))).status).toBe(201)
})

test('a job needs an idempotency key and a known service', async () => {
  expect((await call('POST', '/city_van/jobs', { body: vanJob() })).json().error.code).toBe('key_missing')
  const unknown = await call('POST', '/city_van/jobs', { key: 'k', body: vanJob({ service: 'swift_now' }) })
  expect(unknown.json().error).toEqual({ code: 'service_unknown', message: 'City Van has no service swift_now.' })
})

test.for([
  ['quotes', 'POST', {}],
  ['jobs', 'POST', { ...aJobBody(), callback_url: 'file:///etc/passwd' }],
  ['jobs', 'POST', { ...aJobBody(), pickup: { ...aWireAddress(), country: 'gb' } }],
] as const)('an invalid body of %s is refused with 400', async ([path, method, body]) => {
  const { status, json } = await call(method, `/city_van/${path}`, { key: 'k', body })
  expect(status).toBe(400)
  expect(json().error.code).toBe('invalid_request')
})

test('JSON that cannot be parsed, and a route that does not exist, are client errors', async () => {
  const account = newAccount()
  const { statusCode, body } = await request(`${simulator.url}/city_van/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-carrier-account': account },
    body: '{"pickup":',
  })
  expect(statusCode).toBe(400)
  expect(await body.json()).toMatchObject({ error: { code: 'invalid_request' } })
  const missing = await call('GET', '/no_such_carrier/jobs')
  expect([missing.status, missing.json().error.code]).toEqual([404, 'route_unknown'])
})

test('a caller without account, with a wrong secret or with that of another account gets 401', async () => {
  const other = simulatedAccountSecret(simulator.control.simulatorKey, newAccount())
  for (const sent of [{ account: '' }, { secret: 'wrong' }, { secret: '' }, { secret: other }]) {
    const { status, json } = await call('GET', '/city_van/jobs?reference=x', sent)
    expect([status, json().error.code]).toEqual([401, 'unauthorized'])
  }
})

test('a job is invisible to another account and to another carrier', async () => {
  const account = newAccount()
  const { id, reference } = await book(account)
  for (const [path, sent] of [
    [`/city_van/jobs/${id}/events`, {}],
    [`/eco_parcel/jobs/${id}/events`, { account }],
    [`/city_van/jobs/${id}/label`, {}],
    [`/city_van/jobs/${id}/proof/photo-1.png`, {}],
  ] as const) {
    const { status, json } = await call('GET', path, sent)
    expect([status, json().error.code]).toEqual([404, 'job_unknown'])
  }
  expect((await call('GET', `/city_van/jobs?reference=${reference}`)).json()).toEqual({ jobs: [] })
  expect((await call('GET', `/city_van/jobs?reference=${reference}`, { account })).json().jobs).toHaveLength(1)
})

test('a label comes in the forms of the carrier, of parcels that the job has', async () => {
  const account = newAccount()
  const { id } = await book(account)
  const label = (query: string) => call('GET', `/city_van/jobs/${id}/label${query}`, { account })
  expect((await label('')).headers['content-type']).toBe('application/pdf')
  expect((await label('?format=zpl')).text).toMatch(/^\^XA/)
  expect((await label('?format=png&size=a4')).json().error.code).toBe('form_unknown')
  expect((await label('?parcel=2')).json().error.code).toBe('parcel_unknown')
  expect((await label('?format=gif')).json().error.code).toBe('invalid_request')
})

test('proof images exist once the job is delivered, also if it is returned then', async () => {
  const account = newAccount()
  const { id } = await book(account)
  const photo = (name: string) => call('GET', `/city_van/jobs/${id}/proof/${name}`, { account })
  expect((await photo('photo-1.png')).json().error.code).toBe('proof_unknown')
  await simulator.admin('POST', `/jobs/${id}/advance`, { status: 'delivered' })
  expect((await photo('photo-1.png')).headers['content-type']).toBe('image/png')
  expect((await photo('photo-2.png')).status).toBe(404)
  await simulator.admin('POST', `/jobs/${id}/advance`, { status: 'returned' })
  expect((await photo('photo-1.png')).status).toBe(200)
})

test('a draft books nothing until it is purchased, and a purchase is idempotent', async () => {
  const account = newAccount()
  const body = aJobBody({ service: 'eco_standard', reference: `att_${randomUUID()}` })
  const draft = (await call('POST', '/eco_parcel/drafts', { account, body })).json()
  expect(await simulator.listJobs(body.reference)).toEqual([])
  const purchase = (as: string) => call('POST', `/eco_parcel/drafts/${draft.id}/purchase`, { account: as })
  expect((await purchase(newAccount())).json().error.code).toBe('draft_unknown')
  const [first, second] = [await purchase(account), await purchase(account)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.json().id).toBe(first.json().id)
  expect(await simulator.listJobs(body.reference)).toHaveLength(1)
})

test.for([
  ['refuse', 422, 'refused'],
  ['no_courier', 422, 'no_courier'],
  ['500', 500, 'internal'],
  ['403', 403, 'forbidden'],
] as const)('a planned %s is answered with %i, does nothing, and affects one call', async ([mode, status, code]) => {
  const account = newAccount()
  await order(account, 'book', mode)
  const body = vanJob()
  const send = () => call('POST', '/city_van/jobs', { account, key: body.reference, body })
  const refused = await send()
  expect([refused.status, refused.json().error.code]).toEqual([status, code])
  expect(await simulator.listJobs(body.reference)).toEqual([])
  expect((await send()).status).toBe(201)
})

test('a planned 429 has a Retry-After in whole seconds', async () => {
  const account = newAccount()
  await order(account, 'quote', '429', { delay_ms: 1_200 })
  const { status, headers } = await call('POST', '/city_van/quotes', { account, body: vanJob() })
  expect([status, headers['retry-after']]).toEqual([429, '2'])
})

test('a planned malformed answer is unreadable, and the job is booked', async () => {
  const account = newAccount()
  await order(account, 'book', 'malformed')
  const body = vanJob()
  const { status, json } = await call('POST', '/city_van/jobs', { account, key: 'k', body })
  expect(status).toBe(201)
  expect(json).toThrow(SyntaxError)
  expect(await simulator.listJobs(body.reference)).toHaveLength(1)
})

test.for([
  ['timeout', 0],
  ['timeout_after_success', 1],
] as const)('a planned %s is never answered and books %i jobs', async ([mode, jobs]) => {
  const account = newAccount()
  await order(account, 'book', mode)
  const body = vanJob()
  const unanswered = call('POST', '/city_van/jobs', { account, key: 'k', body, timeoutMs: 500 })
  await expect(unanswered).rejects.toThrow(/aborted|timeout/i)
  expect(await simulator.listJobs(body.reference)).toHaveLength(jobs)
})

test('a planned slow answer is late by its delay', async () => {
  const account = newAccount()
  await order(account, '*', 'slow', { delay_ms: 400 })
  const startedAt = performance.now()
  expect((await call('POST', '/city_van/quotes', { account, body: vanJob() })).status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(390)
})

test('faults are taken in the order in which they were planned, and removed with DELETE', async () => {
  const account = newAccount()
  await order(account, 'quote', '403')
  await order(account, 'quote', '500', { times: 2 })
  const quote = async () => (await call('POST', '/city_van/quotes', { account, body: vanJob() })).status
  expect([await quote(), await quote()]).toEqual([403, 500])
  await simulator.admin('DELETE', '/faults')
  expect(await quote()).toBe(200)
})

test('events of an erased job have neither names nor places', async () => {
  const account = newAccount()
  const { id } = await book(account)
  await simulator.admin('POST', `/jobs/${id}/advance`, { status: 'delivered' })
  const events = () => call('GET', `/city_van/jobs/${id}/events`, { account })
  expect((await events()).text).toContain('Grace Miller')
  await simulator.admin('POST', `/jobs/${id}/erase`)
  expect((await events()).text).not.toMatch(/Grace Miller|latitude/)
  expect((await call('GET', `/city_van/jobs/${id}/label`, { account })).status).toBe(200)
})

test('while it drains it answers, and each answer closes its connection', async () => {
  const draining = await startTestSimulator({ drainDelayMs: 1_000 })
  const { url } = draining
  const stopped = draining.stop()
  const { statusCode, headers, body } = await request(`${url}/eco_parcel/jobs`, { method: 'POST' })
  await body.dump()
  expect([statusCode, headers.connection]).toEqual([401, 'close'])
  await stopped
})
