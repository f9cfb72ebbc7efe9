// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Long } from '@grpc/proto-loader';

export interface _waybill_shipment_v1_ShipmentNews_Entry {
  'event_id'?: (string);
  /**
   * The entry as JSON, as in GET /api/v1/shipments/{shipment_id}/events.
   */
  'body'?: (Buffer | Uint8Array | string);
}

export interface _waybill_shipment_v1_ShipmentNews_Entry__Output {
  'event_id': (string);
  /**
   * The entry as JSON, as in GET /api/v1/shipments/{shipment_id}/events.
   */
  'body': (Buffer);
}

export interface _waybill_shipment_v1_ShipmentNews_Parcel {
  'number'?: (number);
  'status'?: (string);
  /**
   * Empty: none, or the carrier names none.
   */
  'incident'?: (string);
  'tracking_number'?: (string);
  'carrier_tracking_url'?: (string);
}

export interface _waybill_shipment_v1_ShipmentNews_Parcel__Output {
  'number': (number);
  'status': (string);
  /**
   * Empty: none, or the carrier names none.
   */
  'incident': (string);
  'tracking_number': (string);
  'carrier_tracking_url': (string);
}

/**
 * Entries of a shipment's timeline, in the order in which they were recorded.
 */
export interface ShipmentNews {
  'environment_id'?: (string);
  'shipment_id'?: (string);
  /**
   * The positions before and after these entries.
   */
  'after'?: (number | string | Long);
  'position'?: (number | string | Long);
  /**
   * The current status of the shipment.
   */
  'status'?: (string);
  'entries'?: (_waybill_shipment_v1_ShipmentNews_Entry)[];
  /**
   * Tracking number and page of the shipment's booking; empty: none, or not known.
   */
  'tracking_number'?: (string);
  'carrier_tracking_url'?: (string);
  /**
   * Those of the booking, if it has several.
   */
  'parcels'?: (_waybill_shipment_v1_ShipmentNews_Parcel)[];
}

/**
 * Entries of a shipment's timeline, in the order in which they were recorded.
 */
export interface ShipmentNews__Output {
  'environment_id': (string);
  'shipment_id': (string);
  /**
   * The positions before and after these entries.
   */
  'after': (number);
  'position': (number);
  /**
   * The current status of the shipment.
   */
  'status': (string);
  'entries': (_waybill_shipment_v1_ShipmentNews_Entry__Output)[];
  /**
   * Tracking number and page of the shipment's booking; empty: none, or not known.
   */
  'tracking_number': (string);
  'carrier_tracking_url': (string);
  /**
   * Those of the booking, if it has several.
   */
  'parcels': (_waybill_shipment_v1_ShipmentNews_Parcel__Output)[];
}
