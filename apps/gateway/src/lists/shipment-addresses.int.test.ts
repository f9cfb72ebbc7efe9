import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

test('addresses of several shipments are one list, without shipments of others', async () => {
  const [first, foreign, last] = [newId('shp'), newId('shp'), newId('shp')]
  gateway.services.answer('ShipmentService.GetAddresses', ({ request: { shipment_id } }) => {
    if (shipment_id === foreign) throw new AppError('shipment_not_found', 'Shipment not found.')
    return { status: 200, body: Buffer.from(JSON.stringify({ success: true, data: { shipment_id } })) }
  })
  const path = '/api/v1/shipments/addresses'
  const { status, body } = await gateway.call('GET', `${path}?shipment_id=${first},${foreign},${last}`)
  expect({ status, data: body.data }).toEqual({ status: 200, data: [{ shipment_id: first }, { shipment_id: last }] })
  const missing = await gateway.call('GET', path)
  expect(missing.body.error).toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('shipment_id'),
  })
})
