// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Shipment as _waybill_shipment_v1_Shipment, Shipment__Output as _waybill_shipment_v1_Shipment__Output } from '../../../waybill/shipment/v1/Shipment.ts';
import type { ShipmentNews as _waybill_shipment_v1_ShipmentNews, ShipmentNews__Output as _waybill_shipment_v1_ShipmentNews__Output } from '../../../waybill/shipment/v1/ShipmentNews.ts';

export interface FollowReply {
  'shipment'?: (_waybill_shipment_v1_Shipment | null);
  'news'?: (_waybill_shipment_v1_ShipmentNews | null);
  /**
   * Its recipient may return goods.
   */
  'returnable'?: (boolean);
}

export interface FollowReply__Output {
  'shipment': (_waybill_shipment_v1_Shipment__Output | null);
  'news': (_waybill_shipment_v1_ShipmentNews__Output | null);
  /**
   * Its recipient may return goods.
   */
  'returnable': (boolean);
}
