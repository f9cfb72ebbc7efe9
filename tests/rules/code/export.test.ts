/** Every field with which a shipment is registered has a column of the export, and comes back from it. */
import { buildDocument } from '@waybill/api-docs/openapi/document'
import { createShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { publicShipment, shipmentAddresses } from '@waybill/contracts/shipment'
import { address, parcel, shipment } from '@waybill/contracts/testing/records'
import { routeTable } from '@waybill/gateway/routes/table'
import { FIELDS } from '@waybill/sdk/sheets/columns/fields'
import { guessMapping } from '@waybill/sdk/sheets/columns/guess'
import { readSheetText } from '@waybill/sdk/sheets/read'
import { toDocument } from '@waybill/sdk/sheets/shipments/document'
import { exportShipments } from '@waybill/sdk/sheets/shipments/export'
import { toShipments } from '@waybill/sdk/sheets/shipments/merge'
import { expect, test } from 'vitest'

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

const document = buildDocument(routeTable, { publicUrl: 'https://api.example.com', day: new Date() }) as unknown as {
  components: { schemas: Record<string, Schema> }
}

/** Fields that are not written, and why not. */
const NOT_WRITTEN: Record<string, string> = {
  merchant_id: 'the merchant who imports',
  assignee_id: 'a member of the team that exports',
  'parcels.0.weight_kg': 'the weight as it was sent is written',
  'parcels.0.length_cm': 'the sides as they were sent are written',
  'parcels.0.width_cm': 'the sides as they were sent are written',
  'parcels.0.height_cm': 'the sides as they were sent are written',
  'customs.from_defaults': 'of the environment that exports',
  'service_options.return_address.location_id': 'of the environment that exports',
}

/** Fields within a list in JSON, which is one column. */
const IN_JSON = /^(parcels\.0\.items|customs\.tax_ids)\./

function listLeaves(schema: Schema, path: string[] = []): string[] {
  const { $ref, properties, items, anyOf = [], oneOf = [], allOf = [] } = schema
  if ($ref) return listLeaves(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, path)
  const parts = [...anyOf, ...oneOf, ...allOf].filter((part) => part.$ref ?? part.properties ?? part.items)
  if (parts.length > 0) return [...new Set(parts.flatMap((part) => listLeaves(part, path)))]
  if (items) return listLeaves(items, [...path, '0'])
  if (properties) return Object.entries(properties).flatMap(([name, one]) => listLeaves(one, [...path, name]))
  return [path.join('.')]
}

const leaves = listLeaves(document.components.schemas.CreateShipment ?? {})
const read = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (Object(at) as Record<string, unknown>)[key], value)

const stored = shipment({
  collectionAt: new Date('2099-01-01T00:00:00Z'),
  collectionDate: '2099-01-01',
  collectionAllDay: true,
  pickupAddress: address({ name: 'Corner Bakery', residential: false }),
  dropoffAddress: address({ residential: true }),
  parcels: [
    parcel({ declaredValueMinor: 1_900, weightSent: '2.5 lb', dimensionsSent: '10 8 4.5 in' }),
    parcel({ parcelId: 'pcl_2', items: [] }),
  ],
})
stored.serviceOptions = {
  ...(stored.serviceOptions as NonNullable<typeof stored.serviceOptions>),
  return_address: address({ name: 'Returns desk', residential: false }),
}
const exported = { shipment: publicShipment(stored), addresses: shipmentAddresses(stored) }

const importAgain = (text: string) => {
  const sheet = readSheetText(text.slice(1))
  return toShipments(sheet, guessMapping(sheet.headings, sheet.rows)).map(({ values }) => toDocument(values))
}

test('every field of a shipment is written to the export and read from it', () => {
  expect(leaves).toEqual(
    expect.arrayContaining(['merchant_order_ref', 'service_options.tip.amount', 'customs.incoterm']),
  )
  const [again] = importAgain(exportShipments([exported as never]))
  const lost = leaves.filter((leaf) => !(leaf in NOT_WRITTEN) && (read(again, leaf) ?? null) === null)
  expect(lost).toEqual([])
  const accepted = createShipmentSchema.parse(again)
  const { service_options: options, customs, hold, tags, parcels } = exported.shipment
  const { from_defaults: _none, ...declared } = customs ?? {}
  expect(again).toMatchObject({ tags, hold: { reason: hold?.reason }, customs: declared })
  expect(accepted.parcels[0]?.items).toHaveLength(parcels[0]?.items.length ?? 0)
  const { location_id: _, ...returnAddress } = options?.return_address ?? {}
  expect(accepted.service_options).toMatchObject({
    ...options,
    insurance: { ...options?.insurance, amount: 250 },
    tip: { ...options?.tip, amount: 2.5 },
    return_address: returnAddress,
  })
})

test('every field of a shipment can be chosen for a column', () => {
  const fields = leaves.filter((leaf) => !(leaf in NOT_WRITTEN)).map((leaf) => IN_JSON.exec(leaf)?.[1] ?? leaf)
  const names = fields.map((field) => field.replace(/^tags\.0$/, 'tags'))
  expect([...new Set(names)].filter((name) => !FIELDS.some((field) => field === name))).toEqual([])
})

test('columns that no shipment fills are left out', () => {
  const bare = { ...exported, shipment: { ...exported.shipment, service_options: null, customs: null } }
  expect(exportShipments([bare as never])).not.toMatch(/service_options|customs/)
})
