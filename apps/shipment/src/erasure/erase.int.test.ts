import { createLog } from '@waybill/chassis/telemetry/log'
import { erasedDocument } from '@waybill/contracts/erasure'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { aMerchant, aRunningService, startSharedService } from '../testing/running-service.ts'
import { startRetention } from './retention.ts'

const DAY_MS = 86_400_000

const service = await startSharedService({ personalDataRetentionDays: 10 })

type Merchant = ReturnType<typeof aMerchant>

const find = async (merchant: Merchant, wanted: object) =>
  (await service.client.FindToErase({ context: merchant.context(), ...wanted })).shipments
const erase = (merchant: Merchant, shipment_id: string) =>
  service.client.Erase({ context: merchant.context(), shipment_id })

/** Makes a shipment look as if it ended so many days ago. */
const ended = (shipmentId: string, daysAgo = 0) =>
  service.db
    .updateTable('shipment')
    .set({ status: 'delivered', updated_at: new Date(Date.now() - daysAgo * DAY_MS) })
    .where('shipment_id', '=', shipmentId)
    .execute()

test('finds a phone number in any notation and an e-mail address in any field, and nothing else', async () => {
  const [merchant, other] = [aMerchant(service), aMerchant(service)]
  const address = aShipmentDocument().dropoff_address as object
  const document = aShipmentDocument({
    dropoff_address: { ...address, phone: '+44 (0)7700 900-987 ext. 12' },
    metadata: { customer: 'Grace@Example.com' },
  })
  const { shipment_id } = await merchant.created(document)
  await merchant.created()
  await other.created()
  for (const phone of ['07700 900987', '7700900987', '(07700) 900 987']) {
    expect(await find(merchant, { phone })).toMatchObject([{ shipment_id }])
    expect(await find(other, { phone })).toEqual([])
  }
  expect(await find(merchant, { email: 'grace@example.com' })).toMatchObject([{ shipment_id }])
  expect(await find(merchant, { phone: '07700 900988' })).toEqual([])
  await expect(find(merchant, { phone: '987' })).rejects.toMatchObject({ code: 'invalid_parameter' })
  await expect(find(merchant, { email: 'grace' })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('rejects a shipment without a final status, or of another environment', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created()
  await expect(erase(merchant, shipment_id)).rejects.toMatchObject({
    code: 'shipment_not_erasable',
    meta: { current_status: 'ready' },
  })
  await ended(shipment_id)
  await expect(erase(aMerchant(service), shipment_id)).rejects.toMatchObject({ code: 'shipment_not_found' })
})

test('is idempotent, publishes once, and the shipment has no personal data', async () => {
  const merchant = aMerchant(service)
  const shirt = { description: 'Shirt for Grace', quantity: 2, unit_value: { amount: 9.5, currency: 'GBP' }, sku: 'GM' }
  const document = aShipmentDocument({
    parcels: [aParcelDocument({ items: [shirt, { ...shirt, quantity: 1 }] }), aParcelDocument()],
    customs: { certify_signer: 'Ada Baker', tax_ids: [{ party: 'recipient', type: 'cpf', number: '123' }] },
  })
  const { shipment_id } = await merchant.created(document, { key: 'once' })
  await ended(shipment_id)
  const before = await merchant.get(shipment_id)
  const first = await erase(merchant, shipment_id)
  expect(await erase(merchant, shipment_id)).toEqual(first)
  expect(await merchant.get(shipment_id)).toEqual(erasedDocument(before, merchant.environmentId))
  const addresses = await service.client.GetAddresses({ context: merchant.context(), shipment_id })
  expect(JSON.parse(addresses.body.toString()).data.dropoff_address).toMatchObject({
    name: '[erased]',
    address_line_1: '[erased]',
    phone: null,
    email: null,
    first_name: null,
    post_code: 'N1',
  })
  await eventually(async () => {
    const types = (await merchant.events(shipment_id)).map(({ type }) => type)
    expect(types).toEqual(['shipment.erased'])
    const repeated = await merchant.create(document, { key: 'once' })
    expect(repeated).toMatchObject({ status: 201, replayed: true })
    expect(JSON.parse(repeated.body.toString()).data.dropoff_address.name).toBe('[erased]')
  })
})

test('the retention erases shipments that ended before it, and no others', async () => {
  const old = await aRunningService({ personalDataRetentionDays: 0 })
  const merchant = aMerchant(old)
  const [past, recent, live] = await Promise.all([merchant.created(), merchant.created(), merchant.created()])
  for (const [{ shipment_id }, status, daysAgo] of [
    [past, 'expired', 401],
    [recent, 'expired', 399],
    [live, 'ready', 401],
  ] as const) {
    const updated_at = new Date(Date.now() - daysAgo * DAY_MS)
    await old.db.updateTable('shipment').set({ status, updated_at }).where('shipment_id', '=', shipment_id).execute()
  }
  const log = createLog({ service: 'shipment', level: 'silent' })
  const retention = startRetention({ db: old.db, days: 400, log })
  await eventually(async () => expect((await merchant.get(past.shipment_id)).dropoff_address.name).toBe('[erased]'))
  await retention.stop()
  for (const { shipment_id } of [recent, live]) {
    expect((await merchant.get(shipment_id)).dropoff_address.name).not.toBe('[erased]')
  }
  expect(await old.db.selectFrom('erasure').selectAll().execute()).toMatchObject([
    { subject_id: past.shipment_id, cause: 'retention', due_at: null },
  ])
  await old.stop()
})
