/** An export that is imported by another account. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { customs, parcelItem } from '@waybill/contracts/testing/customs'
import { serviceOptions } from '@waybill/contracts/testing/service-options'
import { Waybill } from '@waybill/sdk'
import { exportShipments } from '@waybill/sdk/sheets/shipments/export'
import { aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'
import { baseUrl, openShell } from './shell.ts'

const aClient = async () => {
  const { access_token: apiKey } = await createTenant()
  return { apiKey, client: new Waybill({ apiKey, baseUrl }) }
}

async function readAll({ shipments }: Waybill) {
  const list = await shipments.list({ limit: 100, sort: 'created_at' }).toArray({ limit: 100 })
  const { data } = await shipments.listAddresses({ shipment_id: list.map(({ shipment_id }) => shipment_id) })
  return list.map((shipment) => ({
    shipment,
    addresses: data.find(({ shipment_id }) => shipment_id === shipment.shipment_id) as (typeof data)[number],
  }))
}

test('an export registers the same shipments elsewhere', async () => {
  const shell = openShell()
  try {
    const [from, to] = [await aClient(), await aClient()]
    const address = {
      first_name: 'Zoë',
      last_name: "'t Hooft",
      company: '=Bakery; "Corner"',
      address_line_1: '7, River Road',
      address_line_2: 'Flat 2',
      town: 'Soho',
      city: 'London',
      province: 'England',
      post_code: 'N1 9GU',
      country: 'GB',
      phone: '+44 20 7946 0018',
      email: 'grace@example.com',
      latitude: 51.5,
      longitude: -0.1,
      code: '0017',
    }
    const value = { declared_value: '12.50', declared_value_currency: 'EUR', contents_description: 'Bread, fresh' }
    const weight = { value: '2.5', unit: 'lb' as const }
    const dimensions = { length: '10', width: '8', height: '4.25', unit: 'in' as const }
    const metric = { title: 'Jam', weight_kg: '0.5', length_cm: '30', width_cm: '20', height_cm: '15.5' }
    const options = {
      ...serviceOptions(address as never),
      signature: 'required' as const,
      bill_to: { party: 'recipient' as const, account: '00A1', country: null, post_code: null },
    }
    const documents = [
      { dropoff_address: address, parcels: [{ title: 'Bread', weight, dimensions, ...value }, metric] },
      { parcels: [metric], hold: { reason: 'Paid?' }, service_options: options, customs: customs() },
      {
        parcels: [{ ...metric, declared_value: '19', declared_value_currency: 'GBP', items: [parcelItem()] }],
        service_options: { signature: 'adult', insurance: { amount: '250.00', currency: 'GBP' } },
        tags: ['Gift', 'fragile'],
      },
      { metadata: { 'cost-centre': '0042' }, dropoff_instructions: '- ring\ntwice', parcels: [metric] },
    ]
    for (const document of documents)
      await from.client.shipments.create(aShipmentDocument({ merchant_order_ref: aReference(), ...document }) as never)
    const exported = await readAll(from.client)
    writeFileSync(join(shell.directory, 'export.csv'), exportShipments(exported))
    const env = { WAYBILL_API_KEY: to.apiKey, WAYBILL_URL: baseUrl }
    const { out, err, exitCode } = await shell.run('waybill shipments import export.csv', env)
    expect({ out, err, exitCode }).toMatchObject({ out: expect.stringContaining('4 of 4'), exitCode: 0 })

    const imported = await readAll(to.client)
    expect(imported.map(comparable)).toEqual(exported.map(comparable))
    const foreign = await to.client.shipments.listAddresses({ shipment_id: [exported[0]?.shipment.shipment_id ?? ''] })
    expect(foreign.data).toEqual([])
  } finally {
    shell.remove()
  }
})

/** Without what every registration has anew, and what is of one account. */
function comparable({ shipment, addresses }: Awaited<ReturnType<typeof readAll>>[number]) {
  const { shipment_id, merchant_id, environment_id, created_at, updated_at, tracking_url, ...others } = shipment
  const { service_options: options, hold } = others
  return {
    ...others,
    hold: hold?.reason,
    parcels: others.parcels.map(({ parcel_id: _, ...parcel }) => parcel),
    service_options: options && { ...options, return_address: withoutId(options.return_address) },
    pickup_address: withoutId(addresses.pickup_address),
    dropoff_address: withoutId(addresses.dropoff_address),
  }
}

const withoutId = (address: object | null) => address && { ...address, location_id: undefined }
