import { expect, test } from 'vitest'
import { aShirt, toCanada } from '../../../testing/declarations.ts'
import { shipmentRequest } from '../../../testing/shippo/schemas.ts'
import { aParcelTransport } from '../../../testing/transports.ts'
import { shippoCustomsDecline, shippoDeclarationNotices } from './declaration.ts'
import { toWireShipment } from './requests.ts'

const one = aParcelTransport(1_000)
const wire = (request = toCanada(one)) => toWireShipment(request, new Date())

test('a declaration has the items of all parcels, with the value and the weight of their lines as text', () => {
  const request = toCanada(aParcelTransport(1_000, 500))
  const item = {
    description: 'Cotton T-shirt',
    quantity: 3,
    net_weight: '15.8732',
    mass_unit: 'oz',
    value_amount: '59.97',
    value_currency: 'USD',
    origin_country: 'PT',
    tariff_number: '6109100012',
    sku_code: 'TS-1',
  }
  expect(wire(request)).toMatchObject({
    customs_declaration: {
      contents_type: 'MERCHANDISE',
      non_delivery_option: 'RETURN',
      certify: true,
      certify_signer: 'Ada Baker',
      incoterm: 'DAP',
      eel_pfc: 'NOEEI_30_37_a',
      invoice: 'INV-7',
      items: [item, item],
    },
  })
  expect(shipmentRequest.safeParse(wire(request)).error).toBeUndefined()
  expect(wire(one)).not.toHaveProperty('customs_declaration')
})

test.each([
  ['NOEEI 30.36', { eel_pfc: 'NOEEI_30_36' }],
  ['noeei 30.37(h)', { eel_pfc: 'NOEEI_30_37_h' }],
  ['AES X20261128123456', { eel_pfc: 'AES_ITN', aes_itn: 'X20261128123456' }],
])('the filing %s is sent as Shippo names it', (exportFiling, fields) => {
  const request = toCanada(one, { exportFiling })
  expect(wire(request)).toMatchObject({ customs_declaration: fields })
  expect(JSON.stringify(shippoDeclarationNotices(request))).not.toContain('export_filing')
})

test('another filing, and tax numbers for which there is no place, are said', () => {
  const taxIds = [
    { party: 'sender', type: 'eori', number: 'DE1234567' },
    { party: 'sender', type: 'vat', number: 'DE123456789' },
    { party: 'recipient', type: 'vat', number: 'GB1' },
    { party: 'sender', type: 'ioss', number: 'IM2760000005' },
  ] as const
  const request = toCanada(one, { taxIds, exportFiling: '26DE000000000000A1' })
  expect(wire(request)).toMatchObject({
    customs_declaration: {
      exporter_identification: { eori_number: 'DE1234567', tax_id: { type: 'VAT', number: 'DE123456789' } },
    },
  })
  expect(shippoDeclarationNotices(request).map(({ message }) => message)).toEqual([
    'Shippo does not get /customs/invoice_date, /customs/export_filing, /customs/tax_ids/2, /customs/tax_ids/3.',
  ])
})

test('Shippo is not asked without what it needs, nor with terms that it does not know', () => {
  const customs = { contents: 'merchandise', certify: false } as const
  const decline = shippoCustomsDecline({ ...toCanada(one), customs })
  expect(decline).toMatchObject({ code: 'missing_field', pointer: '/customs/non_delivery' })
  expect(decline?.message).toContain('/customs/non_delivery, /customs/certify, /customs/certify_signer.')
  expect(shippoCustomsDecline(toCanada(one, { incoterm: 'EXW' }))?.pointer).toBe('/customs/incoterm')
  const { originCountry: _, ...unknown } = aShirt
  expect(shippoCustomsDecline(toCanada(one, {}, [unknown]))?.pointer).toBe('/parcels/0/items/0/origin_country')
})
