import { eventually } from '@waybill/testing/eventually'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { startReceiver, startSharedService, waitForRequests } from './testing/shared-service.ts'
import { aCaller, aShipmentEvent, callContext, subscribe, toBytes } from './testing/webhook-service.ts'

const { service, db } = await startSharedService()

const readDeliveries = (environmentId: string) =>
  db.selectFrom('delivery').selectAll().where('environment_id', '=', environmentId).orderBy('delivery_id').execute()

const readAttempts = (environmentId: string) =>
  db.selectFrom('attempt').selectAll().where('environment_id', '=', environmentId).orderBy('attempt_id').execute()

const readQueue = (environmentId: string) =>
  db.selectFrom('delivery_queue').selectAll().where('environment_id', '=', environmentId).execute()

const delivered = (environmentId: string, status: string) =>
  eventually(async () => {
    const [delivery] = await readDeliveries(environmentId)
    expect(delivery?.status).toBe(status)
    return delivery
  })

test('sends an event signed, byte for byte as logged, to a matching subscription', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  const { secret } = await subscribe(service, caller, `${receiver.url}/hook`, ['shipment.created'])
  const event = aShipmentEvent(caller)
  await service.publish(event)

  const [request] = await waitForRequests(receiver, 1)
  const headers = request?.headers as Record<string, string>
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': event.eventId })
  expect(() => new StandardWebhook(secret).verify(request?.body ?? '', headers)).not.toThrow()
  expect(() => new SvixWebhook(secret).verify(request?.body ?? '', headers)).not.toThrow()
  expect(JSON.parse(String(request?.body))).toEqual(event.public)

  const delivery = await delivered(caller.environmentId, 'succeeded')
  expect(delivery).toMatchObject({ attempt_count: 1, next_attempt_at: null, event_type: 'shipment.created' })
  expect(await readAttempts(caller.environmentId)).toMatchObject([
    { trigger: 'event', response_status: 200, error_code: null },
  ])
  expect(await readQueue(caller.environmentId)).toEqual([])
  const stored = await db.selectFrom('event').selectAll().where('event_id', '=', event.eventId).executeTakeFirst()
  expect(stored?.payload).toBe(String(request?.body))
  expect(stored?.event_at).toEqual(event.occurredAt)
})

test('sends an event once to each matching subscription of its environment only', async () => {
  const [caller, stranger] = [aCaller(), aCaller()]
  const receiver = await startReceiver()
  const wanting = [['shipment.created'], ['shipment.*', 'shipment.created'], ['*']]
  for (const [index, events] of wanting.entries()) await subscribe(service, caller, `${receiver.url}/${index}`, events)
  await subscribe(service, caller, `${receiver.url}/other`, ['shipment.updated', 'booking.*'])
  await subscribe(service, stranger, `${receiver.url}/stranger`, ['*'])
  const event = aShipmentEvent(caller)
  await service.publish(event)
  await service.publish(event) // the bus redelivers it
  await service.publish(aShipmentEvent(caller, { type: 'quote.created' }))

  const requests = await waitForRequests(receiver, 4)
  expect(requests.map(({ path }) => path).sort()).toEqual(['/0', '/1', '/2', '/2'])
  await eventually(async () => expect(await readQueue(caller.environmentId)).toEqual([]))
  expect(receiver.requests).toHaveLength(4)
})

