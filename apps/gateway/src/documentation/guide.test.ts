import { toCurl } from '@waybill/api-docs/openapi/curl'
import { buildDocument } from '@waybill/api-docs/openapi/document'
import { guide } from '@waybill/api-docs/openapi/guide'
import { eventTypes } from '@waybill/contracts/events/public-event'
import { expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'

const document = buildDocument(routeTable, { publicUrl: 'https://api.example.com', day: new Date() })
const { description } = document.info

test('the introduction shows how to create, quote, book and follow a shipment', () => {
  expect(description).toContain('curl -X POST "https://api.example.com/api/v1/shipments" \\\n  -H "Authorization')
  expect(description).toContain('curl -X POST "https://api.example.com/api/v1/quotes"')
  expect(description).toContain('"https://api.example.com/api/v1/shipments/$SHIPMENT_ID/book"')
  expect(description).toContain('curl "https://api.example.com/api/v1/shipments/$SHIPMENT_ID"')
})

test('the booking uses the option that the reader kept, outside of the single quotes', () => {
  expect(description).toContain(`"quote_option_id": "'"$QUOTE_OPTION_ID"'"`)
  expect(description).not.toMatch(/"quote_option_id": "qop_/)
})

test('the introduction links to the error codes and names every event type', () => {
  expect(description).toContain('(/docs/errors)')
  for (const type of eventTypes) expect(description).toContain(`\`${type}\``)
})

test('a step for an operation that the document lacks is an error', () => {
  expect(() => guide({ ...document, paths: {} }, { requests: {} })).toThrow('createShipment')
})

test('a single quote in an example body does not end the shell string', () => {
  const operation = { ...document.paths['/api/v1/carriers']?.get, parameters: [], responses: {} }
  const command = toCurl('https://x.test', {
    method: 'POST',
    path: '/a/{b}',
    operation: { ...operation, operationId: 'o', tags: [], summary: '', security: [] },
    body: { note: "it's" },
  })
  expect(command).toBe(
    `curl -X POST "https://x.test/a/$B" \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "note": "it'\\''s"\n}'`,
  )
})
