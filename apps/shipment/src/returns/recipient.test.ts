import type { Shipment } from '@waybill/contracts/shipment'
import { noReturnRules } from '@waybill/contracts/shipments/return-rules'
import { returnShipmentSchema } from '@waybill/contracts/shipments/returns'
import { parcel } from '@waybill/contracts/testing/records'
import { expect, test } from 'vitest'
import { aShipment } from '../testing/shipment.ts'
import { returnPage } from './recipient.ts'
import { registerReturn } from './return.ts'

const now = new Date('2026-12-02T10:00:00Z')
const cause = { at: now, requestId: null, idempotencyKey: null }
const plain = (({ items: _, ...unlisted }) => unlisted)(parcel({ parcelId: 'pcl_a' }))
const original = aShipment({
  shipmentId: 'shp_0',
  status: 'delivered',
  bookingId: 'bkg_0',
  parcels: [plain, { ...plain, parcelId: 'pcl_b' }],
  returnTerms: null,
})
const owner = {
  environmentId: 'env_1',
  merchantId: 'mer_1',
  livemode: false,
  trackingUrl: 'https://waybill.example/t/1',
}

const aReturn = (earlier: Shipment[], goods?: { parcel_id: string; items: null }[]): Shipment =>
  registerReturn(
    original,
    earlier,
    {
      owner,
      document: returnShipmentSchema.parse(goods ? {} : { parcels: [{ parcel_id: 'pcl_a' }] }),
      ...(goods && { goods }),
    },
    cause,
  ).returned.shipment

const byMerchant = { ...aReturn([]), bookingId: 'bkg_1' }
const byRecipient = { ...aReturn([byMerchant], [{ parcel_id: 'pcl_b', items: null }]), bookingId: 'bkg_2' }

function show(enabled: boolean) {
  const none = noReturnRules('env_1')
  const rules = { ...none, fields: { ...none.fields, enabled } }
  return returnPage({ shipment: original, returns: [byMerchant, byRecipient], rules, deliveredAt: now }, now)
}

test("the page leads to the labels of the recipient's own returns, and to none while the merchant does not offer it", () => {
  expect(show(true)).toMatchObject({ bar: 'nothing_left', returns: [{ booking_id: 'bkg_2' }] })
  expect(show(true).returns).toHaveLength(1)
  expect(show(false)).toMatchObject({ bar: 'not_offered', returns: [] })
})
