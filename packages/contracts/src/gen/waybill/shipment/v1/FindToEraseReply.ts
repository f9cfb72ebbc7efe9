// Original file: protos/waybill/shipment/v1/shipment.proto

import type { ShipmentToErase as _waybill_shipment_v1_ShipmentToErase, ShipmentToErase__Output as _waybill_shipment_v1_ShipmentToErase__Output } from '../../../waybill/shipment/v1/ShipmentToErase.ts';

export interface FindToEraseReply {
  'shipments'?: (_waybill_shipment_v1_ShipmentToErase)[];
  /**
   * Empty on the last page.
   */
  'next_cursor'?: (string);
}

export interface FindToEraseReply__Output {
  'shipments': (_waybill_shipment_v1_ShipmentToErase__Output)[];
  /**
   * Empty on the last page.
   */
  'next_cursor': (string);
}
