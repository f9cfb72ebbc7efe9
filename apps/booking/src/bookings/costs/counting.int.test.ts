/** Costs that are counted from changes equal those of all bookings, whatever comes between. */
import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import type { BookingStatus } from '@waybill/contracts/booking'
import { costGroups } from '@waybill/contracts/bookings/costs'
import { publicShipment } from '@waybill/contracts/shipment'
import { eventually } from '@waybill/testing/eventually'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BookingDatabase, Db, Trx } from '../../db.ts'
import { migrations } from '../../migrations.ts'
import { aBooking, anOption, aShipment } from '../../testing/booking-records.ts'
import type { BookingRecord } from '../booking.ts'
import { createBookingCodec } from '../codec.ts'
import { createRecorderFactory, systemChange } from '../recorder.ts'
import { countNext } from './commands.ts'
import { addLines, costLines } from './cost-lines.ts'
import { startCostCounting } from './counting.ts'
import { listCosts } from './queries.ts'
import { findCountedUntil, findOutboxEnd } from './repository.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase({ service: 'booking', migrations })
  db = openDatabase<BookingDatabase>({ ...database, applicationName: 'costs test' })
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})
beforeEach(async () => {
  for (const table of ['outbox', 'booking', 'shipment_copy', 'cost_week', 'counted_booking', 'tracking_fact'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await recount()
})

const recount = () =>
  sql`
    update cost_progress set position = 0, as_of = null, recounted_environment_id = '', recounted_booking_id = ''`.execute(
    db,
  )

const codec = createBookingCodec({
  signLabel: () => 'https://example.com/label',
  signMedia: () => ({ url: 'https://example.com/photo', expiresAt: new Date() }),
})
const record = () => createRecorderFactory(codec)(systemChange())

/** A booking as it is meant to be, with the number of parcels and the delivery that its row does not have. */
interface Known {
  record: BookingRecord
  deliveredAt: Date | null
}

const shipmentFor = (environmentId: string, bookingId: string, collectionDate: string, parcels: number) => ({
  ...publicShipment(aShipment({ environmentId, shipmentId: `shp_${bookingId}` })),
  collection_date: collectionDate,
  parcels: Array.from({ length: parcels }, () => ({})) as never,
})

async function insert(known: BookingRecord): Promise<void> {
  const object = JSON.stringify(known.shipment)
  const copy = { environment_id: known.environmentId, shipment_id: known.shipmentId, sequence: 1, object }
  await db.insertInto('shipment_copy').values(copy).execute()
  await transact(db, (trx) =>
    record().insert(trx, { booking: known, events: ['booking.created'] }, { events: [], writes: [] }),
  )
}

/** A change with its event, as every visible one has. */
async function change(trx: Trx, known: Known, changes: object): Promise<Known> {
  const booking = { ...known.record, ...changes, sequence: known.record.sequence + 1 } as BookingRecord
  const after = await record().update(trx, known.record, { booking, events: ['booking.updated'] })
  return { ...known, record: after }
}

const storedLines = (environmentId: string) =>
  listCosts(db, environmentId, { fromWeek: '2026-01-01', toWeek: '2027-12-31', groupBy: costGroups }, 10_000)

const expectedLines = (known: readonly Known[]) =>
  addLines(
    known.flatMap(({ record: booking, deliveredAt }) => {
      const { quoteOption: option, shownShipment } = booking
      return costLines({
        ...option,
        collectionDate: shownShipment?.collection_date ?? '',
        promisedAt: option.etaTo,
        status: booking.status,
        hasJob: booking.carrierJobId !== null,
        pickedUp: booking.pickedUp,
        deliveredAt,
        cancelledAt: booking.cancelledAt,
        charges: booking.charges,
        parcels: shownShipment?.parcels.length ?? 0,
      })
    }),
  )

const inOrder = (lines: readonly object[]) =>
  lines.map((line) => JSON.stringify(line, Object.keys(line).toSorted())).toSorted()
const withFigures = (lines: Awaited<ReturnType<typeof storedLines>>) => addLines(lines as never)

async function countAll(batch: number): Promise<void> {
  const end = await findOutboxEnd(db)
  while ((await transact(db, (trx) => countNext(trx, end, batch))) !== 'done');
}

/** A count that dies before its commit. */
async function countAndDie(batch: number): Promise<void> {
  const end = await findOutboxEnd(db)
  const dying = transact(db, async (trx) => {
    await countNext(trx, end, batch)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
}

const outcomes: { status: BookingStatus; pickedUp: boolean }[] = [
  { status: 'picked_up', pickedUp: true },
  { status: 'delivered', pickedUp: true },
  { status: 'returned', pickedUp: true },
  { status: 'failed', pickedUp: false },
  { status: 'failed', pickedUp: true },
  { status: 'cancelled', pickedUp: false },
]

const which = fc.nat(50)
const week = fc.nat(2)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('book' as const),
    week,
    environment: fc.nat(1),
    carrierCode: fc.constantFrom('city_van', 'eco_parcel'),
    currency: fc.constantFrom('GBP', 'JPY'),
    exponent: fc.constantFrom(0, 2),
    amountMinor: fc.nat(100_000),
    parcels: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('end' as const),
    which,
    outcome: fc.constantFrom(...outcomes),
    minutes: fc.integer({ min: -60, max: 60 }),
  }),
  fc.record({ kind: fc.constant('charge' as const), which, amountMinor: fc.integer({ min: -500, max: 500 }) }),
  fc.record({ kind: fc.constant('move' as const), which, week }),
  fc.record({ kind: fc.constant('count' as const), dies: fc.boolean(), batch: fc.integer({ min: 1, max: 5 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const mondays = ['2026-11-23', '2026-11-30', '2026-12-07'] as const
let runs = 0

/** Does the steps. Resolves to the bookings as they are meant to be. */
async function run(steps: readonly Step[]): Promise<{ environments: string[]; known: Known[] }> {
  runs += 1
  const environments = [`env_${runs}_0`, `env_${runs}_1`]
  const known: Known[] = []
  for (const [index, one] of steps.entries()) {
    if (one.kind === 'count') await (one.dies ? countAndDie : countAll)(one.batch)
    else if (one.kind === 'book')
      known.push(await book(one, environments[one.environment] ?? '', `bkg_${runs}_${index}`))
    else if (known.length > 0) {
      const at = one.which % known.length
      known[at] = await transact(db, (trx) => apply(trx, known[at] as Known, one))
    }
  }
  return { environments, known }
}

async function book(one: Extract<Step, { kind: 'book' }>, environmentId: string, bookingId: string): Promise<Known> {
  const shipment = shipmentFor(environmentId, bookingId, mondays[one.week] ?? '', one.parcels)
  const { carrierCode, currency, exponent, amountMinor } = one
  const quoteOption = anOption({ carrierCode, currency, exponent, amountMinor, taxMinor: 7 })
  const { shipment_id: shipmentId } = shipment
  const booking = aBooking({ environmentId, bookingId, shipmentId, shipment, carrierCode, quoteOption })
  await insert(booking)
  return { record: { ...booking, shownShipment: shipment }, deliveredAt: null }
}

async function apply(trx: Trx, before: Known, one: Exclude<Step, { kind: 'book' | 'count' }>): Promise<Known> {
  const { record: booking } = before
  if (one.kind === 'charge') {
    const charge = { type: 'weight_adjustment', exponent: 2, currency: 'GBP', taxMinor: 1, reason: null } as const
    const charges = [...booking.charges, { ...charge, amountMinor: one.amountMinor, at: booking.bookedAt }]
    return await change(trx, before, { charges })
  }
  if (one.kind === 'move') {
    const shipment = { ...booking.shipment, collection_date: mondays[one.week] ?? '' }
    return await change(trx, before, { shipment })
  }
  const ended = one.outcome.status === 'cancelled' ? { cancelledAt: booking.bookedAt } : {}
  const failed = one.outcome.status === 'failed' ? { failureReason: 'carrier_failed' } : {}
  if (one.outcome.status !== 'delivered') return await change(trx, before, { ...one.outcome, ...ended, ...failed })
  const deliveredAt = new Date(booking.quoteOption.etaTo.getTime() + one.minutes * 60_000)
  await storeDelivery(trx, booking, deliveredAt)
  const last = before.deliveredAt !== null && before.deliveredAt > deliveredAt ? before.deliveredAt : deliveredAt
  return await change(trx, { ...before, deliveredAt: last }, one.outcome)
}

const storeDelivery = (trx: Trx, { environmentId, bookingId, sequence }: BookingRecord, at: Date) =>
  trx
    .insertInto('tracking_fact')
    .values({
      environment_id: environmentId,
      carrier_account_id: 'cac_1',
      carrier_job_id: bookingId,
      fact_key: String(sequence),
      booking_id: bookingId,
      fact: JSON.stringify({ status: 'delivered' }),
      occurred_at: at,
      received_at: at,
    })
    .execute()

test('counted changes are the sum of all bookings after any history, with counts that die, and after a recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { environments, known } = await run(steps)
      await countAll(3)
      for (const environmentId of environments) {
        const own = known.filter(({ record: booking }) => booking.environmentId === environmentId)
        const counted = inOrder(withFigures(await storedLines(environmentId)))
        expect(counted).toEqual(inOrder(expectedLines(own)))
        await sql`delete from cost_week where environment_id = ${environmentId}`.execute(db)
        await sql`delete from counted_booking where environment_id = ${environmentId}`.execute(db)
        await recount()
        await countAll(2)
        expect(inOrder(withFigures(await storedLines(environmentId)))).toEqual(counted)
      }
    }),
    { numRuns: 8 },
  )
})

const aBookStep = {
  kind: 'book',
  week: 0,
  environment: 0,
  carrierCode: 'city_van',
  currency: 'GBP',
  exponent: 2,
  amountMinor: 100,
  parcels: 1,
} as const

/** Whether the loop has looked twice for transactions that write: it waits for them. */
async function looksForWriters(since: Date): Promise<boolean> {
  const { rows } = await sql<{ query_start: Date }>`
    select query_start from pg_stat_activity
    where application_name = 'costs test' and query like '%virtualtransaction%' and pid <> pg_backend_pid()
      and query_start > ${since}`.execute(db)
  return rows.length > 0
}

test('an event at a lower position that is committed later is counted, and the figures say until when they are', async () => {
  const { environments, known } = await run([aBookStep, aBookStep])
  await countAll(10)
  const before = await findCountedUntil(db)
  const [slow, fast] = known as [Known, Known]
  const written = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const ended = outcomes[2] as object
  const committing = transact(db, async (trx) => {
    await change(trx, slow, ended)
    await sql`select 1`.execute(trx)
    written.resolve()
    await gate.promise
  })
  await written.promise
  await transact(db, (trx) => change(trx, fast, ended))
  const startedAt = new Date()
  const loop = startCostCounting({ db, log: createLog({ service: 'booking', level: 'silent' }) }, { intervalMs: 20 })
  try {
    const returned = async () => (await storedLines(environments[0] ?? ''))[0]?.returned
    await eventually(async () => expect(await looksForWriters(new Date(startedAt.getTime() + 20))).toBe(true))
    expect([await returned(), await findCountedUntil(db)]).toEqual([0, before])
    gate.resolve()
    await committing
    await eventually(async () => expect(await returned()).toBe(2))
    await eventually(async () =>
      expect((await findCountedUntil(db))?.getTime()).toBeGreaterThan(before?.getTime() ?? 0),
    )
  } finally {
    gate.resolve()
    await Promise.allSettled([committing, loop.stop()])
  }
})

test('after days without counting, bookings whose events were deleted are counted too', async () => {
  await countAll(10)
  const { environments } = await run([aBookStep])
  await sql`delete from outbox`.execute(db)
  await countAll(10)
  expect(await storedLines(environments[0] ?? '')).toEqual([])
  await sql`update cost_progress set as_of = now() - interval '6 days'`.execute(db)
  await countAll(10)
  expect(await storedLines(environments[0] ?? '')).toMatchObject([{ bookings: 1, amount_minor: 100 }])
})
