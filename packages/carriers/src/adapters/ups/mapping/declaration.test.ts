import { expect, test } from 'vitest'
import { aShirt, toCanada } from '../../../testing/declarations.ts'
import { rateRequest, shipmentRequest } from '../../../testing/ups/schemas.ts'
import { aBooking, aTransport } from '../../../testing/ups/test-carrier.ts'
import { goodsDecline, upsDeclarationNotices } from './declaration.ts'
import { toRateRequest, toShipmentRequest } from './requests.ts'

const ACCOUNT = 'A1B2C3'
const abroad = toCanada(aTransport())
const ship = (request = abroad) => {
  const wire = toShipmentRequest({ ...aBooking(), ...request }, '11', ACCOUNT)
  expect(shipmentRequest.safeParse(wire).error).toBeUndefined()
  return shipmentRequest.parse(wire).ShipmentRequest.Shipment
}
const toParis = (request = abroad) => ({
  ...request,
  dropoff: { ...request.dropoff, city: 'Paris', province: null, postCode: '75008', country: 'FR' },
})

test('an invoice has the value of each piece, the buyer, the terms and the certificate', () => {
  expect(ship()).toMatchObject({
    InvoiceLineTotal: { CurrencyCode: 'USD', MonetaryValue: '60' },
    ShipmentServiceOptions: {
      InternationalForms: {
        FormType: ['01'],
        Contacts: { SoldTo: { Name: 'Grace Miller', AttentionName: 'Grace Miller', Address: { CountryCode: 'CA' } } },
        Product: [
          {
            Description: ['Cotton T-shirt'],
            Unit: { Number: '3', UnitOfMeasurement: { Code: 'PCS' }, Value: '19.99' },
            CommodityCode: '6109100012',
            PartNumber: 'TS-1',
            OriginCountryCode: 'PT',
          },
        ],
        InvoiceNumber: 'INV-7',
        InvoiceDate: '20261128',
        ReasonForExport: 'SALE',
        TermsOfShipment: 'DAP',
        DeclarationStatement: expect.stringMatching(/^I hereby certify .* Ada Baker$/),
        CurrencyCode: 'USD',
      },
    },
  })
})

test('a description has three lines of 35 characters, broken between words, and a longer one is said', () => {
  const description =
    'Long-sleeved T-shirt of organic cotton, with a print on the front and a woven label in the neck, size M'
  const request = toCanada(aTransport(), {}, [{ ...aShirt, description }])
  const [product] = ship(request).ShipmentServiceOptions?.InternationalForms?.Product ?? []
  expect(product?.Description).toEqual([
    'Long-sleeved T-shirt of organic',
    'cotton, with a print on the front',
    'and a woven label in the neck, size',
  ])
  expect(upsDeclarationNotices(request).map(({ code, pointer }) => [code, pointer])).toEqual([
    ['customs_left_out', '/customs/non_delivery'],
    ['text_shortened', '/parcels/0/items/0/description'],
  ])
  const word = { ...aShirt, description: 'x'.repeat(70) }
  const [long] = ship(toCanada(aTransport(), {}, [word])).ShipmentServiceOptions?.InternationalForms?.Product ?? []
  expect(long?.Description).toEqual(['x'.repeat(35), 'x'.repeat(35)])
})

test('the account pays duties that the sender pays, in the price and with the purchase', () => {
  const paid = toCanada(aTransport(), { dutiesPayer: 'sender' })
  const charges = [{ Type: '01' }, { Type: '02', BillShipper: { AccountNumber: ACCOUNT } }]
  expect(ship(paid).PaymentInformation).toMatchObject({ ShipmentCharge: charges })
  const rated = toRateRequest(paid, ACCOUNT)
  expect(rateRequest.safeParse(rated).error).toBeUndefined()
  expect(rated).toMatchObject({
    RateRequest: {
      Shipment: { PaymentDetails: { ShipmentCharge: charges }, InvoiceLineTotal: { MonetaryValue: '60' } },
    },
  })
})

test('documents and shipments without terms have no invoice, and other countries no value of the shipment', () => {
  const { customs: _, ...undeclared } = toParis()
  expect(ship(undeclared)).not.toHaveProperty('ShipmentServiceOptions')
  expect(ship(toParis(toCanada(aTransport(), { contents: 'documents' })))).not.toHaveProperty('ShipmentServiceOptions')
  expect(ship(toParis())).not.toHaveProperty('InvoiceLineTotal')
  expect(ship({ ...abroad, dropoff: aTransport().dropoff })).not.toHaveProperty('ShipmentServiceOptions')
  expect(goodsDecline(undeclared)).toBeNull()
})

test('the number of an export is sent from its country, and another filing is said', () => {
  const berlin = { ...toParis(), pickup: { ...abroad.pickup, country: 'GB', province: null, postCode: 'N1 9GU' } }
  const filed = (exportFiling: string) => ({ ...berlin, customs: { ...berlin.customs, exportFiling } })
  expect(ship(filed('26gb000000000000a1'))).toMatchObject({ MovementReferenceNumber: '26GB000000000000A1' })
  expect(ship(filed('26DE000000000000A1'))).not.toHaveProperty('MovementReferenceNumber')
  expect(JSON.stringify(upsDeclarationNotices(filed('26DE000000000000A1')))).toContain('/customs/export_filing')
  expect(JSON.stringify(upsDeclarationNotices(filed('26GB000000000000A1')))).not.toContain('/customs/export_filing')
})

test.each([
  [toCanada(aTransport(), { invoiceNumber: '' }), '/customs/invoice_number'],
  [toCanada(aTransport(), { incoterm: 'DDU' }), '/customs/incoterm'],
  [toCanada(aTransport(), {}, []), '/parcels/0/declared_value'],
  [toParis(toCanada(aTransport(), {}, [])), '/parcels/0/items'],
  [toParis(toCanada(aTransport(), {}, Array(101).fill(aShirt))), '/parcels/0/items'],
])('a gap of the invoice is named before UPS is asked: %#', (request, pointer) => {
  expect(goodsDecline(request)?.pointer).toBe(pointer)
})