test('public events get positions 1, 2, 3, … in the log of their environment; internal ones get none', async () => {
  const caller = aCaller()
  await Promise.all(Array.from({ length: 8 }, () => service.publish(aShipmentEvent(caller))))
  await service.publish({ ...aShipmentEvent(caller), public: null })
  const rows = await db
    .selectFrom('event')
    .select('position')
    .where('environment_id', '=', caller.environmentId)
    .orderBy('position')
    .execute()
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('retries with the same id until an attempt succeeds', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ status: 500, body: 'no' }, { cut: true })
  const { secret } = await subscribe(service, caller, receiver.url)
  const event = aShipmentEvent(caller)
  await service.publish(event)

  const requests = await waitForRequests(receiver, 3)
  expect(new Set(requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.eventId]))
  expect(new Set(requests.map(({ body }) => String(body))).size).toBe(1)
  for (const { body, headers } of requests) {
    expect(() => new StandardWebhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
  }
  expect(await delivered(caller.environmentId, 'succeeded')).toMatchObject({ attempt_count: 3 })
  expect(await readAttempts(caller.environmentId)).toMatchObject([
    { trigger: 'event', response_status: 500, response_body: 'no', error_code: 'http_error' },
    { trigger: 'retry', response_status: null, error_code: 'reset' },
    { trigger: 'retry', response_status: 200, error_code: null },
  ])
})

test('a delivery fails after its last attempt and counts against the endpoint', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ status: 302, headers: { location: 'http://169.254.169.254/' } })
  await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  expect(await delivered(caller.environmentId, 'failed')).toMatchObject({ attempt_count: 3, next_attempt_at: null })
  const endpoint = await db
    .selectFrom('endpoint')
    .selectAll()
    .where('environment_id', '=', caller.environmentId)
    .executeTakeFirst()
  expect(endpoint).toMatchObject({ failure_count: 3, last_success_at: null })
  expect(endpoint?.failing_since).toBeInstanceOf(Date)

  receiver.answerAlways({ status: 200 })
  await service.publish(aShipmentEvent(caller))
  await eventually(async () => {
    const after = await db
      .selectFrom('endpoint')
      .selectAll()
      .where('environment_id', '=', caller.environmentId)
      .executeTakeFirst()
    expect(after).toMatchObject({ failure_count: 0, failing_since: null })
  })
})

test('410 disables the subscription and publishes an event; later events are stored as paused', async () => {
  const caller = aCaller()
  const [gone, watcher] = [await startReceiver(), await startReceiver()]
  gone.answerAlways({ status: 410 })
  const { subscription_id } = await subscribe(service, caller, gone.url, ['shipment.*'])
  await subscribe(service, caller, watcher.url, ['webhook.subscription_disabled'])
  await service.publish(aShipmentEvent(caller))

  const [notice] = await waitForRequests(watcher, 1)
  expect(JSON.parse(String(notice?.body))).toMatchObject({
    type: 'webhook.subscription_disabled',
    subject: { type: 'webhook_subscription', id: subscription_id },
    sequence: 1,
    data: { object: { status: 'disabled', disabled_reason: 'gone' }, previous_attributes: { status: 'active' } },
  })
  expect(await delivered(caller.environmentId, 'failed')).toMatchObject({ attempt_count: 1 })

  await service.publish(aShipmentEvent(caller))
  const statuses = (await readDeliveries(caller.environmentId))
    .filter((delivery) => delivery.subscription_id === subscription_id)
    .map(({ status }) => status)
  expect(statuses).toEqual(['failed', 'paused'])
  expect(gone.requests).toHaveLength(1)
})

test('five days with at least 20 failures and no success disable the subscription', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ status: 503 })
  const { subscription_id } = await subscribe(service, caller, receiver.url, ['shipment.created'])
  await db
    .updateTable('endpoint')
    .set({ failing_since: new Date(Date.now() - 5 * 86_400_000), failure_count: 19 })
    .where('subscription_id', '=', subscription_id)
    .execute()
  await service.publish(aShipmentEvent(caller))
  await eventually(async () => {
    const row = await db
      .selectFrom('subscription')
      .select(['status', 'disabled_reason'])
      .where('subscription_id', '=', subscription_id)
      .executeTakeFirst()
    expect(row).toEqual({ status: 'disabled', disabled_reason: 'failing' })
  })
  await delivered(caller.environmentId, 'paused')
  expect(receiver.requests).toHaveLength(1)
})

