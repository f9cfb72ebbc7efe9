import { screen, waitFor, within } from '@testing-library/react'
import type { Delivery, Replay, SubscriptionWithBacklog } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { type Answers, created, failure, gone, invalid, list, stale, versioned } from '../../testing/api.ts'
import { aDelivery, anAttempt, anEndpoint, anEvent, anEventType, aReplay } from '../../testing/developers.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'
import { aShipment } from '../../testing/shipments.ts'

const PATH = '/developers?tab=webhooks'
const URL_OF_ENDPOINT = anEndpoint().url
const OPEN = `${PATH}&endpoint=${anEndpoint().subscription_id}`

/** Answers for the endpoints, all with the same deliveries and replays. */
const toEndpoints = (
  endpoints: readonly SubscriptionWithBacklog[],
  { deliveries = [], replays = [] }: { deliveries?: readonly Delivery[]; replays?: readonly Replay[] } = {},
): Answers => ({
  'GET /webhooks/subscriptions': () => list(endpoints),
  'GET /webhooks/subscriptions/:id': ({ params }) =>
    versioned(endpoints.find(({ subscription_id }) => subscription_id === params.id)),
  'GET /webhooks/subscriptions/:id/deliveries': () => list(deliveries),
  'GET /webhooks/subscriptions/:id/replays': () => list(replays),
  'GET /events/:id': failure(404, { code: 'event_not_found' }),
  'GET /webhooks/event-types': list([
    anEventType(),
    anEventType('webhook.test'),
    anEventType('webhook.subscription_disabled'),
  ]),
})
const sheet = () => within(screen.getByRole('dialog', { name: URL_OF_ENDPOINT }))
const openSheet = async () => {
  await screen.findByRole('dialog', { name: URL_OF_ENDPOINT })
  return sheet()
}

test('an endpoint is created with the events that are chosen, and its secret is shown once', async () => {
  const endpoints: SubscriptionWithBacklog[] = []
  const page = await openScreen(PATH, {
    answers: {
      ...toEndpoints(endpoints),
      'POST /webhooks/subscriptions': ({ body }) => {
        if (!body.url.startsWith('https://')) return invalid({ '/url': 'must begin with https://' })
        endpoints.push(anEndpoint(body))
        return created({ ...endpoints[0], secret: 'whsec_abc' })
      },
    },
  })
  await screen.findByText('No webhook endpoints')
  screen.getByText('waybill webhooks listen --forward-to http://localhost:3000/hook')
  await page.user.click(screen.getByRole('button', { name: 'Create a webhook endpoint' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create a webhook endpoint' }))
  await page.fill(form.getByRole('textbox', { name: 'Address (URL)' }), 'receiver')
  await page.user.click(await form.findByRole('checkbox', { name: 'webhook.*' }))
  await page.user.click(form.getByRole('checkbox', { name: 'All events' }))
  await page.user.click(form.getByRole('button', { name: 'Create endpoint' }))
  await form.findByText('1 field is wrong')
  expect(form.getByRole('textbox', { name: 'Address (URL)' }).getAttribute('aria-invalid')).toBe('true')
  await page.fill(form.getByRole('textbox', { name: 'Address (URL)' }), URL_OF_ENDPOINT)
  await page.user.keyboard('{Enter}')
  const shown = await screen.findByRole('dialog', { name: 'Signing secret' })
  expect(shown.querySelector('output')?.textContent).toBe('whsec_abc')
  await page.user.keyboard('{Escape}')
  await screen.findByRole('link', { name: URL_OF_ENDPOINT })
  expect(page.api.sentTo('POST /webhooks/subscriptions').at(-1)).toEqual({
    url: URL_OF_ENDPOINT,
    events: ['webhook.*'],
    ordering: 'none',
  })
})

test('a test event is sent, its delivery shows its attempts and is sent again', async () => {
  const deliveries: Delivery[] = []
  const page = await openScreen(PATH, {
    answers: {
      ...toEndpoints([anEndpoint()], { deliveries }),
      'POST /webhooks/subscriptions/:id/test': () => {
        deliveries.push(aDelivery({ event: 'webhook.test', attempts: [anAttempt({ trigger: 'test' })] }))
        return created(deliveries[0])
      },
      'POST /webhooks/deliveries/:id/redeliver': () => {
        const attempts = [anAttempt({ trigger: 'test' }), anAttempt({ attempt_id: 'wha_2', trigger: 'manual' })]
        deliveries[0] = aDelivery({ event: 'webhook.test', attempt_count: 2, attempts })
        return created(deliveries[0])
      },
    },
  })
  await page.user.click(await screen.findByRole('link', { name: URL_OF_ENDPOINT }))
  await (await openSheet()).findByText(/Nothing was sent yet/)
  await page.user.click(sheet().getByRole('button', { name: 'Send a test event' }))
  const delivery = await sheet().findByRole('button', { name: /webhook\.test.*1 attempt.*succeeded/ })
  expect(delivery.getAttribute('aria-expanded')).toBe('false')
  await page.user.click(delivery)
  await sheet().findByText('test')
  expect(page.address()).toContain('delivery=whd_')
  await page.user.click(sheet().getByRole('button', { name: 'Send again' }))
  await sheet().findByText('manual')
})

test('each delivery names its order, and those that have failed are sent again together, the others not', async () => {
  const event = anEvent('shipment.created', aShipment({ merchant_order_ref: 'ORDER-77' }))
  const failed = [1, 2].map((count) =>
    aDelivery({ delivery_id: `whd_${count}`, event_id: event.id, status: 'failed', attempt_count: 9 }),
  )
  // The last one was sent by a replay, long after its event.
  const deliveries = [
    aDelivery({ event_id: 'evt_other' }),
    aDelivery({ event: 'webhook.test' }),
    ...failed,
    aDelivery({ delivery_id: 'whd_3', event_id: event.id, createdAt: '2026-04-01T08:00:00.000Z' }),
  ].map((delivery, at) => ({ ...delivery, delivery_id: at < 2 ? `whd_other_${at}` : delivery.delivery_id }))
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint({ events: ['*'] })], { deliveries }),
      'GET /webhooks/subscriptions/:id/deliveries': ({ query }) =>
        list(query.get('status') === 'failed' ? failed : deliveries),
      'GET /events/:id': ({ params }) =>
        params.id === event.id ? event : failure(404, { code: 'event_not_found', message: 'It is too old.' }),
      'POST /webhooks/deliveries/:id/redeliver': ({ params }) => created(aDelivery({ delivery_id: params.id })),
    },
  })
  const rows = await (await openSheet()).findAllByRole('button', { name: /shipment\.created\s*ORDER-77/ })
  expect(rows).toHaveLength(3)
  expect(page.api.callsTo('GET /events/:id')).toHaveLength(2)
  sheet().getByText('All events')
  await page.user.click(sheet().getByRole('button', { name: 'Send all that failed again' }))
  await sheet().findByText('2 are sent again.')
  expect(page.api.callsTo('POST /webhooks/deliveries/:id/redeliver').map(({ params }) => params.id)).toEqual([
    'whd_1',
    'whd_2',
  ])
})

