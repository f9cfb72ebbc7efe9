/** After an erasure, no table of any schema and no stored object contains the person's data, even if processes are killed. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '@waybill/cli/program'
import { publicBookingSchema } from '@waybill/contracts/booking'
import { publicShipmentSchema } from '@waybill/contracts/shipment'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { recordFault } from './fault-table.ts'
import { killService } from './processes.ts'

/** Values that no text, ID or other test contains by chance. */
const PERSON = [
  ...['Zebedea', 'Quillfeather', 'Marmaladegate', 'Snorkelham', '7700900987', 'zebedea@quill.example'],
  ...['ZQ9 1AA', 'ZQ91AA'],
]
/** A value this short also occurs inside random IDs, so it is matched as a whole word only. */
const POSTAL_DISTRICT = 'ZQ9'

let system: RunningSystem
let receiver: HttpReceiver
let database: pg.Client

beforeAll(async () => {
  receiver = await startHttpReceiver()
  system = await startSystem({ mode: 'stack', env: { SIMULATOR_STEP_MS: '0' } })
  const url = new URL(testPostgresUrl())
  url.pathname = `/${system.namespace}`
  database = new pg.Client({ connectionString: url.href })
  await database.connect()
  // A receiver that echoes the request body.
  receiver.answerAlways(({ body }) => ({ status: 200, body: body.toString(), headers: { 'x-echo': 'Zebedea' } }))
  await call('POST', '/api/v1/webhooks/subscriptions', { url: receiver.url, events: ['*'] })
})
afterAll(async () => {
  await database?.end()
  await system?.remove()
  await receiver?.stop()
})

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const { base_url, access_token } = system.sandbox
  const response = await fetch(new URL(path, base_url), {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, text, body: isJson ? JSON.parse(text) : null }
}

async function waybill(...args: string[]) {
  const printed = { out: '', err: '' }
  const exitCode = await run(args, {
    env: { WAYBILL_DATA_DIR: system.dataDirectory },
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
  })
  return { exitCode, ...printed }
}

/** Where the person's data is still found: `schema.table: word`, and paths of objects. */
async function traces(): Promise<string[]> {
  const { rows: tables } = await database.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|information_schema)'`,
  )
  expect(tables.length).toBeGreaterThan(40)
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await database.query<{ word: string }>(
      `select distinct word from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)} as held
       cross join unnest($1::text[] || $2::text) as word
       where held::text ~* case word when $2 then '\\y' || word || '\\y' else '***=' || word end
         or word <> $2 and strpos(held::text, encode(convert_to(word, 'UTF8'), 'hex')) > 0`,
      [PERSON, POSTAL_DISTRICT],
    )
    found.push(...rows.map(({ word }) => `${schema}.${name}: ${word}`))
  }
  const objects = join(system.dataDirectory, 'objects')
  const files = existsSync(objects) ? globSync('**/*', { cwd: objects }) : []
  return [...found.sort(), ...files.filter((file) => statSync(join(objects, file)).isFile())]
}

const bookingPath = (bookingId: string) => `/api/v1/bookings/${bookingId}`

/** Runs a delivery that leaves personal data in every place that can hold it. */
async function aDelivery() {
  const address = {
    name: 'Zebedea Quillfeather',
    first_name: 'Zebedea',
    last_name: 'Quillfeather',
    company: 'Quillfeather & Co',
    address_line_1: '7 Marmaladegate',
    address_line_2: 'Zebedea Wing',
    city: 'Snorkelham',
    post_code: 'ZQ9 1AA',
    country: 'GB',
    phone: '+44 7700 900987',
    latitude: 51.5308,
    longitude: -0.0973,
  }
  const document = aShipmentDocument({
    merchant_order_ref: `ORDER-${crypto.randomUUID()}`,
    dropoff_address: address,
    dropoff_instructions: 'Ring for Zebedea, else +44 (0) 7700900987',
    metadata: { customer: 'zebedea@quill.example' },
  })
  const created = await call('POST', '/api/v1/shipments', document, { 'idempotency-key': crypto.randomUUID() })
  expect(created.status).toBe(201)
  const { shipment_id } = created.body.data
  const quote = (await call('POST', '/api/v1/quotes', { shipment_id })).body.data
  const option = quote.options[0].quote_option_id
  const key = crypto.randomUUID()
  const book = () =>
    call('POST', `/api/v1/shipments/${shipment_id}/book`, { quote_option_id: option }, { 'idempotency-key': key })
  const { booking_id } = (await book()).body.data
  await database.query(
    `insert into booking.attempt_resolution (environment_id, attempt_id, booking_id, outcome, note)
     select environment_id, attempt_id, booking_id, 'booked', 'Zebedea, by telephone'
     from booking.carrier_attempt where booking_id = $1`,
    [booking_id],
  )
  for (const query of ['', '?format=zpl']) await call('GET', `${bookingPath(booking_id)}/label${query}`)
  return { shipment_id, booking_id, book, trackingPath: created.body.data.tracking_url }
}

async function deliver(shipmentId: string, bookingId: string) {
  await call('POST', `/api/v1/simulator/shipments/${shipmentId}/advance`, { status: 'delivered' })
  return await eventually(
    async () => {
      const { data } = (await call('GET', bookingPath(bookingId))).body
      if (!data.pod?.photos[0] || !data.pod.signature) throw new Error('the proof is not complete yet')
      const shipment = await call('GET', `/api/v1/shipments/${shipmentId}`)
      expect(shipment.body.data.status).toBe('delivered')
      return data
    },
    { timeoutMs: 180_000 },
  )
}

