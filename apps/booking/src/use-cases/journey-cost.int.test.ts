/** The statements and transactions that a quote with its shipment, a booking and its label cost each service. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deleteRabbitTopology } from '@waybill/chassis/messaging/rabbit/bus'
import { freePort } from '@waybill/chassis/process/free-port'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import { createLog } from '@waybill/chassis/telemetry/log'
import { connectAsAnyCaller } from '@waybill/chassis/testing/any-caller-client'
import { createTestDatabases } from '@waybill/chassis/testing/service-database'
import type { PublicBooking } from '@waybill/contracts/booking'
import { topology } from '@waybill/contracts/events/topology'
import { newId } from '@waybill/contracts/ids'
import type { PublicQuote } from '@waybill/contracts/quote'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { type Executed, startPostgresProxy } from '@waybill/testing/postgres-proxy'
import { testPostgresUrl, testRabbitUrl } from '@waybill/testing/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getData } from '../testing/merchant-calls.ts'
import { startPeer } from '../testing/peer-process.ts'
import { INTERNAL_KEY, PEER_KEYS } from '../testing/peer-services.ts'

/** Lower one when a change saves something. One that needs more has to say what for. */
const MOST = {
  booking: { statements: 27, transactions: 3 },
  // More, with a transaction, if the booking's event comes before its call.
  quoting: { statements: 10, transactions: 1 },
  shipment: { statements: 26, transactions: 4 },
}
type Service = keyof typeof MOST
const SERVICES = Object.keys(MOST) as Service[]
const JOURNEYS = 3

const executed: Executed[] = []
const undo: (() => unknown)[] = []
const log = createLog({ service: 'booking', level: 'silent' })
let journey: () => Promise<{ environmentId: string; shipmentId: string; bookingId: string }>
let look: pg.Pool

beforeAll(async () => {
  const { hostname, port } = new URL(testPostgresUrl())
  const proxy = await startPostgresProxy({
    targetHost: hostname,
    targetPort: Number(port || 5432),
    observe: (one) => executed.push(one),
  })
  const databases = await createTestDatabases([...SERVICES, 'simulator'])
  const { namespace } = databases
  const objects = mkdtempSync(join(tmpdir(), 'waybill-objects-'))
  undo.push(() => proxy.stop())
  undo.push(() => deleteRabbitTopology({ url: testRabbitUrl(), namespace, topology }))
  undo.push(() => databases.drop())
  undo.push(() => rmSync(objects, { recursive: true }))
  const ports = {
    booking: await freePort(),
    quoting: await freePort(),
    shipment: await freePort(),
    simulator: await freePort(),
  }
  const target = (name: keyof typeof ports) => `127.0.0.1:${ports[name]}`
  const env = {
    ...PEER_KEYS,
    SIMULATOR_URL: `http://${target('simulator')}`,
    SIMULATOR_STEP_MS: '0',
    SHIPMENT_URL: target('shipment'),
    QUOTING_URL: target('quoting'),
    // Otherwise the carriers are polled.
    CALLBACK_BASE_URL: 'http://127.0.0.1:9',
    LABEL_SIGNING_KEY: 'a key that signs links to labels',
    OBJECT_STORE_DIR: objects,
  }
  const start = async (name: keyof typeof ports) => {
    const { url, ...database } = databases.of(name)
    const peer = await startPeer({
      name,
      port: ports[name],
      namespace,
      env,
      database: { ...database, url: proxy.through(url) },
    })
    undo.push(() => peer.stop())
  }
  await Promise.all((['shipment', 'simulator', 'quoting', 'booking'] as const).map(start))
  const rpc = { internalKey: INTERNAL_KEY, log }
  const quotes = connectAsAnyCaller({
    ...rpc,
    serviceName: 'waybill.quoting.v1.QuotingService',
    target: target('quoting'),
  })
  const bookings = connectAsAnyCaller({
    ...rpc,
    serviceName: 'waybill.booking.v1.BookingService',
    target: target('booking'),
  })
  look = new pg.Pool({ connectionString: databases.adminUrl })
  undo.push(() => {
    quotes.close()
    bookings.close()
    return look.end()
  })

  journey = async () => {
    const environmentId = newId('env')
    const call = (route: string, body: object = {}) => {
      const document = Buffer.from(JSON.stringify(body))
      const context = {
        ...systemContext({ environmentId, merchantId: 'mer_1', livemode: false, timeoutMs: 30_000 }),
        idempotencyKey: null,
        ifMatch: null,
        route,
        bodyHash: createHash('sha256').update(route).update(document).digest('hex'),
      }
      return { context: contextMessage(context), document }
    }
    const quoted = await quotes.Create(call('POST /quotes', aShipmentDocument({ merchant_order_ref: newId('op') })))
    const { shipment_id, options } = getData<PublicQuote>(quoted)
    const option = options.find(({ carrier_code }) => carrier_code === 'city_van')
    const booked = await bookings.Book({
      ...call(`POST /shipments/${shipment_id}/book`, { quote_option_id: option?.quote_option_id }),
      shipment_id,
    })
    const { booking_id } = getData<PublicBooking>(booked)
    const { context } = call('GET')
    const label = await bookings.GetLabel({ context, booking_id })
    expect((await buffer(label.bytes)).length).toBeGreaterThan(0)
    return { environmentId, shipmentId: shipment_id, bookingId: booking_id }
  }
}, 180_000)
afterAll(async () => {
  for (const step of undo.toReversed()) await step()
}, 60_000)