test('pausing a subscription pauses its waiting deliveries', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ status: 500 })
  const { subscription_id } = await subscribe(service, caller, receiver.url)
  const pause = db.updateTable('subscription').set({ status: 'paused' }).where('subscription_id', '=', subscription_id)
  await service.publish(aShipmentEvent(caller))
  await waitForRequests(receiver, 1)
  await pause.execute()
  await delivered(caller.environmentId, 'paused')
  expect(await readQueue(caller.environmentId)).toEqual([])
  const sent = receiver.requests.length
  await service.publish(aShipmentEvent(caller))
  expect((await readDeliveries(caller.environmentId)).map(({ status }) => status)).toEqual(['paused', 'paused'])
  expect(receiver.requests).toHaveLength(sent)
})

test('an event that is too large is sent with its id and status only', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller, { object: { status: 'ready', note: 'x'.repeat(70_000) } }))
  const [request] = await waitForRequests(receiver, 1)
  const event = JSON.parse(String(request?.body))
  expect(event.data.object).toEqual({ shipment_id: event.subject.id, status: 'ready', truncated: true })
})

test("sends the event's trace to the receiver", async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribe(service, caller, receiver.url)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await service.publish(aShipmentEvent(caller, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }))
  const [request] = await waitForRequests(receiver, 1)
  expect(request?.headers.traceparent).toContain(traceId)
})

test('stores and sends events older than the partitions', async () => {
  const caller = aCaller()
  const receiver = await startReceiver()
  await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller, { at: new Date('2020-02-29T12:00:00.000Z') }))
  await waitForRequests(receiver, 1)
  await delivered(caller.environmentId, 'succeeded')
})

test('exports metrics of deliveries, attempts, the queue, endpoints and table sizes', async () => {
  const { text } = await service.metrics.render()
  const value = (name: string, label: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name}{`) && line.includes(label))
        ?.split(' ')
        .at(-1),
    )
  expect(value('webhook_deliveries_total', 'result="succeeded"')).toBeGreaterThan(0)
  expect(value('webhook_attempt_duration_seconds_count', 'outcome="succeeded"')).toBeGreaterThan(0)
  expect(value('webhook_attempt_duration_seconds_count', 'outcome="http_error"')).toBeGreaterThan(0)
  expect(value('webhook_dead_letters_total', 'reason="exhausted"')).toBeGreaterThan(0)
  expect(value('webhook_dead_letters_total', 'reason="gone"')).toBeGreaterThan(0)
  for (const lane of ['test', 'first', 'retry', 'replay']) {
    expect(value('webhook_queue_due', `lane="${lane}"`)).toBeGreaterThanOrEqual(0)
    expect(value('webhook_queue_oldest_due_seconds', `lane="${lane}"`)).toBeGreaterThanOrEqual(0)
  }
  expect(value('webhook_endpoints', 'speed="full"')).toBeGreaterThan(0)
  expect(value('webhook_endpoints', 'speed="open"')).toBe(0)
  for (const table of ['event', 'delivery', 'attempt', 'delivery_queue']) {
    expect(value('webhook_table_bytes', `table="${table}"`)).toBeGreaterThan(8_192)
  }
  expect(value('webhook_claim_duration_seconds_count', 'service=')).toBeGreaterThan(0)
})

async function refusal(url: string, caller = aCaller()): Promise<{ code: string; message: string }> {
  const document = toBytes({ url, events: ['*'] })
  const answer = await service.client.CreateSubscription({ context: callContext(caller), document })
  const { error } = JSON.parse(answer.body.toString())
  expect(answer.status).toBe(422)
  return error
}

test.each(['http://10.0.0.1/', 'https://169.254.169.254/latest', 'https://[::1]/', 'https://[fd00::1]/', 'http://0/'])(
  'rejects a subscription to %s',
  async (url) => expect(await refusal(url)).toMatchObject({ code: 'invalid_webhook_url' }),
)

test('says where to find the host of a container when its own loopback address is subscribed', async () => {
  expect((await refusal('http://[::1]:8099/')).message).toContain('your machine is host.docker.internal')
  expect((await refusal('http://10.0.0.1:8099/')).message).not.toContain('host.docker.internal')
})
