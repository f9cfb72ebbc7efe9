import { expect, test } from 'vitest'
import { findEntries, operationEntries, type SearchEntry } from './search.ts'

const entries: SearchEntry[] = [
  ['/docs#1', 'List bookings', 'GET /bookings booking carrier'],
  ['/docs#2', 'Print up to 500 labels', 'POST /label-batches of what you book'],
  ['/docs#3', 'Request a quote', 'POST /quotes'],
  ['/docs#4', 'Book a shipment', 'POST /shipments/{shipment_id}/book'],
  ['/docs/sdk', 'SDK', 'book'],
  ['/docs/webhooks', 'Webhooks', 'events for your server'],
]
const findTitles = (query: string) => findEntries(entries, query).map(([, title]) => title)

test('a word of a title counts before its beginning, and both before the text', () => {
  expect(findTitles('book')).toEqual(['Book a shipment', 'List bookings', 'Print up to 500 labels', 'SDK'])
  expect(findTitles('WEBHOOK')).toEqual(['Webhooks'])
  expect(findTitles('label book')).toEqual(['Print up to 500 labels'])
})

test('nothing is found without a word, or with one that nowhere is', () => {
  for (const query of ['', ' ?! ', 'book zebra']) expect(findTitles(query)).toEqual([])
})

test('an operation is found by its path, its fields and its parameters', () => {
  const operation = {
    operationId: 'bookShipment',
    summary: 'Book a shipment',
    tags: ['Rate cards'],
    parameters: [{ name: 'Idempotency-Key' }],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } } },
  }
  const [entry] = operationEntries({
    tags: [{ name: 'Rate cards' }],
    paths: { '/book': { post: operation } },
    components: { schemas: { Book: { properties: { quote_option_id: {} } } } },
  })
  expect(entry?.[0]).toBe('/docs#tag/rate-cards/POST/book')
  for (const query of ['quote_option_id', 'bookshipment', 'idempotency'])
    expect(findEntries(entry ? [entry] : [], query)).toHaveLength(1)
})
