import { expect, test } from 'vitest'
import { aShirt, toCanada } from '../../../testing/declarations.ts'
import { shipmentRequest } from '../../../testing/easypost/schemas.ts'
import { aParcelTransport } from '../../../testing/transports.ts'
import { easypostCustomsDecline, easypostDeclarationNotices } from './declaration.ts'
import { toWireOrder, toWireShipment } from './requests.ts'

const one = aParcelTransport(1_000)
const wireOne = (request = toCanada(one)) => {
  const [parcel] = request.parcels
  if (parcel === undefined) throw new Error('there is no parcel')
  return toWireShipment(request, parcel).shipment
}

test('an item has the value and the ounces of its whole line', () => {
  expect(wireOne()).toMatchObject({
    customs_info: {
      contents_type: 'merchandise',
      non_delivery_option: 'return',
      customs_certify: true,
      customs_signer: 'Ada Baker',
      eel_pfc: 'NOEEI 30.37(a)',
      customs_items: [
        {
          description: 'Cotton T-shirt',
          quantity: 3,
          value: 59.97,
          currency: 'USD',
          weight: 15.873,
          origin_country: 'PT',
          hs_tariff_number: '6109100012',
          code: 'TS-1',
        },
      ],
    },
    options: { incoterm: 'DAP', invoice_number: 'INV-7' },
  })
  expect(shipmentRequest.safeParse({ shipment: wireOne() }).error).toBeUndefined()
})

test('each shipment of an order declares the contents of its parcel', () => {
  const two = toCanada(aParcelTransport(1_000, 500))
  const [first, second] = two.parcels
  const parcels = [first, { ...second, items: [{ ...aShirt, quantity: 1 }] }] as typeof two.parcels
  expect(toWireOrder({ ...two, parcels }).order.shipments).toMatchObject([
    { customs_info: { customs_items: [{ quantity: 3 }] }, options: { incoterm: 'DAP' } },
    { customs_info: { customs_items: [{ quantity: 1, value: 19.99 }] } },
  ])
})

test('the signer goes with the certificate only, the payer of duties is a term, and the ITN stands after AES', () => {
  const { incoterm: _, ...customs } = toCanada(one).customs ?? {}
  const request = {
    ...toCanada(one),
    customs: { ...customs, certify: false, dutiesPayer: 'recipient', exportFiling: 'X20261128123456' } as const,
  }
  const wire = wireOne(request)
  expect(wire.customs_info).not.toHaveProperty('customs_signer')
  expect(wire).toMatchObject({ customs_info: { eel_pfc: 'AES X20261128123456' }, options: { incoterm: 'DAP' } })
  const unsigned = { ...request, customs: { ...customs, certify: true, certifySigner: '' } }
  expect(easypostCustomsDecline(unsigned)?.pointer).toBe('/customs/certify_signer')
})

test('tax numbers name their side, and what EasyPost does not get is said', () => {
  const taxIds = [
    { party: 'sender', type: 'ioss', number: 'IM2760000005', issuingCountry: 'IE' },
    { party: 'importer', type: 'vat', number: 'GB1', issuingCountry: 'GB' },
  ] as const
  const request = toCanada(one, { taxIds })
  expect(wireOne(request)).toMatchObject({
    tax_identifiers: [{ entity: 'SENDER', tax_id_type: 'IOSS', tax_id: 'IM2760000005', issuing_country: 'IE' }],
  })
  expect(easypostDeclarationNotices(request).map(({ message }) => message)).toEqual([
    'EasyPost does not get /customs/invoice_date, /customs/tax_ids/1.',
  ])
})

test('goods within a customs border are not declared', () => {
  const declaredAtHome = { ...toCanada(one), dropoff: one.dropoff }
  expect(wireOne(declaredAtHome)).not.toHaveProperty('customs_info')
  expect(wireOne(declaredAtHome)).not.toHaveProperty('options')
})
