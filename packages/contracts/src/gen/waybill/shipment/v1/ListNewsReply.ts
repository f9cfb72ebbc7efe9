// Original file: protos/waybill/shipment/v1/shipment.proto

import type { ShipmentNews as _waybill_shipment_v1_ShipmentNews, ShipmentNews__Output as _waybill_shipment_v1_ShipmentNews__Output } from '../../../waybill/shipment/v1/ShipmentNews.ts';

export interface ListNewsReply {
  /**
   * Only places with newer entries.
   */
  'news'?: (_waybill_shipment_v1_ShipmentNews)[];
}

export interface ListNewsReply__Output {
  /**
   * Only places with newer entries.
   */
  'news': (_waybill_shipment_v1_ShipmentNews__Output)[];
}
