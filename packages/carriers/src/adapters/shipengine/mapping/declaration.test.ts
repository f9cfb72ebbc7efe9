import { expect, test } from 'vitest'
import { aShirt, toCanada } from '../../../testing/declarations.ts'
import { ratesRequest } from '../../../testing/shipengine/schemas.ts'
import { aParcelTransport } from '../../../testing/transports.ts'
import { shipengineCustomsDecline, shipengineDeclarationNotices } from './declaration.ts'
import { toWireShipment } from './requests.ts'

const one = aParcelTransport(1_000)
const wire = (request = toCanada(one)) => toWireShipment(request, new Date())

test('a product has the value and the weight of one piece', () => {
  const taxIds = [{ party: 'importer', type: 'vat', number: 'GB123456789', issuingCountry: 'GB' }] as const
  const shipment = wire(toCanada(one, { taxIds }))
  expect(shipment).toMatchObject({
    customs: {
      contents: 'merchandise',
      non_delivery: 'return_to_sender',
      terms_of_trade_code: 'dap',
      invoice_additional_details: { invoice_number: 'INV-7' },
    },
    tax_identifiers: [
      { taxable_entity_type: 'ior', identifier_type: 'vat', issuing_authority: 'GB', value: 'GB123456789' },
    ],
    packages: [
      {
        products: [
          {
            description: 'Cotton T-shirt',
            quantity: 3,
            value: { currency: 'usd', amount: 19.99 },
            weight: { value: 5.291, unit: 'ounce' },
            harmonized_tariff_code: '6109100012',
            country_of_origin: 'PT',
            sku: 'TS-1',
          },
        ],
      },
    ],
  })
  const request = { shipment, rate_options: { carrier_ids: ['se-1'] } }
  expect(ratesRequest.safeParse(request).error).toBeUndefined()
  expect(wire(one)).not.toHaveProperty('customs')
})

test('who pays the duties is an advanced option, beside the others', () => {
  expect(wire(toCanada(one, { dutiesPayer: 'sender' }))).toMatchObject({
    advanced_options: { delivered_duty_paid: true },
  })
  expect(wire(toCanada(one, { incoterm: 'DDP' }))).toMatchObject({ advanced_options: { delivered_duty_paid: true } })
  expect(wire(toCanada(one))).not.toHaveProperty('advanced_options')
})

test('a donation is other contents with an explanation', () => {
  expect(wire(toCanada(one, { contents: 'humanitarian_donation' }))).toMatchObject({
    customs: { contents: 'other', contents_explanation: 'Humanitarian donation' },
  })
})

test('a long description is cut and said, as are fields that ShipEngine does not get', () => {
  const request = toCanada(one, {}, [{ ...aShirt, description: 'x'.repeat(120) }])
  expect(JSON.stringify(wire(request))).toContain(`"${'x'.repeat(100)}"`)
  expect(shipengineDeclarationNotices(request).map(({ code, pointer }) => [code, pointer])).toEqual([
    ['customs_left_out', '/customs/certify_signer'],
    ['text_shortened', '/parcels/0/items/0/description'],
  ])
})

test('ShipEngine is not asked without what it needs', () => {
  const customs = { contents: 'merchandise' } as const
  expect(shipengineCustomsDecline({ ...toCanada(one), customs })?.pointer).toBe('/customs/non_delivery')
  expect(shipengineCustomsDecline(toCanada(one, { incoterm: 'DAT' }))?.code).toBe('customs_not_supported')
})
