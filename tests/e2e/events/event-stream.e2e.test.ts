/** The stream of events: every event of the environment once, in the order of the log, over reconnects. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { type OpenedStream, openStream } from '@waybill/testing/event-stream'
import { eventually } from '@waybill/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { admin, get, getData, post, sandbox } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

const PATH = '/api/v1/events/stream'

interface OpenOptions {
  token: string
  query?: string
  lastEventId?: string
}

/** Opens a stream; resolves once it has begun. */
async function open({ token, query = '', lastEventId }: OpenOptions): Promise<OpenedStream> {
  const url = new URL(PATH + query, sandbox.base_url).href
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const stream = await openStream(url, { authorization: `Bearer ${token}`, ...headers })
  onTestFinished(() => stream.close())
  expect(stream.status).toBe(200)
  await eventually(() => expect(stream.events()[0]?.event).toBe('checkpoint'), { timeoutMs: 60_000 })
  return stream
}
const messages = (stream: OpenedStream) => stream.events().filter(({ event }) => event === 'message')
const ids = (stream: OpenedStream) => messages(stream).map(({ id }) => id)

const createShipment = async (token: string): Promise<string> => {
  const body = aShipmentDocument({ merchant_order_ref: aReference() })
  return getData(await post('/api/v1/shipments', body, { token }), 201).shipment_id
}
const cancelShipment = async (token: string, shipmentId: string) =>
  getData(await post(`/api/v1/shipments/${shipmentId}/cancel`, { reason_code: 'customer_request' }, { token }), 200)

/** The ids of the log, oldest first, once it has so many events. */
async function logged(token: string, count: number, query = ''): Promise<string[]> {
  return await eventually(
    async () => {
      const { data } = (await get(`/api/v1/events?order=asc&limit=100${query}`, { token })).body
      expect(data.length).toBeGreaterThanOrEqual(count)
      return data.map(({ id }: { id: string }) => id)
    },
    { timeoutMs: 60_000 },
  )
}

test('every event comes once, in the order of the log, whenever the client reconnects', async () => {
  const { access_token: token } = await createTenant()
  const received: (string | null)[] = []
  let lastEventId: string | undefined
  for (let round = 1; round <= 4; round++) {
    const stream = await open({ token, lastEventId })
    // The stream of an odd round is closed without waiting for its events.
    await Promise.all([createShipment(token), createShipment(token), createShipment(token)])
    if (round % 2 === 0) await eventually(() => expect(ids(stream)).not.toEqual([]), { timeoutMs: 60_000 })
    stream.close()
    const events = stream.events()
    received.push(...events.filter(({ event }) => event === 'message').map(({ id }) => id))
    lastEventId = events.at(-1)?.id ?? ''
  }
  const log = await logged(token, 12)
  const last = await open({ token, lastEventId })
  await eventually(() => expect([...received, ...ids(last)]).toEqual(log), { timeoutMs: 60_000 })
  const [first = ''] = log
  const rest = await open({ token, lastEventId: first })
  await eventually(() => expect(ids(rest)).toEqual(log.slice(1)), { timeoutMs: 60_000 })
  const { id, data } = messages(rest)[0] ?? {}
  expect(JSON.parse(data ?? '')).toEqual(getData(await get(`/api/v1/events/${id}`, { token }), 200))
})

test('filters by type and subject can be combined', async () => {
  const { access_token: token } = await createTenant()
  const subject = await createShipment(token)
  const byType = await open({ token, query: '?type=shipment.cancelled,quote.*' })
  const bySubject = await open({ token, query: `?subject_id=${subject}` })
  const byBoth = await open({ token, query: `?subject_id=${subject}&type=shipment.cancelled` })
  const other = await createShipment(token)
  for (const shipmentId of [other, subject]) await cancelShipment(token, shipmentId)
  // The events of different shipments come in any order.
  const cancellations = await logged(token, 2, '&type=shipment.cancelled')
  const [cancelled] = await logged(token, 1, `&type=shipment.cancelled&subject_id=${subject}`)
  await eventually(
    () => {
      expect(ids(byType)).toEqual(cancellations)
      expect(ids(byBoth)).toEqual([cancelled])
      expect(ids(bySubject)).toContain(cancelled)
    },
    { timeoutMs: 60_000 },
  )
  const subjects = messages(bySubject).map(({ data }) => JSON.parse(data).subject.id)
  expect(new Set(subjects)).toEqual(new Set([subject]))
})

test('another tenant gets nothing, and cannot continue after the event of others', async () => {
  const [own, other] = [await createTenant(), await createTenant()]
  const theirs = await open({ token: other.access_token })
  const ours = await open({ token: own.access_token })
  await createShipment(own.access_token)
  await eventually(() => expect(ids(ours)).toHaveLength(1), { timeoutMs: 60_000 })
  // Their own event comes after ours, and alone.
  await createShipment(other.access_token)
  await eventually(() => expect(ids(theirs)).toHaveLength(1), { timeoutMs: 60_000 })
  expect(ids(theirs)).not.toEqual(ids(ours))
  const [id] = ids(ours)
  const refused = await get(PATH, { token: other.access_token, headers: { 'last-event-id': id ?? '' } })
  expect([refused.status, refused.body.error.code]).toEqual([404, 'event_not_found'])
  const deleted = await get(`${PATH}?last_event_id=evt_01h00000000000000000000000`, { token: own.access_token })
  expect([deleted.status, deleted.body.error.code]).toEqual([410, 'events_expired'])
})

test('a key that is revoked ends its stream', async () => {
  const { key_id, access_token: token } = await createTenant()
  const stream = await open({ token })
  await admin('DELETE', `/admin/keys/${key_id}`)
  await stream.ended()
  expect((await get(PATH, { token })).status).toBe(401)
})
