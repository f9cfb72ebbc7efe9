/** Manifests by simulated carriers: a label is in one manifest, whichever answer is lost. */
import type { CarrierAdapter } from '@waybill/carriers/carrier-adapter'
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import type { PublicManifest, PublicOpenLabels } from '@waybill/contracts/bookings/manifest'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { anAddress } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countBookingRows, writeErased } from '../../erasure/repository.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../../testing/booking-system.ts'
import { aMerchant, getData, readFile } from '../../testing/merchant-calls.ts'
import { listLabels, pruneDocuments } from './document-repository.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({ carriers: system.withShortTimeouts() })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

type Merchant = ReturnType<typeof aMerchant>
type Given = Parameters<Merchant['offer']>[1]

async function bookOne(merchant: Merchant, carrierCode = 'eco_parcel', given?: Given): Promise<PublicBooking> {
  const { shipmentId, optionId } = await merchant.offer(carrierCode, given)
  return getData<PublicBooking>(await merchant.book(shipmentId, optionId))
}

function send(
  merchant: Merchant,
  given: object,
  { key, service = booking }: { key?: string; service?: RunningBooking } = {},
): Promise<Answer__Output> {
  const context = merchant.writeContext('POST /api/v1/manifests', key)
  return service.client.CreateManifest({ context, document: Buffer.from(JSON.stringify(given)) })
}
const create = async (...given: Parameters<typeof send>): Promise<PublicManifest> => getData(await send(...given))
const errorIn = ({ body }: Answer__Output) => JSON.parse(body.toString()).error
const untilStatus = (
  merchant: Merchant,
  { manifest_id }: PublicManifest,
  status: PublicManifest['status'],
  service = booking,
) =>
  eventually(
    async () => {
      const found = getData<PublicManifest>(
        await service.client.GetManifest({ context: merchant.readContext(), manifest_id }),
      )
      expect(found).toMatchObject({ status })
      return found
    },
    { timeoutMs: 60_000 },
  )
const listMade = async (merchant: Merchant, at = system) => {
  const account = defaultCarrierAccountId(merchant.environmentId, 'eco_parcel')
  const { manifests } = await at.simulator<{ manifests: { number: string; jobs: string[] }[] }>(
    'GET',
    `/manifests?carrier_account_id=${account}`,
  )
  return manifests
}
const plan = (merchant: Merchant, mode: string, times = 1) =>
  system.simulator('POST', '/faults', {
    carrier_account_id: defaultCarrierAccountId(merchant.environmentId, 'eco_parcel'),
    operation: 'create_manifest',
    mode,
    times,
  })
const listOpen = async (merchant: Merchant, ship_date: string) =>
  getData<PublicOpenLabels[]>(await booking.client.ListOpenLabels({ context: merchant.readContext(), ship_date }))

test('the labels of a day are closed in one manifest with a document, and the others are named', async () => {
  const merchant = aMerchant(system, booking)
  const [one, other, van] = [await bookOne(merchant), await bookOne(merchant), await bookOne(merchant, 'city_van')]
  const { collection_date: ship_date } = one.shipment
  const ids = [one.booking_id, other.booking_id]
  const open = await listOpen(merchant, ship_date)
  expect(
    open.map(({ carrier_code, makes_manifests, booking_ids }) => [carrier_code, makes_manifests, booking_ids]),
  ).toEqual([
    ['eco_parcel', true, ids],
    ['city_van', false, []],
  ])
  expect(open[0]).toMatchObject({ address: one.shipment.pickup_address, left_out: [] })

  const carrier_account_id = defaultCarrierAccountId(merchant.environmentId, 'eco_parcel')
  const manifest = await create(merchant, { carrier_account_id, ship_date }, { key: 'once' })
  expect(manifest).toMatchObject({ status: 'creating', booking_ids: ids, left_out: [], ship_date })
  expect(await create(merchant, { carrier_account_id, ship_date }, { key: 'once' })).toEqual(manifest)
  await untilStatus(merchant, manifest, 'created')
  const created = await eventually(async () => {
    const found = await untilStatus(merchant, manifest, 'created')
    expect(found.document_url).toContain(`/api/v1/manifests/${manifest.manifest_id}/document`)
    return found
  })
  const [made, ...others] = await listMade(merchant)
  expect([made?.number, others]).toEqual([created.manifest_number, []])
  const file = await readFile(
    booking.client.GetManifestDocument({ context: merchant.readContext(), manifest_id: manifest.manifest_id }),
  )
  expect(file.content.toString('latin1')).toMatch(/^%PDF-/)
  expect((await listOpen(merchant, ship_date)).map(({ carrier_code }) => carrier_code)).toEqual(['city_van'])

  const again = errorIn(await send(merchant, { booking_ids: [one.booking_id, van.booking_id] }))
  expect(again.details).toMatchObject([
    { pointer: '/booking_ids/0', message: expect.stringContaining(`is in manifest ${manifest.manifest_id}`) },
    { pointer: '/booking_ids/1', message: expect.stringContaining('carrier account') },
  ])
  expect(errorIn(await send(merchant, { carrier_account_id, ship_date }))).toMatchObject({ code: 'manifest_empty' })
  const listed = await booking.client.ListManifests({
    context: merchant.readContext(),
    page: { limit: 0, cursor: '' },
    status: 'created',
    booking_id: other.booking_id,
  })
  expect(getData<PublicManifest[]>(listed)).toEqual([created])
})

