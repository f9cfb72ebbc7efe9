/** Commands against a server that answers as a test says: outcomes that the running product has rarely. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waybill } from '../../testing/terminal.ts'

/** The environment of commands that call a server with these answers. */
async function aServer(
  answers: Record<string, { status: number; data?: object; error?: object; bytes?: string; type?: string }>,
) {
  const server = createServer((request, response) => {
    const answer = answers[`${request.method} ${request.url?.split('?')[0]}`]
    if (answer?.bytes !== undefined)
      return response.setHeader('content-type', answer.type ?? 'application/pdf').end(answer.bytes)
    response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: !answer?.error, data: answer?.data, error: answer?.error }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { WAYBILL_URL: `http://127.0.0.1:${port}`, WAYBILL_API_KEY: 'wb_test_somebody' }
}

test('a booking that is still pending is printed, and the exit code says so', async () => {
  const option = {
    quote_option_id: 'qop_1',
    carrier_code: 'c',
    service_code: 's',
    total_amount: '1.00',
    currency: 'GBP',
  }
  const times = { eta_from: '2026-12-01T09:00:00Z', eta_to: '2026-12-01T10:00:00Z' }
  const data = { booking_id: 'bkg_1', shipment_id: 'shp_1', status: 'pending', quote_option: { ...option, ...times } }
  const env = await aServer({ 'POST /api/v1/shipments/shp_1/book': { status: 202, data } })
  const command = ['book', 'shp_1', '--option', 'qop_1', '--wait', '0']
  const { exitCode, out, err } = await waybill(command, { env })
  expect(exitCode).toBe(5)
  expect(out).toMatch(/^status +pending$/m)
  expect(err).toContain('has not answered yet')
  expect(err).toContain('waybill book shp_1 --option qop_1')
  const inJson = await waybill([...command, '--json'], { env })
  expect([inJson.exitCode, JSON.parse(inJson.out).status]).toEqual([5, 'pending'])
})

test('each line of a tracking says what happened, also the last', async () => {
  const entry = (event_id: string, facts: object) => ({ event_id, occurred_at: '2026-12-01T09:00:00.000Z', ...facts })
  const reported = {
    type: 'tracking',
    tracking_status: 'delivered',
    description: 'Delivered',
    carrier_code: 'eco_parcel',
  }
  const messages = [
    entry('evt_1', { type: 'status_changed', status: 'ready' }),
    entry('evt_2', { type: 'carrier_declined', status: 'ready', carrier_code: 'city_van', reason: 'too_expensive' }),
    entry('evt_3', { type: 'status_changed', status: 'delivery_attempted' }),
    entry('evt_4', { ...reported, status: 'delivered' }),
    entry('evt_5', { type: 'status_changed', status: 'delivered', carrier_code: 'eco_parcel' }),
  ]
  const stream = [
    ...messages.map((one) => `event: timeline\nid: ${one.event_id}\ndata: ${JSON.stringify(one)}\n\n`),
    'event: end\ndata: {}\n\n',
  ]
  const answer = { status: 200, bytes: stream.join(''), type: 'text/event-stream' }
  const env = await aServer({ 'GET /api/v1/shipments/shp_1/stream': answer })
  const { out } = await waybill(['track', 'shp_1'], { env })
  expect(out.split('\n').map((line) => line.slice(26))).toEqual([
    'ready                 The shipment is ready',
    'ready                 city_van declined: too expensive',
    'delivery_attempted    A delivery was attempted',
    'delivered             Delivered, eco_parcel',
    'delivered             The shipment is delivered',
    '',
  ])
})

test('the parcels of a booking of several are named with each entry that finds one changed', async () => {
  const entry = { type: 'tracking', tracking_status: 'picked_up', status: 'in_transit', booking_id: 'bkg_1' }
  const messages = ['evt_1', 'evt_2'].map((event_id) => ({
    event_id,
    occurred_at: '2026-12-01T09:00:00.000Z',
    ...entry,
  }))
  const bytes = [
    ...messages.map((one) => `event: timeline\nid: ${one.event_id}\ndata: ${JSON.stringify(one)}\n\n`),
    'event: end\ndata: {}\n\n',
  ].join('')
  const parcel = { status: 'picked_up', incident: null, tracking_number: null, carrier_tracking_url: null }
  const data = {
    booking_id: 'bkg_1',
    parcels: [
      {
        ...parcel,
        number: 1,
        status: 'delivered',
        tracking_number: '1Z1',
        carrier_tracking_url: 'https://c.example/1Z1',
      },
      { ...parcel, number: 2, incident: 'damaged' },
    ],
  }
  const stream = { 'GET /api/v1/shipments/shp_1/stream': { status: 200, bytes, type: 'text/event-stream' } }
  const env = await aServer({ ...stream, 'GET /api/v1/bookings/bkg_1': { status: 200, data } })
  const { out } = await waybill(['track', 'shp_1'], { env })
  expect(out.split('\n').filter((line) => line.startsWith(' '))).toEqual([
    '  parcel 1: delivered, 1Z1, https://c.example/1Z1',
    '  parcel 2: picked_up, damaged',
  ])
  const refused = { status: 403, error: { code: 'insufficient_scope', type: 'permission_error', message: 'No.' } }
  const narrow = await aServer({ ...stream, 'GET /api/v1/bookings/bkg_1': refused })
  expect((await waybill(['track', 'shp_1'], { env: narrow })).exitCode).toBe(0)
})

test('the key that is used instead of a profile is named', async () => {
  const env = await aServer({ 'GET /api/v1/carriers': { status: 200, data: [] } })
  expect((await waybill(['whoami'], { env })).out).toMatch(/^profile +–, because WAYBILL_API_KEY is set$/m)
  expect(JSON.parse((await waybill(['whoami', '--json'], { env })).out).profile).toBeNull()
})

test('a label is written to a pipe or device, which stays one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pipe = join(folder, 'label.pdf')
  execFileSync('mkfifo', [pipe])
  const env = await aServer({ 'GET /api/v1/bookings/bkg_1/label': { status: 200, bytes: '%PDF-1.7' } })
  const read = readFile(pipe, 'utf8')
  const { exitCode } = await waybill(['label', 'bkg_1', '--output', pipe], { env })
  expect(exitCode).toBe(0)
  expect(statSync(pipe).isFIFO()).toBe(true)
  expect(await read).toBe('%PDF-1.7')
})