test('sending all that failed goes on when no row shown is failed any more, and keeps its outcome', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const failed = Array.from({ length: 6 }, (_, at) => aDelivery({ delivery_id: `whd_${at}`, status: 'failed' }))
  const deliveries = [aDelivery({ delivery_id: 'whd_sent', event: 'webhook.test' }), ...failed]
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint()]),
      'GET /webhooks/subscriptions/:id/deliveries': ({ query }) =>
        list(query.get('status') ? deliveries.filter(({ status }) => status === query.get('status')) : deliveries),
      'POST /webhooks/deliveries/:id/redeliver': async ({ params }) => {
        const at = deliveries.findIndex(({ delivery_id }) => delivery_id === params.id)
        if (params.id !== 'whd_sent') await held
        deliveries[at] = aDelivery({ delivery_id: params.id, status: 'pending' })
        return created(deliveries[at])
      },
    },
  })
  const button = await (await openSheet()).findByRole('button', { name: 'Send all that failed again' })
  await page.user.click(button)
  await waitFor(() => expect(page.api.callsTo('POST /webhooks/deliveries/:id/redeliver')).toHaveLength(4))
  // The list is read again while rows wait, and none of its rows is failed.
  deliveries.splice(1, 6, ...failed.map(({ delivery_id }) => aDelivery({ delivery_id, status: 'pending' })))
  await page.user.click(sheet().getByRole('button', { name: /webhook\.test/ }))
  await page.user.click(sheet().getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sheet().getAllByRole('button', { name: /pending/ })).toHaveLength(7))
  button.focus()
  go()
  await sheet().findByText('6 are sent again.')
  expect(document.activeElement).toBe(button)
  await page.user.click(button)
  await sheet().findByText('No failed delivery is left.')
})

test('sending all that failed goes on when the sheet is closed, is not begun twice, and says its outcome', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const failed = Array.from({ length: 6 }, (_, at) => aDelivery({ delivery_id: `whd_${at}`, status: 'failed' }))
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint()], { deliveries: failed }),
      'POST /webhooks/deliveries/:id/redeliver': async ({ params }) => {
        await held
        return created(aDelivery({ delivery_id: params.id }))
      },
    },
  })
  const name = 'Send all that failed again'
  await page.user.click(await (await openSheet()).findByRole('button', { name }))
  await waitFor(() => expect(page.api.callsTo('POST /webhooks/deliveries/:id/redeliver')).toHaveLength(4))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await page.user.click(screen.getByRole('link', { name: URL_OF_ENDPOINT }))
  await page.user.click(await (await openSheet()).findByRole('button', { name }))
  go()
  await screen.findAllByText('Sent again: 6. Could not be sent: 0.')
  expect(page.api.callsTo('POST /webhooks/deliveries/:id/redeliver')).toHaveLength(6)
})

