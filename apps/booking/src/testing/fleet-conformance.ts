/** Subject of the conformance suite for own fleets: the booking service's rows, and drivers who do what a case asks for. */
import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import { fleetOffers } from '@waybill/carriers/adapters/own-fleet/mapping/offers'
import type { CarrierAccount, CarrierAdapter, CarrierAddress, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import type { ConformanceServer, Mishap } from '@waybill/carriers/conformance/suite'
import { type TestCarrier, withAccounts } from '@waybill/carriers/conformance/test-carrier'
import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { createDriverSchema } from '@waybill/contracts/fleet/driver'
import { driverReportSchema } from '@waybill/contracts/fleet/driver-job'
import { createRateCardSchema } from '@waybill/contracts/fleet/rate-card'
import { createBookingCodec } from '../bookings/codec.ts'
import { createRecorderFactory } from '../bookings/recorder.ts'
import type { BookingDatabase, Db } from '../db.ts'
import { createSignedUrls } from '../documents/signed-urls.ts'
import { createFleetAdapter } from '../fleet/adapter.ts'
import { type AnnouncementDependencies, fleetAccount } from '../fleet/announcement.ts'
import { acceptOffer, assignDriver, continueSearch, reportJob } from '../fleet/commands.ts'
import { changeDriver, createDriver } from '../fleet/drivers/commands.ts'
import { hashToken, mintToken } from '../fleet/drivers/token.ts'
import { type FleetJobKey, findJob } from '../fleet/repository.ts'
import { bookingMetrics } from '../metrics.ts'
import { migrations } from '../migrations.ts'

const TIMES = { offerMs: 60_000, pauseMs: 15_000 }

/** Reports of a driver about a job, in order. */
const way = [
  'accepted',
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'delivered',
] as const

const inLondon = (overrides: Partial<CarrierAddress>): CarrierAddress => ({
  name: 'Ada Baker',
  company: null,
  addressLine1: '12 Market Street',
  addressLine2: null,
  town: null,
  city: 'London',
  province: null,
  postCode: 'NW1 8AB',
  country: 'GB',
  phone: '+442079460000',
  email: null,
  latitude: 51.5392,
  longitude: -0.1426,
  ...overrides,
})

const aParcel = { parcelId: null, title: 'Bread', weightGrams: 1_250 }
const aSize = { lengthTenthMm: 3_000, widthTenthMm: 2_000, heightTenthMm: 1_550 }

const served = (weightGrams = aParcel.weightGrams): QuoteRequest => ({
  pickup: inLondon({}),
  dropoff: inLondon({ addressLine1: '7 River Road', postCode: 'N1 9GU', latitude: 51.5308, longitude: -0.0973 }),
  parcels: [{ ...aParcel, ...aSize, weightGrams }],
  readyAt: new Date(),
})

const card = createRateCardSchema.parse({
  name: 'City',
  service_code: 'fleet_now',
  currency: 'GBP',
  pickup_country: 'GB',
  distance_price: { base_amount: 4, per_km_amount: 0.5 },
})

/** Each account of a case is an environment with two drivers. */
function fleets(db: Db) {
  const drivers = new Map<string, Promise<string[]>>()
  const getEnvironment = ({ carrierAccountId }: Pick<CarrierAccount, 'carrierAccountId'>) => `env_${carrierAccountId}`
  async function hire(environmentId: string): Promise<string> {
    const document = createDriverSchema.parse({ name: 'Dora', capacity: 50 })
    const made = { document, tokenHash: hashToken(mintToken()), at: new Date() }
    return (await transact(db, (trx) => createDriver(trx, environmentId, made))).driverId
  }
  const readDrivers = (environmentId: string): Promise<string[]> => {
    const hired = drivers.get(environmentId) ?? Promise.all([hire(environmentId), hire(environmentId)])
    drivers.set(environmentId, hired)
    return hired
  }
  return {
    readDrivers,
    async prepare(account: CarrierAccount): Promise<CarrierAccount> {
      const environmentId = getEnvironment(account)
      await readDrivers(environmentId)
      return { ...account, ...fleetAccount(environmentId) }
    },
    /** Whether drivers take jobs. */
    async shift(account: CarrierAccount, available: boolean): Promise<void> {
      const environmentId = getEnvironment(account)
      const change = { ifMatch: null, patch: { available }, at: new Date() }
      for (const driverId of await readDrivers(environmentId)) {
        await transact(db, (trx) => changeDriver(trx, { environmentId, driverId }, change))
      }
    },
  }
}

type Fleets = ReturnType<typeof fleets>

function fleetServer(dependencies: AnnouncementDependencies, { readDrivers }: Fleets) {
  const { db } = dependencies
  /** Accounts whose next booking finds no driver. */
  const withoutDriver = new Set<string>()

  async function getJob(jobId: string) {
    const { environmentId } = await db
      .selectFrom('fleet_job')
      .select('environment_id as environmentId')
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    const job = await findJob(db, { environmentId, jobId })
    if (job === undefined) throw new Error(`there is no job ${jobId}`)
    return job
  }

  /** Offers the job, and has the driver accept it. */
  async function accept(key: FleetJobKey): Promise<void> {
    await transact(db, (trx) => continueSearch(trx, dependencies, key, TIMES))
    const { offeredDriverId: driverId } = await getJob(key.jobId)
    if (driverId === null) throw new Error(`job ${key.jobId} is offered to nobody`)
    await transact(db, (trx) => acceptOffer(trx, dependencies, { ...key, driverId }))
  }

  async function report(jobId: string, document: object): Promise<void> {
    const { environmentId, driverId, status } = await getJob(jobId)
    if (driverId === null) throw new Error(`job ${jobId} is ${status} and has no driver`)
    const parsed = driverReportSchema.parse(document)
    await transact(db, (trx) => reportJob(trx, dependencies, { environmentId, jobId, driverId }, parsed))
  }

  async function advance(jobId: string, to: (typeof way)[number]): Promise<void> {
    const job = await getJob(jobId)
    if (job.status === 'searching') await accept(job)
    const { status } = await getJob(jobId)
    const passed = (way as readonly string[]).indexOf(status)
    for (const next of way.slice(passed + 1, way.indexOf(to) + 1)) await report(jobId, { status: next })
  }

  async function swapDriver(jobId: string): Promise<void> {
    const { environmentId, driverId } = await getJob(jobId)
    const other = (await readDrivers(environmentId)).find((id) => id !== driverId)
    if (other === undefined) throw new Error(`${environmentId} has no other driver`)
    await transact(db, (trx) => assignDriver(trx, dependencies, { environmentId, jobId, driverId: other }))
  }

  const meetings: Readonly<Record<Mishap, (jobId: string) => Promise<void>>> = {
    async driver_swap(jobId) {
      await advance(jobId, 'en_route_to_pickup')
      await swapDriver(jobId)
    },
    async failed_attempt(jobId) {
      await advance(jobId, 'picked_up')
      await report(jobId, { status: 'delivery_attempted' })
    },
    async return(jobId) {
      await advance(jobId, 'arrived_at_dropoff')
      await report(jobId, { status: 'returning' })
      await report(jobId, { status: 'returned' })
    },
    async loss(jobId) {
      await advance(jobId, 'en_route_to_dropoff')
      await report(jobId, { status: 'failed', incident: 'lost' })
    },
  }

  const server: ConformanceServer = {
    callbackUrl: 'https://api.example.com',
    async order({ carrierAccountId, operation, mode }) {
      const hasNone = operation === 'book' && (mode === 'refuse' || mode === 'no_courier')
      if (!hasNone) throw new Error(`an own fleet cannot ${mode} a ${operation}`)
      withoutDriver.add(carrierAccountId)
    },
    advance,
    meet: (jobId, mishap) => meetings[mishap](jobId),
    announce: async () => expectNothing('drivers report known statuses only'),
    async countJobs(reference) {
      const found = db.selectFrom('fleet_job').select('job_id').where('reference', '=', reference)
      return (await found.where('status', '!=', 'refused').execute()).length
    },
    listCallbacks: async () => expectNothing('drivers send no call-backs'),
  }
  return { server, takesFault: (carrierAccountId: string) => withoutDriver.delete(carrierAccountId) }
}

function expectNothing(reason: string): never {
  throw new Error(reason)
}

function startFleets(db: Db) {
  const log = createLog({ service: 'booking', level: 'error' })
  const urls = createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'a key of the labels' })
  const recorder = createRecorderFactory(createBookingCodec(urls))
  const metrics = bookingMetrics(createMetrics({ service: 'booking' }), db, [])
  const own = fleets(db)
  const { server, takesFault } = fleetServer({ db, log, metrics, recorder, wakeReconciler: () => undefined }, own)
  const rateCard = { environmentId: 'env_1', rateCardId: 'rtc_1', document: card, version: 1 }
  const cards = [{ ...rateCard, createdAt: new Date(), updatedAt: new Date() }]
  const prepared = withAccounts(createFleetAdapter({ db, wake: () => undefined }), own.prepare)
  const adapter: CarrierAdapter = {
    ...prepared,
    // As the quoting service answers for own fleets.
    quote: async (request) => fleetOffers(cards, request, new Date()),
    async book(request, call) {
      if (!takesFault(call.account.carrierAccountId)) return await prepared.book(request, call)
      await own.shift(call.account, false)
      return await prepared.book(request, call).finally(() => own.shift(call.account, true))
    },
  }
  return { adapter, server }
}

export const ownFleetTestCarrier: TestCarrier = {
  descriptor: ownFleetDescriptor,
  traits: { changes: 'instructions', callsOverNetwork: false },
  async start() {
    const database = await createTestDatabase({ service: 'booking', migrations })
    const db = openDatabase<BookingDatabase>({ ...database, applicationName: 'own fleet', poolSize: 8 })
    const { adapter, server } = startFleets(db)
    const subject = { adapter, server, served: served(), notServed: served(900_000) }
    return {
      subject: () => subject,
      async stop() {
        await db.destroy()
        await database.drop()
      },
    }
  },
}
