/** How an operator resolves stuck events and bookings with the command line, against real services. */
import { run } from '@waybill/cli/program'
import { publicEvent } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { testPostgresUrl } from '@waybill/testing/services'
import pg from 'pg'
import { fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { recordFault } from './fault-table.ts'
import { findService } from './processes.ts'

let system: RunningSystem
let database: pg.Client

beforeAll(async () => {
  system = await startSystem({ mode: 'stack', env: { SIMULATOR_STEP_MS: '0' } })
  const url = new URL(testPostgresUrl())
  url.pathname = `/${system.namespace}`
  database = new pg.Client({ connectionString: url.href })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await system?.remove()
})

async function waybill(...args: string[]) {
  const printed = { out: '', err: '' }
  const exitCode = await run(['admin', ...args], {
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

async function call(method: string, path: string, body?: object) {
  const { base_url, access_token } = system.sandbox
  const response = await fetch(new URL(path, base_url), {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: an answer has any shape until it is checked
  return { status: response.status, body: (await response.json()) as any }
}

async function aQuotedShipment() {
  const document = aShipmentDocument({ merchant_order_ref: `ORDER-${crypto.randomUUID()}` })
  const { shipment_id } = (await call('POST', '/api/v1/shipments', document)).body.data
  const quote = (await call('POST', '/api/v1/quotes', { shipment_id })).body.data
  // Choose a carrier without drafts: if a draft fails, nothing is bought and no booking is in doubt.
  const option = quote.options.find(({ carrier_code }: { carrier_code: string }) => carrier_code === 'city_van')
  return { shipment_id, quote, quote_option_id: option.quote_option_id as string }
}

/** Parks an event in the quoting service, to be retried in an hour. */
async function parked(shipmentId: string, internal: object | null): Promise<string> {
  const { environment_id, merchant_id } = system.sandbox
  const [type, sequence, occurredAt] = ['shipment.updated', 99, new Date()] as const
  const content = publicEvent(
    { environmentId: environment_id, merchantId: merchant_id, livemode: false, requestId: null, idempotencyKey: null },
    { type, subject: { type: 'shipment', id: shipmentId }, sequence, object: {}, occurredAt },
  )
  const eventId = content.id
  const subject = { environmentId: environment_id, subjectType: 'shipment', subjectId: shipmentId, sequence }
  const event = { ...subject, eventId, type, occurredAt, public: content, internal }
  await database.query(
    `insert into quoting.inbox_parked (environment_id, event_id, consumer, type, subject_type, subject_id, sequence,
       event, reason, error, attempts, due_at)
     values ($1, $2, 'shipment.updated', 'shipment.updated', 'shipment', $3, 99, $4, 'error', 'boom', 7,
       now() + interval '1 hour')`,
    [environment_id, eventId, shipmentId, JSON.stringify(event)],
  )
  return eventId
}

test('the doctor says that nothing is stuck, lists what is, and names a service that it cannot ask', async () => {
  const nothing = { exitCode: 0, out: 'Nothing is stuck.\n', err: '' }
  expect(await waybill('doctor')).toEqual(nothing)

  const eventId = await parked(newId('shp'), null)
  expect(await waybill('doctor')).toEqual(nothing)
  await database.query(`update quoting.inbox_parked set first_failed_at = now() - interval '11 minutes'`)
  const found = await waybill('doctor')
  expect(found).toMatchObject({ exitCode: 1, err: 'Stuck: 1.\n' })
  const line = found.out.split('\n').find((text) => text.includes(eventId))
  expect(line).toMatch(/^parked_event +quoting .*the handler fails.* docs\/runbook\.md#eventsparked$/)
  expect(found.out).not.toContain('boom')
  await waybill('parked', 'discard', eventId, '--yes')
  expect(await waybill('doctor')).toEqual(nothing)

  const webhook = findService(system.pid(), 'webhook')
  if (webhook === null) throw new Error('the webhook service is not running')
  process.kill(webhook, 'SIGSTOP')
  try {
    const unasked = await waybill('doctor')
    expect(unasked).toMatchObject({ exitCode: 5, out: '' })
    expect(unasked.err).toMatch(/^webhook could not be asked: /)
  } finally {
    process.kill(webhook, 'SIGCONT')
  }
  await eventually(async () => expect(await waybill('doctor')).toEqual(nothing))
})

test('a parked event is listed, shown, retried and discarded', async () => {
  const { shipment_id, quote } = await aQuotedShipment()
  const broken = await parked(shipment_id, null)
  const sound = await parked(shipment_id, { status: 'ready', route_revision: 2, on_demand: false })
  const listed = await waybill('parked', 'list', '--service', 'quoting')
  expect(listed.out).toContain(broken)
  expect(listed.out).toContain('boom')
  expect((await waybill('parked', 'show', broken)).out).toContain(`"subjectId": "${shipment_id}"`)

  expect((await waybill('parked', 'replay', sound)).out).toBe('Tried again at once: 1 (quoting 1).\n')
  await eventually(async () => {
    const { data } = (await call('GET', `/api/v1/quotes/${quote.quote_id}`)).body
    expect(data.status).toBe('superseded') // its route revision is older than the event's
    expect((await waybill('parked', 'show', sound)).exitCode).toBe(1)
  })

  // The cursor has moved on. Another subject makes the event fail instead of being skipped as old.
  const failing = await parked(newId('shp'), null)
  await waybill('parked', 'replay', '--all')
  await eventually(async () => {
    const { rows } = await database.query('select error from quoting.inbox_parked where event_id = $1', [failing])
    expect(rows[0]?.error).toMatch(/MalformedEventError.*internal/)
  })
  expect(await waybill('parked', 'discard', failing)).toMatchObject({ exitCode: 2 })
  expect((await waybill('parked', 'discard', failing, '--yes')).out).toBe('Discarded 1 (quoting 1).\n')
  expect(await waybill('parked', 'discard', failing, '--yes')).toMatchObject({ exitCode: 1 })
  const { rows } = await database.query('select from quoting.inbox where event_id = $1', [failing])
  expect(rows).toHaveLength(1)
  expect((await waybill('parked', 'replay')).exitCode).toBe(2)
})

test('events are listed and published again, and consumers skip those they have processed', async () => {
  const { shipment_id } = await aQuotedShipment()
  const list = async (): Promise<{ event_id: string; type: string; published_at: string | null }[]> =>
    JSON.parse((await waybill('outbox', 'list', '--subject', shipment_id, '--json')).out)
  const [event] = await eventually(async () => {
    const events = await list()
    expect(events).toMatchObject([{ type: 'shipment.created', published_at: expect.any(String) }])
    return events
  })
  const logged = async () => (await call('GET', `/api/v1/events?subject_id=${shipment_id}`)).body.data.length
  await eventually(async () => expect(await logged()).toBe(1))
  expect((await waybill('outbox', 'replay', event?.event_id ?? '')).out).toBe('Published once more: 1 (shipment 1).\n')
  await eventually(async () => {
    const [again] = await list()
    expect(again?.published_at && again.published_at > (event?.published_at ?? '')).toBe(true)
  })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const until = new Date().toISOString()
  const period = await waybill('outbox', 'replay', '--since', since, '--until', until, '--service', 'shipment')
  expect(period.out).toMatch(/^Published once more: [1-9]\d* \(shipment/)
  await eventually(async () => expect((await list()).every(({ published_at }) => published_at !== null)).toBe(true))
  expect(await logged()).toBe(1)
  expect(await waybill('outbox', 'replay', newId('evt'))).toMatchObject({ exitCode: 1 })
  expect((await waybill('outbox', 'replay', '--since', since)).exitCode).toBe(2)
})

test('a booking without an answer from its carrier is listed, shown and resolved', async () => {
  const { shipment_id, quote_option_id } = await aQuotedShipment()
  const simulator = findService(system.pid(), 'simulator')
  if (simulator === null) throw new Error('the simulator is not running')
  process.kill(simulator, 'SIGSTOP') // it accepts connections and never answers
  try {
    const booked = await call('POST', `/api/v1/shipments/${shipment_id}/book`, { quote_option_id })
    expect(booked.status).toBe(202)
    const { booking_id, environment_id } = booked.body.data
    // The command waits for a carrier call in progress.
    await eventually(
      async () => {
        await database.query(`update booking.carrier_attempt set sent_at = sent_at - interval '2 minutes'`)
        expect((await waybill('bookings', 'list')).out).toContain(booking_id)
        const resolved = await waybill(
          'bookings',
          'resolve',
          environment_id,
          booking_id,
          '--not-booked',
          '--note',
          'Ada',
        )
        expect(resolved).toMatchObject({ exitCode: 0, out: expect.stringContaining('not_booked') })
      },
      { timeoutMs: 180_000, intervalMs: 50 },
    )
    await eventually(
      async () => {
        const { data } = (await call('GET', `/api/v1/bookings/${booking_id}`)).body
        expect(data).toMatchObject({ status: 'failed', failure_reason: 'not_booked' })
      },
      { timeoutMs: 180_000 },
    )
    const { rows } = await database.query('select outcome, note from booking.attempt_resolution')
    expect(rows).toEqual([{ outcome: 'not_booked', note: 'Ada' }])
    const late = await waybill('bookings', 'resolve', environment_id, booking_id, '--booked', 'job_7', '--note', 'x')
    expect(late).toMatchObject({ exitCode: 1, err: expect.stringContaining('there is nothing to resolve') })
    expect((await waybill('bookings', 'show', environment_id, booking_id)).exitCode).toBe(1)
  } finally {
    process.kill(simulator, 'SIGCONT')
  }
})

test('shipments that are held by nobody become free within minutes, and can be booked', async () => {
  const quoted = await Promise.all(Array.from({ length: 12 }, () => aQuotedShipment()))
  const ids = quoted.map(({ shipment_id }) => shipment_id)
  // As a call left them that took its claim after its operation had ended.
  await database.query(
    `with held as (
       update shipment.shipment set claim_id = 'op_of_' || shipment_id, claim_kind = 'book'
       where shipment_id = any ($1) returning environment_id, shipment_id, claim_id
     )
     insert into shipment.claim (environment_id, claim_id, shipment_id, kind, state, created_at)
     select environment_id, claim_id, shipment_id, 'book', 'held', now() - interval '20 minutes' from held`,
    [ids],
  )
  const startedAt = performance.now()
  const held = async () => {
    const { rows } = await database.query(
      'select shipment_id from shipment.shipment where shipment_id = any ($1) and claim_id is not null',
      [ids],
    )
    return rows.length
  }
  await eventually(async () => expect(await held()).toBe(0), { timeoutMs: 180_000 })
  const worstRecoveryMs = performance.now() - startedAt
  const booked = await Promise.all(
    quoted.map(({ shipment_id, quote_option_id }) =>
      call('POST', `/api/v1/shipments/${shipment_id}/book`, { quote_option_id }),
    ),
  )
  const lost = booked.filter(({ status }) => status !== 201).length
  const counts = { operations: ids.length, lost, doubled: 0, stuck: await held() }
  recordFault({ fault: 'claims on shipments without an operation', ...counts, worstRecoveryMs })
  expect(counts).toEqual({ operations: ids.length, lost: 0, doubled: 0, stuck: 0 })
})
