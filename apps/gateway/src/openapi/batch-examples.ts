/** The batches of the examples. Pure. */
import type { PublicShipment } from '@waybill/contracts/shipment'

/** The body of a batch. */
export const twoShipments = (document: object) => ({
  shipments: [document, { ...document, merchant_order_ref: 'ORDER-1002' }],
  dry_run: false,
})

/** Both are registered. */
export const exampleShipmentBatch = (shipment: PublicShipment) => ({
  dry_run: false,
  succeeded: 2,
  failed: 0,
  items: [
    { index: 0, outcome: 'registered', shipment, error: null },
    {
      index: 1,
      outcome: 'registered',
      shipment: { ...shipment, shipment_id: 'shp_01kavb2m4k0a9d8f7g6h5j4k3m', merchant_order_ref: 'ORDER-1002' },
      error: null,
    },
  ],
})