/** Waits until every service has applied the journey's last event. */
async function settled({ shipmentId, bookingId }: { shipmentId: string; bookingId: string }): Promise<void> {
  const last = async (service: Service, subjectId: string) =>
    (await look.query(`select max(sequence)::int as last from ${service}.outbox where subject_id = $1`, [subjectId]))
      .rows[0].last
  const applied = async (service: Service, subjectId: string) =>
    (await look.query(`select last_sequence::int from ${service}.inbox_cursor where subject_id = $1`, [subjectId]))
      .rows[0]?.last_sequence
  const events = `
    select count(*)::int as awaited, (select count(*)::int from shipment.inbox where event_id in (
      select event_id from booking.outbox where subject_id = $1)) as applied
    from booking.outbox where subject_id = $1 and type in ('booking.updated', 'booking.opened')`
  await eventually(
    async () => {
      expect(await applied('booking', shipmentId)).toBe(await last('shipment', shipmentId))
      expect(executed.some((one) => asksForQuotes(one, shipmentId))).toBe(true)
      const { rows } = await look.query(events, [bookingId])
      expect(rows[0].applied).toBe(rows[0].awaited)
    },
    { timeoutMs: 60_000 },
  )
}

/** Whether the quoting service looks for quotes that an event of the shipment concerns: it keeps no record of the event. */
const asksForQuotes = ({ role, statements: [sql = ''], values }: Executed, shipmentId: string): boolean =>
  role.endsWith('_quoting') && /unnest/.test(sql) && values().some((value) => value.includes(shipmentId))

/** The log of exchanges with carriers and costs are written in the background, and the relay for all environments. */
const concerns = (environmentId: string, { statements, values }: Executed): boolean =>
  !statements.some((sql) => /carrier_exchange|cost_progress|cost_week/.test(sql)) &&
  values().some((value) => value.includes(environmentId))

test('a journey costs no more statements and transactions than it did', async () => {
  await settled(await journey())
  const journeys = []
  for (let n = 0; n < JOURNEYS; n++) journeys.push(await journey())
  await Promise.all(journeys.map(settled))
  const counts = journeys.map(({ environmentId }) => {
    const own = executed.filter((one) => concerns(environmentId, one))
    return Object.fromEntries(
      SERVICES.map((service) => {
        const byService = own.filter(({ role }) => role.endsWith(`_${service}`))
        const statements = byService.flatMap((one) => one.statements)
        return [service, { statements, transactions: byService.filter((one) => one.statements.length > 1).length }]
      }),
    ) as Record<Service, { statements: string[]; transactions: number }>
  })
  for (const service of SERVICES) {
    // A busy machine makes a call time out and run twice: the cheapest of the journeys counts.
    const [cheapest] = counts
      .map((count) => count[service])
      .toSorted((one, other) => one.statements.length - other.statements.length)
    const { statements = [], transactions = 0 } = cheapest ?? {}
    expect.soft(transactions, service).toBeLessThanOrEqual(MOST[service].transactions)
    expect
      .soft(statements.length, `${service}:\n${statements.join('\n')}`)
      .toBeLessThanOrEqual(MOST[service].statements)
  }
}, 180_000)
