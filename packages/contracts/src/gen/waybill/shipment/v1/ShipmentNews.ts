// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Long } from '@grpc/proto-loader';

export interface _waybill_shipment_v1_ShipmentNews_Entry {
  'event_id'?: (string);
  /**
   * JSON of the entry as GET /api/v1/shipments/{shipment_id}/events shows it.
   */
  'body'?: (Buffer | Uint8Array | string);
}

export interface _waybill_shipment_v1_ShipmentNews_Entry__Output {
  'event_id': (string);
  /**
   * JSON of the entry as GET /api/v1/shipments/{shipment_id}/events shows it.
   */
  'body': (Buffer);
}

/**
 * Entries of a shipment's timeline in the order in which they became known.
 */
export interface ShipmentNews {
  'environment_id'?: (string);
  'shipment_id'?: (string);
  /**
   * The place after which these entries come, and the one after them.
   */
  'after'?: (number | string | Long);
  'position'?: (number | string | Long);
  /**
   * The shipment's present status.
   */
  'status'?: (string);
  'entries'?: (_waybill_shipment_v1_ShipmentNews_Entry)[];
}

/**
 * Entries of a shipment's timeline in the order in which they became known.
 */
export interface ShipmentNews__Output {
  'environment_id': (string);
  'shipment_id': (string);
  /**
   * The place after which these entries come, and the one after them.
   */
  'after': (number);
  'position': (number);
  /**
   * The shipment's present status.
   */
  'status': (string);
  'entries': (_waybill_shipment_v1_ShipmentNews_Entry__Output)[];
}
