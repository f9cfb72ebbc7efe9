// Original file: protos/waybill/shipment/v1/shipment.proto

import type { ShipmentNews as _waybill_shipment_v1_ShipmentNews, ShipmentNews__Output as _waybill_shipment_v1_ShipmentNews__Output } from '../../../waybill/shipment/v1/ShipmentNews.ts';

export interface ListNewsReply {
  /**
   * Of the places beyond which there is anything.
   */
  'news'?: (_waybill_shipment_v1_ShipmentNews)[];
}

export interface ListNewsReply__Output {
  /**
   * Of the places beyond which there is anything.
   */
  'news': (_waybill_shipment_v1_ShipmentNews__Output)[];
}