test('a manifest of others, of no account or of unknown bookings is refused at the right field', async () => {
  const merchant = aMerchant(system, booking)
  const foreign = await bookOne(aMerchant(system, booking))
  expect(errorIn(await send(merchant, { booking_ids: [foreign.booking_id] })).details).toMatchObject([
    { pointer: '/booking_ids/0', message: expect.stringContaining('must be a booking of this environment') },
  ])
  await expect(send(merchant, {})).rejects.toThrow('carrier_account_id is required without booking_ids')
})

test('labels of the asked place come before those of other places, and cancelled ones last', async () => {
  const merchant = aMerchant(system, booking)
  const { environmentId } = merchant
  const cancelled = await bookOne(merchant)
  const { booking_id, shipment_id, shipment } = await bookOne(merchant)
  const elsewhere = await bookOne(merchant)
  await merchant.cancel(cancelled.shipment_id)
  await sql`
    update shipment_copy set object = jsonb_set(object::jsonb, '{pickup_address,location_id}', '"loc_1"')::json
    where environment_id = ${environmentId} and shipment_id in (${shipment_id}, ${cancelled.shipment_id})`.execute(
    system.db,
  )
  const list = async (locationId: string | null, most: number) => {
    const filters = { carrierAccountId: null, bookingIds: null, day: shipment.collection_date, locationId }
    return (await listLabels(system.db, environmentId, filters, most)).map(({ bookingId }) => bookingId)
  }
  expect(await list('loc_1', 3)).toEqual([booking_id, cancelled.booking_id, elsewhere.booking_id])
  expect(await list(null, 2)).toEqual([booking_id, elsewhere.booking_id])
})

test('two manifests at once share no label', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id } = await bookOne(merchant)
  const answers = await Promise.all([1, 2, 3].map(() => send(merchant, { booking_ids: [booking_id] })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422, 422])
})

test('a label that the carrier refuses is named, and the rest is closed, also when the manifest comes later', async () => {
  const merchant = aMerchant(system, booking)
  const [good, void_] = [
    await bookOne(merchant, 'eco_parcel', {
      dropoff_address: anAddress({ address_line_1: '1 SIM-MANIFEST-SLOW Road' }),
    }),
    await bookOne(merchant, 'eco_parcel', {
      dropoff_address: anAddress({ address_line_1: '1 SIM-MANIFEST-REFUSE Road' }),
    }),
  ]
  const manifest = await create(merchant, { booking_ids: [good.booking_id, void_.booking_id] })
  const created = await untilStatus(merchant, manifest, 'created')
  expect(created).toMatchObject({
    booking_ids: [good.booking_id],
    left_out: [{ booking_id: void_.booking_id, code: 'refused' }],
  })
  expect(await listMade(merchant)).toHaveLength(1)
  const alone = await create(merchant, { booking_ids: [void_.booking_id] })
  expect(await untilStatus(merchant, alone, 'failed')).toMatchObject({ error: { code: 'carrier_refused' } })
})

test.concurrent.each(['timeout_after_success', 'malformed', 'timeout', '500'])(
  'an answer that is lost by %s makes one manifest',
  async (mode) => {
    const merchant = aMerchant(system, booking)
    const { booking_id } = await bookOne(merchant)
    await plan(merchant, mode)
    await untilStatus(merchant, await create(merchant, { booking_ids: [booking_id] }), 'created')
    expect(await listMade(merchant)).toHaveLength(1)
  },
)

test('a manifest that the carrier refuses has failed, and its labels are free', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id } = await bookOne(merchant)
  await plan(merchant, 'refuse')
  const failed = await untilStatus(merchant, await create(merchant, { booking_ids: [booking_id] }), 'failed')
  expect(failed.error).toMatchObject({ code: 'carrier_refused', carrier: { code: 'refused' } })
  await untilStatus(merchant, await create(merchant, { booking_ids: [booking_id] }), 'created')
})

