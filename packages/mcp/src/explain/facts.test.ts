import { Waybill } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { readFacts } from './facts.ts'
import { whatHappened } from './sentences.ts'

const list = (data: object[]) => ({ data, meta: { has_more: false, next_cursor: null } })

/** The deliveries of a subscription that has sent 100 messages about other shipments since. */
const deliveries = (eventIds: string | null) =>
  eventIds === null
    ? Array.from({ length: 100 }, (_, index) => ({ event_id: `evt_other_${index}`, status: 'succeeded' }))
    : eventIds.split(',').map((event_id) => ({ event_id, status: 'succeeded' }))

function answer({ pathname, searchParams }: URL): object {
  if (pathname.endsWith('/deliveries')) return list(deliveries(searchParams.get('event_id')))
  if (pathname.endsWith('/subscriptions/whs_1'))
    return { data: { subscription_id: 'whs_1', status: 'active', backlog: { since: '', events_behind: 7 } } }
  if (pathname.endsWith('/subscriptions')) return list([{ subscription_id: 'whs_1' }])
  if (pathname.endsWith('/events')) return list(Array.from({ length: 30 }, (_, index) => ({ id: `evt_${index}` })))
  if (pathname.endsWith('/shipments/shp_1')) return { data: { shipment_id: 'shp_1', status: 'delivered' } }
  return list([])
}

test('messages about the shipment are counted, however many were sent since, and what a webhook is behind', async () => {
  const fetch = async (input: string | URL | Request) => Response.json(answer(new URL(String(input))))
  const waybill = new Waybill({ baseUrl: 'https://waybill.example.com', apiKey: 'wb_test_1', fetch })
  expect(whatHappened(await readFacts(waybill, 'shp_1')).slice(-2)).toEqual([
    'Webhook whs_1 is active. Messages about this shipment: 30 arrived, 0 waiting, 0 failed.',
    'It is behind: events that are not yet sent, also of other shipments: 7.',
  ])
})