test('more that failed than one click sends again are named', async () => {
  const failed = Array.from({ length: 501 }, (_, at) => aDelivery({ delivery_id: `whd_${at}`, status: 'failed' }))
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint()]),
      'GET /webhooks/subscriptions/:id/deliveries': ({ query }) =>
        list(query.get('status') === 'failed' ? failed : failed.slice(0, 1)),
      'POST /webhooks/deliveries/:id/redeliver': ({ params }) => created(aDelivery({ delivery_id: params.id })),
    },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Send all that failed again' }))
  await sheet().findByText(/500 are sent again\.\s+More have failed: press once more for the rest\./)
  expect(page.api.callsTo('POST /webhooks/deliveries/:id/redeliver')).toHaveLength(500)
})

test('more than one click sends again are named also when the sheet is closed', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const failed = Array.from({ length: 501 }, (_, at) => aDelivery({ delivery_id: `whd_${at}`, status: 'failed' }))
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint()], { deliveries: failed }),
      'POST /webhooks/deliveries/:id/redeliver': async ({ params }) => {
        await held
        return created(aDelivery({ delivery_id: params.id }))
      },
    },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Send all that failed again' }))
  await waitFor(() => expect(page.api.callsTo('POST /webhooks/deliveries/:id/redeliver')).toHaveLength(4))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  go()
  await screen.findAllByText(/Sent again: 500\. Could not be sent: 0\. More have failed/)
})

test('an attempt without an answer says why in words', async () => {
  const attempts = [anAttempt({ response_status: null, error_code: 'dns_error', trigger: 'retry' })]
  const page = await openScreen(OPEN, {
    answers: toEndpoints([anEndpoint()], { deliveries: [aDelivery({ status: 'retrying', attempts })] }),
  })
  await page.user.click(await screen.findByRole('button', { name: /shipment\.created.*retrying/ }))
  await screen.findByText('host name not found')
  screen.getByText('retry')
})

test('an endpoint is paused at once, and is as before if the API refuses', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const page = await openScreen(OPEN, {
    answers: { ...toEndpoints([anEndpoint()]), 'PATCH /webhooks/subscriptions/:id': () => held.then(stale) },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Pause' }))
  await sheet().findByRole('button', { name: 'Resume' })
  go()
  await sheet().findByRole('button', { name: 'Pause' })
  expect(page.api.sentTo('PATCH /webhooks/subscriptions/:id')).toEqual([{ status: 'paused' }])
})

test('a change on a stale state keeps what was typed, and is made on the new one', async () => {
  let endpoint = anEndpoint()
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([endpoint]),
      'GET /webhooks/subscriptions/:id': () => versioned(endpoint, `"${endpoint.url}"`),
      'PATCH /webhooks/subscriptions/:id': stale(),
    },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Change' }))
  const form = within(await screen.findByRole('dialog', { name: 'Change the endpoint' }))
  await page.user.selectOptions(form.getByLabelText('Order'), 'per_subject')
  endpoint = anEndpoint({ url: `${URL_OF_ENDPOINT}/later` })
  await page.user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText(/Somebody else has changed this in between\./)
  expect(form.getByLabelText<HTMLSelectElement>('Order').value).toBe('per_subject')
  page.api.answer({
    'PATCH /webhooks/subscriptions/:id': ({ body }) => {
      endpoint = { ...endpoint, ...body }
      return versioned(endpoint)
    },
  })
  await page.user.click(form.getByRole('button', { name: 'Save over the new state' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change the endpoint' })).toBeNull())
  const changes = page.api.callsTo('PATCH /webhooks/subscriptions/:id')
  // The address of the other change is not sent back.
  expect(changes.map(({ body }) => body)).toEqual([{ ordering: 'per_subject' }, { ordering: 'per_subject' }])
  expect(changes.at(-1)?.headers.get('if-match')).toBe(`"${URL_OF_ENDPOINT}/later"`)
})

test('what was typed in the form of an endpoint is dropped with it, and cannot reach a later state', async () => {
  const page = await openScreen(OPEN, { answers: toEndpoints([anEndpoint()]) })
  await openSheet()
  for (const typed of [`${URL_OF_ENDPOINT}/staging`, null]) {
    await page.user.click(await screen.findByRole('button', { name: 'Change' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change the endpoint' }))
    const address = form.getByLabelText<HTMLInputElement>('Address (URL)')
    expect(address.value).toBe(URL_OF_ENDPOINT)
    if (typed !== null) await page.fill(address, typed)
    await page.user.click(form.getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change the endpoint' })).toBeNull())
  }
})

test('the secret of an endpoint is rotated and shown once', async () => {
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint()]),
      'POST /webhooks/subscriptions/:id/rotate-secret': created({ ...anEndpoint(), secret: 'whsec_new' }),
    },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Rotate secret' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Rotate the signing secret' }))
  await page.user.click(question.getByRole('button', { name: 'Rotate secret' }))
  within(await screen.findByRole('dialog', { name: 'Signing secret' })).getByText('whsec_new')
})

test('an endpoint at another host has a new secret, which is shown once', async () => {
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint()]),
      'PATCH /webhooks/subscriptions/:id': versioned({ ...anEndpoint(), secret: 'whsec_moved' }),
    },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Change' }))
  const form = within(await screen.findByRole('dialog', { name: 'Change the endpoint' }))
  await page.user.type(form.getByLabelText(/Address/), '/hooks')
  await page.user.click(form.getByRole('button', { name: 'Save' }))
  within(await screen.findByRole('dialog', { name: 'Signing secret' })).getByText('whsec_moved')
})

