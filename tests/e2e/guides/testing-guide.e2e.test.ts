/** The tables of the guide to testing: each row is played against the product, which must show what the row names in `code`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { describe, expect, test } from 'vitest'
import { get, getData, patch, post, type Reply } from '../api.ts'
import { advance, aReference, createShipment, quoteShipment, untilStatus } from '../journeys.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/testing.md'), 'utf8')

/** The cells of the table whose header begins with `header`, a row each. `under`: the heading before it. */
function toRows(header: string, under = ''): string[][] {
  const from = guide.indexOf(`| ${header} |`, guide.indexOf(under))
  const [, , ...lines] = guide.slice(from, guide.indexOf('\n\n', from)).split('\n')
  return lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
}

const readCodes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const firstCode = (cell = ''): string => readCodes(cell)[0] ?? ''

/** The HTTP statuses and the codes that a cell names, a list for each alternative. */
const promised = (cell: string): string[][] =>
  cell.split(', or ').map((text) => [...(text.match(/\b[245]\d\d\b/g) ?? []), ...readCodes(text)])

const CARRIER = 'eco_parcel' // makes an offer on every day
const getPath = (shipmentId: string) => `/api/v1/shipments/${shipmentId}`

const titled = (title: string) => {
  const parcel = { title, weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }
  return createShipment({ parcels: title === 'SIM-PARTIAL-DELIVERY' ? [parcel, parcel] : [parcel] })
}

async function bookTitled(title: string): Promise<{ shipmentId: string; reply: Reply }> {
  const { shipment_id: shipmentId } = await titled(title)
  const { options } = await quoteShipment(shipmentId)
  const option = options.find(({ carrier_code }: { carrier_code: string }) => carrier_code === CARRIER)
  const reply = await post(`${getPath(shipmentId)}/book`, { quote_option_id: option.quote_option_id })
  return { shipmentId, reply }
}

async function booked(title = 'Bread', status?: string): Promise<string> {
  const { shipmentId, reply } = await bookTitled(title)
  getData(reply, 201)
  if (status !== undefined) getData(await advance(shipmentId, { status }), 200)
  return shipmentId
}

const shown = ({ status, body }: Reply): string[] =>
  [String(status), body.error?.code, body.data?.status].filter(Boolean)

async function seenInQuotes(title: string): Promise<string[]> {
  if (title === 'SIM-SHORT-OFFER') return await seenAfterExpiry(title)
  const quote = async (text: string) => {
    const { shipment_id } = await titled(text)
    return await post('/api/v1/quotes', { shipment_id })
  }
  const one = getData(await quote(`${title}:${CARRIER}`), 201)
  const messages = one.messages.filter(({ carrier_code }: { carrier_code: string }) => carrier_code === CARRIER)
  const retryable = messages.some((message: { retryable: boolean }) => message.retryable)
  return [
    ...(messages.length > 0 ? ['messages'] : []),
    ...(retryable ? ['retryable'] : []),
    ...shown(await quote(title)),
  ]
}

async function seenAfterExpiry(title: string): Promise<string[]> {
  const { shipment_id } = await titled(title)
  const { quote_id, options } = await quoteShipment(shipment_id)
  await untilStatus(`/api/v1/quotes/${quote_id}`, 'expired', 60_000)
  return shown(await post(`${getPath(shipment_id)}/book`, { quote_option_id: options[0].quote_option_id }))
}

async function seenInBookings(title: string): Promise<string[]> {
  const { shipmentId, reply } = await bookTitled(title)
  if (reply.status !== 202) return [...shown(reply), getData(await get(getPath(shipmentId)), 200).status]
  const { booking_id } = getData(reply, 202)
  const { status } = await untilStatus(`/api/v1/bookings/${booking_id}`, 'assigned', 60_000)
  return [...shown(reply), status]
}

/** Both texts of the row. */
async function seenInManifests(): Promise<string[]> {
  const statuses = ['SIM-MANIFEST-REFUSE', 'SIM-MANIFEST-SLOW'].map(async (title) => {
    const { booking_id } = await readBooking(await booked(title))
    const startedMs = performance.now()
    const { manifest_id } = getData(await post('/api/v1/manifests', { booking_ids: [booking_id] }), 202)
    const isRefused = title === 'SIM-MANIFEST-REFUSE'
    await untilStatus(`/api/v1/manifests/${manifest_id}`, isRefused ? 'failed' : 'created', 60_000)
    if (!isRefused) expect(performance.now() - startedMs).toBeGreaterThan(2_500)
  })
  await Promise.all(statuses)
  return [CARRIER]
}

