/** Deliveries, their photos and the answers to a verification. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  anError,
  type Connected,
  connectDoorDash,
  maintenance,
  reading,
} from '../../testing/doordash-drive/deliveries.ts'

let dash: Connected
beforeEach(async () => {
  dash = await connectDoorDash()
})
afterEach(() => dash.server.stop())

describe('tracking', () => {
  const track = (carrierJobId: string) => dash.adapter.track(carrierJobId, dash.call)

  test('a delivery as DoorDash sends it is read', async () => {
    const body = {
      external_delivery_id: 'att_1.ab12',
      currency: 'USD',
      delivery_status: 'delivered',
      fee: 975,
      tax: 0,
      dropoff_phone_number: '+1(855)9731040',
      dropoff_contact_given_name: '',
      dropoff_contact_family_name: '',
      dropoff_location: { lat: 47.6069252, lng: -122.3370453 },
      updated_at: '2023-06-30T18:52:25.482859Z',
      pickup_time_estimated: '2023-06-30T18:58:00Z',
      pickup_time_actual: '2023-06-30T18:58:00.102811Z',
      dropoff_time_estimated: '2023-06-30T18:58:06Z',
      dropoff_time_actual: '2023-06-30T18:58:06.316579Z',
      dropoff_verification_image_url: 'https://developer.doordash.com/en-US/img/simulator/frontdoor.png',
      order_contains: { alcohol: false },
      dasher_id: 18093817,
      dasher_name: 'TAS-DASHER-07 T.',
    }
    dash.server.answerNext({ ...reading, status: 200, body })
    expect(await track('att_1.ab12')).toMatchObject({
      facts: [
        { status: 'picked_up', occurredAt: new Date('2023-06-30T18:58:00.102Z') },
        {
          status: 'delivered',
          occurredAt: new Date('2023-06-30T18:58:06.316Z'),
          reference: 'att_1',
          driver: { carrierDriverId: '18093817', name: 'TAS-DASHER-07 T.' },
          pod: { photos: [{ url: body.dropoff_verification_image_url }], signature: null, pin: null },
        },
      ],
    })
  })

  test('a quote that was not accepted has no facts', async () => {
    const { draftId } = await dash.aBooking()
    expect(await track(draftId)).toEqual({ kind: 'facts', facts: [] })
  })

  test('a courier who gives the delivery back is named no more, and the next one is', async () => {
    const { carrierJobId } = await dash.aJob()
    const delivery = dash.server.store.getDelivery(carrierJobId)
    dash.server.store.unassign(delivery)
    expect(await track(carrierJobId)).toMatchObject({
      facts: [{ status: 'assigned', rawCode: 'created', driver: null }],
    })
    dash.server.store.move(delivery, 'confirmed')
    expect(await track(carrierJobId)).toMatchObject({ facts: [{ rawCode: 'confirmed', driver: { name: 'John D.' } }] })
  })

  test('goods that come back are returning, then returned', async () => {
    const { carrierJobId } = await dash.aJob()
    dash.server.store.bringBack(dash.server.store.getDelivery(carrierJobId))
    const callbacks = await dash.server.listCallbacks(carrierJobId, 9)
    const { account } = dash.call
    const input = { account, receivedAt: new Date(), deadlineAt: dash.call.deadlineAt, requestId: 'req_1' }
    const outcomes = await Promise.all(
      callbacks.map((callback) => dash.adapter.parseCallback({ ...callback, ...input })),
    )
    const statuses = outcomes
      .flatMap((outcome) => (outcome.kind === 'facts' ? outcome.facts : []))
      .map(({ status }) => status)
    expect(statuses.slice(-4)).toEqual(['arrived_at_dropoff', 'returning', 'returning', 'returned'])
    expect(await track(carrierJobId)).toMatchObject({
      facts: [{ status: 'picked_up' }, { status: 'returned', pod: null }],
    })
  })

  test('the place of the courier is read until the end', async () => {
    const { carrierJobId } = await dash.aJob()
    dash.server.reportPosition(carrierJobId, { lat: 40.7, lng: -74 })
    const location = { latitude: 40.7, longitude: -74 }
    expect(await track(carrierJobId)).toMatchObject({
      facts: [{ status: 'assigned' }, { status: 'unknown', location }],
    })
    await dash.server.advance(carrierJobId, 'delivered')
    expect(await track(carrierJobId)).toMatchObject({ facts: [{ status: 'picked_up' }, { status: 'delivered' }] })
  })
})

describe('photos', () => {
  const media = (url: string) => dash.adapter.media(url, dash.call)

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://doordash.com.example.org/1.png',
    'https://example.org/doordash-static.s3.amazonaws.com/1.png',
    'https://other-bucket.s3.amazonaws.com/1.png',
    'http://doordash-static.s3.amazonaws.com/1.png',
    'file:///etc/passwd',
    'no address',
  ])('%s is no address of DoorDash', async (url) => {
    expect(await media(url)).toMatchObject({ kind: 'failed', failure: { code: 'media_address_unknown' } })
  })

  test('the endpoint of an account stands for DoorDash’s hosts, and gets no token with a photo', async () => {
    const { carrierJobId } = await dash.aJob()
    await dash.server.advance(carrierJobId, 'delivered')
    const endpoint = `${dash.server.url}/`
    const outcome = await dash.adapter.track(carrierJobId, {
      ...dash.call,
      account: { ...dash.call.account, endpoint },
    })
    const url = outcome.kind === 'facts' ? outcome.facts.at(-1)?.pod?.photos[0]?.url : null
    expect(await media(url ?? '')).toMatchObject({ kind: 'media', media: { contentType: 'image/png' } })
    expect(dash.server.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  test('a page in the place of a photo is malformed', async () => {
    dash.server.answerNext({ path: /images/, status: 200, body: '<html>Sign in</html>' })
    expect(await media(`${dash.server.url}/images/1.png`)).toMatchObject({ failure: { code: 'malformed_answer' } })
  })
})

describe('verification', () => {
  const verify = (credentials: object = {}) =>
    dash.adapter.verify(
      { callbackUrl: null },
      {
        ...dash.call,
        account: { ...dash.call.account, credentials: { ...dash.call.account.credentials, ...credentials } },
      },
    )

  test('valid keys are verified by the answer that there is no such delivery', async () => {
    expect(await verify()).toEqual({ kind: 'verified' })
  })

  test.each([
    ['developer_id', 'another developer'],
    ['key_id', 'another key'],
    ['signing_secret', Buffer.from('another secret').toString('base64url')],
  ])('another %s is refused in DoorDash’s words', async (field, value) => {
    const failure = { code: 'authentication_error', message: expect.any(String), httpStatus: 401 }
    expect(await verify({ [field]: value })).toMatchObject({ kind: 'refused', failure })
  })

  test('a page of maintenance, a proxy and a rate limit prove nothing', async () => {
    dash.server.answerNext({ ...reading, ...maintenance })
    expect((await verify()).kind).toBe('failed')
    dash.server.answerNext({ ...reading, status: 404, body: 'Not found' })
    expect((await verify()).kind).toBe('failed')
    const limited = { ...anError(429, 'too_many_requests', 'Wait'), headers: { 'retry-after': '60' } }
    dash.server.answerNext({ ...reading, ...limited })
    expect(await verify()).toMatchObject({ kind: 'failed', failure: { code: 'rate_limited', retryAfterMs: 60_000 } })
  })
})
