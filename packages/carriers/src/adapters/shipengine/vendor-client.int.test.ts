/** ShipEngine's own client against the server of our tests: what the server takes and answers is ShipEngine's API. */
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShipEngineServer, startShipEngineServer } from '../../testing/shipengine/server.ts'

let server: ShipEngineServer
beforeAll(async () => {
  server = await startShipEngineServer()
})
afterAll(() => server?.stop())

// Its types do not compile with ours.
const { ShipEngine } = createRequire(import.meta.url)('shipengine')
const createClient = (carrierAccountId: string) =>
  new ShipEngine({ apiKey: server.keyFor(carrierAccountId, 'sandbox'), baseURL: server.url, retries: 0 })

const address = {
  name: 'Ada Baker',
  phone: '+14155550100',
  addressLine1: '388 Townsend St',
  cityLocality: 'San Francisco',
  stateProvince: 'CA',
  postalCode: '94107',
  countryCode: 'US',
  addressResidentialIndicator: 'unknown',
}
const shipment = {
  validateAddress: 'no_validation',
  shipTo: { ...address, name: 'Grace Miller' },
  shipFrom: address,
  packages: [{ weight: { value: 436, unit: 'gram' } }],
}
const ratesFor = async (client: typeof ShipEngine, carrierIds: string[], overrides: object = {}) =>
  (await client.getRatesWithShipmentDetails({ shipment: { ...shipment, ...overrides }, rateOptions: { carrierIds } }))
    .rateResponse

test('carriers are listed', async () => {
  const carriers = await createClient('vendor_carriers').listCarriers()
  expect(
    carriers.map(({ carrierCode, hasMultiPackageSupportingServices }: Record<string, unknown>) => [
      carrierCode,
      hasMultiPackageSupportingServices,
    ]),
  ).toEqual([
    ['stamps_com', false],
    ['ups', true],
  ])
})

test('a shipment is rated, its rate bought once, tracked and voided', async () => {
  const client = createClient('vendor_labels')
  const { rates, errors } = await ratesFor(client, ['se-241902'], { externalShipmentId: 'att_1' })
  expect(errors).toEqual([])
  expect(rates[0]).toMatchObject({
    serviceCode: 'usps_ground_advantage',
    shippingAmount: { currency: 'usd', amount: 5.93 },
  })
  const label = await client.createLabelFromRate({
    rateId: rates[0].rateId,
    validateAddress: 'no_validation',
    labelLayout: '4x6',
    labelFormat: 'pdf',
    labelDownloadType: 'url',
    displayScheme: 'label',
  })
  expect(label).toMatchObject({
    status: 'completed',
    voided: false,
    labelDownload: { pdf: expect.stringContaining('.pdf') },
  })
  await expect(client.createLabelFromRate({ rateId: rates[0].rateId })).rejects.toThrow('already created')
  const log = await client.trackUsingLabelId(label.labelId)
  expect(log).toMatchObject({
    trackingNumber: label.trackingNumber,
    statusCode: 'NY',
    events: [{ signer: null, cityLocality: 'MCKINNEY' }],
  })
  expect(await client.voidLabelWithLabelId(label.labelId)).toMatchObject({ approved: true })
  expect(await client.voidLabelWithLabelId(label.labelId)).toMatchObject({ approved: false })
})

test('what a carrier does not take is an error beside the rates', async () => {
  const packages = [{ weight: { value: 40, unit: 'kilogram' } }]
  const { rates, errors } = await ratesFor(createClient('vendor_errors'), ['se-241902'], { packages })
  expect(rates).toEqual([])
  expect(errors).toMatchObject([{ errorSource: 'carrier', message: 'Weight exceeds the limit of Stamps.com.' }])
})

test('what the reference does not allow is refused', async () => {
  const client = createClient('vendor_refusals')
  await expect(ratesFor(client, ['se-0'])).rejects.toThrow('not a carrier of this account')
  await expect(ratesFor(client, ['se-241902'], { shipTo: { ...address, countryCode: 'usa' } })).rejects.toThrow(
    'country_code',
  )
  await expect(client.trackUsingLabelId('se-0')).rejects.toThrow()
})