test('a batch that does not exist is not waited for', async () => {
  const error = { type: 'not_found', code: 'batch_not_found', message: 'There is no batch bch_1.', status: 404 }
  const env = await aServer({
    'GET /api/v1/batches/bch_1': { status: 404, error: { ...error, details: [], retryable: false } },
  })
  const { exitCode, err } = await waybill(['bookings', 'wait', 'bch_1'], { env })
  expect(exitCode).not.toBe(0)
  expect(err).toContain('There is no batch bch_1.')
  expect(err).not.toContain('goes on')
})

test('Ctrl-C while the carrier is asked prints the command that repeats the booking safely', async () => {
  const server = createServer((request) => request.resume()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { WAYBILL_URL: `http://127.0.0.1:${port}`, WAYBILL_API_KEY: 'wb_test_somebody' }
  const stop = new AbortController()
  server.once('request', () => stop.abort())
  const command = ['book', 'shp_1', '--option', 'qop_1', '--idempotency-key', 'k1']
  const { exitCode, err } = await waybill(command, { env, interruption: () => stop.signal })
  expect([exitCode, err]).toEqual([
    130,
    'Stopped. The booking may have been made. To see it, and book nothing twice, run:\n  waybill book shp_1 --option qop_1 --idempotency-key k1\n',
  ])
})

test('an error is a line of JSON with --json, of the API and of the command line alike', async () => {
  const error = { type: 'not_found', code: 'booking_not_found', message: 'No booking.', status: 404, details: [] }
  const env = await aServer({ 'GET /api/v1/bookings/bkg_1': { status: 404, error } })
  const refused = await waybill(['bookings', 'get', 'bkg_1', '--json'], { env })
  expect([refused.exitCode, JSON.parse(refused.err).error]).toMatchObject([
    1,
    { code: 'booking_not_found', status: 404 },
  ])
  const misused = await waybill(['bookings', 'gt', '--json'], { env })
  expect([misused.exitCode, JSON.parse(misused.err).error.code]).toEqual([2, 'usage_error'])
})

test('the completion for bash can be read twice, and needs no other package', async () => {
  const { out } = await waybill(['completion', 'bash'])
  const program = `waybill() { printf 'shipments\\tRegister\\nsimulator\\n:4\\n'; }
source /dev/stdin <<< "$SCRIPT"; source /dev/stdin <<< "$SCRIPT"
COMP_LINE='waybill sh' COMP_POINT=10 COMP_WORDS=(waybill sh) COMP_CWORD=1; _waybill_complete; echo "\${COMPREPLY[@]}"`
  const printed = execFileSync('bash', ['--norc', '-c', program], {
    env: { ...process.env, SCRIPT: out },
    encoding: 'utf8',
  })
  expect(printed).toBe('shipments\n')
})

test('costs are a table for people, and CSV with every figure for spreadsheets', async () => {
  const amounts = {
    amount: '10.00',
    tax_amount: '2.00',
    total_amount: '12.00',
    charges_amount: '0.00',
    cancelled_amount: '0.00',
  }
  const counts = {
    bookings: 4,
    parcels: 5,
    delivered: 3,
    on_time: 2,
    late: 1,
    returned: 0,
    failed: 1,
    cancelled: 0,
    refused: 0,
  }
  const row = { week: null, carrier_code: 'city_van', service_code: null, currency: 'GBP', ...amounts, ...counts }
  const period = { from: '2026-11-02', to: '2026-11-29', as_of: '2026-11-25T12:00:00.000Z', group_by: ['carrier'] }
  const env = await aServer({ 'GET /api/v1/costs': { status: 200, data: { ...period, rows: [row] } } })
  const { exitCode, out } = await waybill(['costs', '--by', 'carrier'], { env })
  expect(exitCode).toBe(0)
  expect(out).toMatch(/^CARRIER CODE +TOTAL AMOUNT +CURRENCY +PARCELS +DELIVERED +ON TIME +FAILED +RETURNED$/m)
  expect(out).toMatch(/^city_van +12\.00 +GBP +5 +3 +67% +1 +0$/m)
  expect(out).toContain('2026-11-02 to 2026-11-29. As of 2026-11-25T12:00:00.000Z.')
  const { out: csv } = await waybill(['costs', '--csv'], { env })
  expect(csv.split('\r\n')).toEqual([
    expect.stringMatching(/^week,carrier_code,service_code,currency,amount,.*,refused$/),
    ',city_van,,GBP,10.00,2.00,12.00,0.00,0.00,4,5,3,2,1,0,1,0,0',
    '',
  ])
})

test('an answer to a request is sent, and one that is not taken is an error', async () => {
  const edit = (error: object | null) => ({
    'POST /api/v1/shipments/edit': { status: 200, data: { items: [{ shipment_id: 'shp_1', error }] } },
  })
  const approve = ['returns', 'approve', 'shp_1']
  const taken = await waybill(approve, { env: await aServer(edit(null)) })
  expect(taken).toMatchObject({ exitCode: 0, out: expect.stringContaining('Book it: waybill book shp_1') })
  const booked = { code: 'return_not_decidable', message: 'It is booked.', type: 'conflict', retryable: false }
  const refused = await waybill(approve, { env: await aServer(edit(booked)) })
  expect(refused).toMatchObject({ out: '', err: expect.stringContaining('It is booked.') })
  expect(refused.exitCode).not.toBe(0)
})
