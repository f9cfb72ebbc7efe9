/** An export that is imported by another account. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
    const documents = [
      { dropoff_address: address, parcels: [{ title: 'Bread', weight, dimensions, ...value }, metric] },
      { metadata: { 'cost-centre': '0042' }, dropoff_instructions: '- ring\ntwice', parcels: [metric] },
    ]
    for (const document of documents)
      await from.client.shipments.create(aShipmentDocument({ merchant_order_ref: aReference(), ...document }) as never)
    const exported = await readAll(from.client)
    writeFileSync(join(shell.directory, 'export.csv'), exportShipments(exported))
    const env = { WAYBILL_API_KEY: to.apiKey, WAYBILL_URL: baseUrl }
    const { out, err, exitCode } = await shell.run('waybill shipments import export.csv', env)
    expect({ out, err, exitCode }).toMatchObject({ out: expect.stringContaining('2 of 2'), exitCode: 0 })

    const imported = await readAll(to.client)
    expect(imported.map(comparable)).toEqual(exported.map(comparable))
    const foreign = await to.client.shipments.listAddresses({ shipment_id: [exported[0]?.shipment.shipment_id ?? ''] })
    expect(foreign.data).toEqual([])
  } finally {
    shell.remove()
  }
})

/** Without what every registration has anew. */
function comparable({ shipment, addresses }: Awaited<ReturnType<typeof readAll>>[number]) {
  const { merchant_order_ref, collection_date, ready_at, metadata, parcels } = shipment
  const { pickup_instructions, dropoff_instructions } = shipment
  return {
    merchant_order_ref,
    collection_date,
    ready_at,
    metadata,
    pickup_instructions,
    dropoff_instructions,
    parcels: parcels.map(({ parcel_id: _, ...parcel }) => parcel),
    addresses: [addresses.pickup_address, addresses.dropoff_address].map(({ location_id: _, ...address }) => address),
  }
}