test('an endpoint is deleted after a question', async () => {
  const endpoints = [anEndpoint()]
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints(endpoints),
      'DELETE /webhooks/subscriptions/:id': () => {
        endpoints.pop()
        return gone()
      },
      'GET /webhooks/subscriptions/:id': versioned(anEndpoint()),
    },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Delete' }))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete endpoint' }))
  await screen.findByText('No webhook endpoints')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.address()).toBe(PATH)
})

test('past events are counted for a period, sent again, and the replay shows its progress', async () => {
  const replays: Replay[] = []
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint()], { replays }),
      'GET /webhooks/subscriptions/:id/replay-preview': ({ query }) => {
        const hours = (Date.parse(query.get('until') ?? '') - Date.parse(query.get('since') ?? '')) / 3_600_000
        const count = Math.round(hours)
        const counts = [{ event: 'shipment.created', count }]
        return { subscription_id: anEndpoint().subscription_id, event_count: count, counts, complete: count < 100 }
      },
      'POST /webhooks/subscriptions/:id/replay': () => {
        replays.push(aReplay({ queued_count: 3 }))
        return created(replays[0])
      },
      'POST /webhooks/subscriptions/:id/replays/:replay/cancel': () => {
        replays[0] = aReplay({ status: 'cancelled', queued_count: 3 })
        return replays[0]
      },
    },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Send past events again' }))
  await sheet().findByText('1 event is sent again.')
  await page.user.selectOptions(sheet().getByLabelText('Events of'), 'the last 24 hours')
  await sheet().findByText('24 events are sent again.')
  await page.user.selectOptions(sheet().getByLabelText('Events of'), 'the last 7 days')
  await sheet().findByText('More than 168 events are sent again.')
  await page.user.click(sheet().getByRole('button', { name: 'Start the replay' }))
  await sheet().findByText('running')
  sheet().getByText('3 events queued')
  await page.user.click(sheet().getByRole('button', { name: 'Cancel' }))
  await sheet().findByText('cancelled')
  expect(sheet().queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('a period without events cannot be sent again', async () => {
  const page = await openScreen(OPEN, {
    answers: {
      ...toEndpoints([anEndpoint()]),
      'GET /webhooks/subscriptions/:id/replay-preview': { event_count: 0, counts: [], complete: true },
    },
  })
  await page.user.click(await (await openSheet()).findByRole('button', { name: 'Send past events again' }))
  await sheet().findByText('0 events are sent again.')
  expect(sheet().getByRole<HTMLButtonElement>('button', { name: 'Start the replay' }).disabled).toBe(true)
})

test('an endpoint that is behind or has missed events says so', async () => {
  const endpoint = anEndpoint({
    ordering: 'per_subject',
    backlog: { since: '2026-03-02T08:00:00.000Z', events_behind: 1200 },
    missed: [
      { reason: 'paused', since: '2026-03-01T08:00:00.000Z', until: '2026-03-01T09:00:00.000Z', event_count: null },
    ],
  })
  await openScreen(OPEN, { answers: toEndpoints([endpoint]) })
  const facts = await openSheet()
  await facts.findByText(/1,200 events, since/)
  facts.getByText(/\(paused\)/)
  facts.getByText('In order for each shipment, quote and booking')
})

test('who may only read sees an endpoint without what changes it', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  await openScreen(OPEN, { answers: toEndpoints([anEndpoint()], { deliveries: [aDelivery()] }), session })
  await (await openSheet()).findByRole('button', { name: /shipment\.created/ })
  for (const name of ['Send a test event', 'Pause', 'Change', 'Rotate secret', 'Delete', 'Send past events again'])
    expect(sheet().queryByRole('button', { name })).toBeNull()
})