/** A manifest of another service, whose only carrier is Eco Parcel with the given calls; without any, all carriers as they are. */
async function createWith(script?: (eco: CarrierAdapter) => Partial<CarrierAdapter>) {
  const own = await startBookingSystem()
  const eco = own.withShortTimeouts().get('eco_parcel') as CarrierAdapter
  const running = await own.start(script && { carriers: new Map([['eco_parcel', { ...eco, ...script(eco) }]]) })
  const merchant = aMerchant(own, running)
  const { shipmentId, optionId } = await merchant.offer('eco_parcel')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const manifest = await create(merchant, { booking_ids: [booking_id] }, { service: running })
  return {
    shipmentId,
    booking_id,
    manifest,
    merchant,
    db: own.db,
    until: (status: PublicManifest['status']) => untilStatus(merchant, manifest, status, running),
    made: () => listMade(merchant, own),
    async stop() {
      await running.stop()
      await own.stop()
    },
  }
}

test('a manifest whose process dies after each of its calls is made once', async () => {
  const calls: string[] = []
  /** Dies after the first call of each kind. */
  const dying = async <T>(name: string, work: Promise<T> | undefined): Promise<T> => {
    const outcome = await work
    const isFirst = !calls.includes(name)
    calls.push(name)
    if (isFirst || outcome === undefined) throw new Error('killed')
    return outcome
  }
  const created = await createWith((eco) => ({
    createManifest: (request, call) => dying('create', eco.createManifest?.(request, call)),
    manifestDocuments: (query, call) => dying('document', eco.manifestDocuments?.(query, call)),
  }))
  try {
    const { db } = created
    const found = await eventually(
      async () => {
        await sql`update manifest set lease_until = now() - interval '1 s' where lease_until is not null`.execute(db)
        const read = await created.until('created')
        expect(read.document_url).not.toBeNull()
        return read
      },
      { timeoutMs: 60_000 },
    )
    expect(found.status).toBe('created')
    expect(new Set(calls)).toEqual(new Set(['create', 'document']))
    expect(await created.made()).toHaveLength(1)
  } finally {
    await created.stop()
  }
})

test('a manifest without an answer is looked up twice before it is made again', async () => {
  const calls: string[] = []
  const created = await createWith((eco) => ({
    descriptor: { ...eco.descriptor, manifests: { recovery: { kind: 'find', settleMs: 0 } } },
    async createManifest(request, call) {
      calls.push('create')
      const failure = { carrierCode: 'eco_parcel', code: 'timeout', message: 'No answer.', httpStatus: null }
      if (calls.length === 1) return { kind: 'unknown', failure: { ...failure, retryable: true, retryAfterMs: null } }
      return (
        (await eco.createManifest?.(request, call)) ?? {
          kind: 'unknown',
          failure: { ...failure, retryable: true, retryAfterMs: null },
        }
      )
    },
    async findManifest() {
      calls.push('find')
      return { kind: 'not_found' }
    },
  }))
  try {
    await created.until('created')
    expect(calls).toEqual(['create', 'find', 'find', 'create'])
    expect(await created.made()).toHaveLength(1)
  } finally {
    await created.stop()
  }
})

test('address and document of a manifest are erased with a shipment of it, and documents after 90 days', async () => {
  const created = await createWith()
  try {
    const { db, booking_id, shipmentId, manifest, merchant } = created
    const { environmentId } = merchant
    await eventually(async () => expect((await created.until('created')).document_url).not.toBeNull())
    expect(await pruneDocuments(db, 90)).toBe(0)
    expect(Number((await countBookingRows(db, { environmentId, shipmentId })).tables.manifest)).toBe(1)
    const countExchanges = async () => {
      const { rows } = await sql`
        select from carrier_exchange
        where environment_id = ${environmentId} and reference = ${manifest.manifest_id}`.execute(db)
      return rows.length
    }
    await eventually(async () => expect(await countExchanges()).toBeGreaterThan(0))
    await transact(db, (trx) => writeErased(trx, { environmentId, shipmentId }, [booking_id]))
    expect(await created.until('created')).toMatchObject({ address: null, document_url: null })
    expect(await countExchanges()).toBe(0)
    await sql`
      insert into manifest_document (environment_id, manifest_id, content_type, content, created_at)
      values (${environmentId}, ${manifest.manifest_id}, 'application/pdf', '', now() - interval '91 days')`.execute(db)
    expect(await pruneDocuments(db, 90)).toBe(1)
  } finally {
    await created.stop()
  }
})