const quiet = () =>
  eventually(
    async () => {
      const { rows } = await database.query(
        `select event_id from shipment.outbox where published_at is null union all
         select event_id from booking.outbox where published_at is null union all
         select event_id from webhook.delivery_queue`,
      )
      expect(rows).toEqual([])
    },
    { timeoutMs: 180_000 },
  )

test('a shipment in transit is not erased; once delivered, it is erased everywhere and what is kept can be read', async () => {
  const { shipment_id, booking_id, book } = await aDelivery()
  const environment = system.sandbox.environment_id
  const early = await waybill('admin', 'erase', environment, '--shipment', shipment_id, '--yes')
  expect(early.out).toContain(`Shipment ${shipment_id} is ready. Cancel it or wait for its final status`)
  expect(early.out).toContain('Nothing to erase.')
  const pod = (await deliver(shipment_id, booking_id)).pod
  await quiet()
  const before = await traces()
  for (const table of [
    'shipment.shipment',
    'booking.shipment_copy',
    'booking.attempt_resolution',
    'webhook.event',
    'webhook.attempt',
    'simulator.job',
  ])
    expect(before).toContainEqual(expect.stringContaining(`${table}: `))
  expect(before).toContainEqual(expect.stringContaining('photo-1'))

  const dry = await waybill('admin', 'erase', environment, '--phone', '07700 900987', '--dry-run')
  expect(dry.out).toContain(shipment_id)
  expect(dry.out).toMatch(/webhook +event +\d/)
  expect(dry.out).toMatch(/booking +label +\d/)
  expect(await traces()).toEqual(before)
  const unasked = await waybill('admin', 'erase', environment, '--email', 'ZEBEDEA@quill.example')
  expect(unasked).toMatchObject({ exitCode: 2, err: expect.stringContaining('--yes') })

  const erased = await waybill('admin', 'erase', environment, '--phone', '07700 900987', '--yes', '--note', 'request 7')
  expect(erased).toMatchObject({ exitCode: 0, err: '' })
  expect(erased.out).not.toContain('has not finished')
  await eventually(async () => expect(await traces()).toEqual([]), { timeoutMs: 180_000, intervalMs: 500 })

  const shown = (await call('GET', `/api/v1/shipments/${shipment_id}`)).body.data
  expect(publicShipmentSchema.parse(shown)).toEqual(shown)
  expect(shown.dropoff_address).toMatchObject({ name: '[erased]', post_code: 'ZQ', country: 'GB' })
  expect(shown.status).toBe('delivered')
  const booking = (await call('GET', bookingPath(booking_id))).body.data
  expect(publicBookingSchema.parse(booking)).toEqual(booking)
  expect(booking).toMatchObject({ label_url: null, pod: { pod_id: pod.pod_id, photos: [], signature: null } })
  const replayed = await book()
  expect(replayed).toMatchObject({ status: 201, body: { data: { booking_id } } })
  expect(replayed.text).not.toMatch(/Zebedea/)
  for (const path of ['label', 'label?format=png', 'proof/photo-1']) {
    const refused = await call('GET', `${bookingPath(booking_id)}/${path}`)
    expect([path, refused.status, refused.body.error.code]).toEqual([path, 410, 'data_erased'])
  }
  const again = await waybill('admin', 'erase', environment, '--shipment', shipment_id, '--yes')
  expect(again).toMatchObject({ exitCode: 0, out: expect.stringContaining('Nothing to erase.') })
})

test('kills during an erasure and a late carrier report leave no personal data behind', async () => {
  const { shipment_id, booking_id } = await aDelivery()
  await deliver(shipment_id, booking_id)
  await quiet()
  const environment = system.sandbox.environment_id
  const erasing = waybill('admin', 'erase', environment, '--shipment', shipment_id, '--yes', '--wait', '90')
  await eventually(async () => {
    const { rows } = await database.query('select from shipment.erasure where subject_id = $1', [shipment_id])
    expect(rows).toHaveLength(1)
  })
  const killedAt = performance.now()
  for (const service of ['booking', 'webhook', 'quoting']) await killService(system.pid(), service)
  const { exitCode } = await erasing
  const none = async () => expect(await traces()).toEqual([])
  await eventually(none, { timeoutMs: 180_000, intervalMs: 500 }).catch(() => {}) // the assertion below says what is left
  const worstRecoveryMs = performance.now() - killedAt
  const left = await traces()
  const fault = 'kill -9 of three services during an erasure'
  recordFault({ fault, operations: 1, lost: 0, doubled: 0, stuck: left.length, worstRecoveryMs })
  expect(left).toEqual([])
  expect(exitCode).toBe(0)

  // The late report contains the courier's name and position, not the recipient's data.
  await call('POST', `/api/v1/simulator/shipments/${shipment_id}/advance`, { status: 'returned' })
  const timeline = await call('GET', `/api/v1/shipments/${shipment_id}/events`)
  for (const entry of timeline.body.data) expect([entry.description, entry.location]).toEqual([null, null])
})

test('the logs contain no personal data', () => {
  const logs = globSync('logs/*', { cwd: system.dataDirectory })
  expect(logs.length).toBeGreaterThan(0)
  for (const log of logs) {
    const text = readFileSync(join(system.dataDirectory, log), 'utf8')
    expect(PERSON.filter((word) => text.includes(word))).toEqual([])
  }
})