async function seenInChanges(title: string): Promise<string[]> {
  if (title.startsWith('SIM-MANIFEST')) return await seenInManifests()
  const shipmentId = await booked(title)
  const path = getPath(shipmentId)
  if (title.startsWith('SIM-UPDATE')) {
    const reply = await patch(path, { dropoff_instructions: 'Ring twice' })
    const isMade = reply.status === 504
    await eventually(
      async () => {
        const { dropoff_instructions } = getData(await get(path), 200)
        expect(dropoff_instructions === 'Ring twice').toBe(isMade)
      },
      { timeoutMs: 60_000 },
    )
    return shown(reply)
  }
  const reply = await post(`${path}/cancel`, { reason_code: 'customer_request' })
  if (reply.status !== 504) return shown(reply)
  const { cancellation_requested_at } = getData(await get(`${path}/booking`), 200)
  expect(cancellation_requested_at).toEqual(expect.any(String))
  const { status } = await untilStatus(path, 'cancelled', 60_000)
  return [...shown(reply), 'cancellation_requested_at', status]
}

const ENDS = ['delivered', 'returned', 'failed']

async function seenOnTheWay(title: string): Promise<string[]> {
  const shipmentId = await booked(title)
  const { booking_id } = getData(await get(`${getPath(shipmentId)}/booking`), 200)
  const seen = new Set<string>()
  await eventually(
    async () => {
      await advance(shipmentId, {})
      const { status, parcels } = await readBooking(shipmentId)
      const isAhead = parcels.some((parcel: { status: string }) => parcel.status === 'delivered')
      if (isAhead && status !== 'delivered') seen.add('parcels')
      expect(ENDS).toContain(getData(await get(getPath(shipmentId)), 200).status)
    },
    { timeoutMs: 90_000 },
  )
  const statuses = getData(await get(`${getPath(shipmentId)}/events?limit=100`), 200)
  const ofBooking = getData(await get(`/api/v1/events?limit=100&subject_id=${booking_id}`), 200)
  return [
    ...seen,
    ...statuses.map(({ status }: { status: string }) => status),
    ...ofBooking.map(({ type }: { type: string }) => type),
  ]
}

const readBooking = async (shipmentId: string) => getData(await get(`${getPath(shipmentId)}/booking`), 200)

async function seenOnDemand(title: string): Promise<string[]> {
  const parcels = [{ title, weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }]
  const dispatch = { service_codes: ['swift_now', 'eco_standard'], pickup_late_after_minutes: 1 }
  const overrides = { merchant_order_ref: aReference(), collection_date: undefined, parcels, dispatch }
  const document = aShipmentDocument(overrides)
  const { shipment_id } = getData(await post('/api/v1/shipments/on-demand', document), 201)
  const first = await eventually(() => readBooking(shipment_id))
  const path = `/api/v1/bookings/${first.booking_id}`
  const { status, cancellation_reason_code } = await untilStatus(path, 'cancelled', 100_000)
  await eventually(async () => expect((await readBooking(shipment_id)).booking_id).not.toBe(first.booking_id))
  return [...Object.keys(dispatch), status, cancellation_reason_code]
}

const sections = [
  ['### Quotes', seenInQuotes],
  ['### Bookings', seenInBookings],
  ['### Cancellations and changes', seenInChanges],
  ['### On the way', seenOnTheWay],
  ['### On demand', seenOnDemand],
] as const

describe.each(sections)('%s', (heading, play) => {
  test.concurrent.each(toRows('text', heading))('%s: %s', { timeout: 120_000 }, async (text = '', cell = '') => {
    const startedMs = performance.now()
    const seen = await play(firstCode(text))
    const [, longerSeconds] = /takes ([\d.]+) s longer/.exec(cell) ?? []
    if (longerSeconds) expect(performance.now() - startedMs).toBeGreaterThan(Number(longerSeconds) * 1_000)
    const isAsPromised = promised(cell).some((all) => all.every((one) => seen.includes(one)))
    expect(isAsPromised, `${text} promises “${cell}”, but shows ${seen}`).toBe(true)
  })
})

describe('advance', () => {
  const outcomes = (name: 'status' | 'incident', column: number) =>
    toRows(`\`${name}\``).flatMap(([names = '', ...cells]) =>
      readCodes(names).map((one): [string, string] => [one, firstCode(cells[column])]),
    )

  test.concurrent.each(outcomes('status', 0))('status %s before the pickup: %s', async (status, shipmentStatus) => {
    const shipmentId = await booked()
    getData(await advance(shipmentId, { status }), 200)
    expect(getData(await get(getPath(shipmentId)), 200).status).toBe(shipmentStatus)
  })

  test.concurrent.each(outcomes('incident', 0))('%s before the pickup: %s', async (incident, shipmentStatus) => {
    const shipmentId = await booked()
    expect(getData(await advance(shipmentId, { incident }), 200)).toMatchObject({ incident })
    expect(getData(await get(getPath(shipmentId)), 200).status).toBe(shipmentStatus)
  })

  test.concurrent.each(outcomes('incident', 1))('%s after the pickup: %s', async (incident, shipmentStatus) => {
    const shipmentId = await booked('Bread', 'picked_up')
    expect(getData(await advance(shipmentId, { incident }), 200)).toMatchObject({ incident })
    expect(getData(await get(getPath(shipmentId)), 200).status).toBe(shipmentStatus)
  })
})
