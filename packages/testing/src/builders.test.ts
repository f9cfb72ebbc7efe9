import {
  bookShipmentSchema,
  cancelShipmentSchema,
  createOnDemandShipmentSchema,
  createQuoteSchema,
  createShipmentSchema,
} from '@waybill/contracts/requests/shipment-documents'
import { expect, test } from 'vitest'
import { aCancellation, aShipmentDocument } from './builders.ts'

test.each([
  ['a shipment', createShipmentSchema, aShipmentDocument()],
  ['an on-demand shipment', createOnDemandShipmentSchema, aShipmentDocument()],
  ['a quote', createQuoteSchema, aShipmentDocument()],
  ['a cancellation', cancelShipmentSchema, aCancellation()],
  ['a booking', bookShipmentSchema, { quote_option_id: 'qop_1' }],
])('builds a valid body for %s', (_, schema, body) => {
  expect(schema.safeParse(JSON.parse(JSON.stringify(body))).error).toBeUndefined()
})
