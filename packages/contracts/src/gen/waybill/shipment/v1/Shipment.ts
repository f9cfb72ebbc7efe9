// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Address as _waybill_common_v1_Address, Address__Output as _waybill_common_v1_Address__Output } from '../../../waybill/common/v1/Address.ts';
import type { Parcel as _waybill_common_v1_Parcel, Parcel__Output as _waybill_common_v1_Parcel__Output } from '../../../waybill/common/v1/Parcel.ts';
import type { Dispatch as _waybill_shipment_v1_Dispatch, Dispatch__Output as _waybill_shipment_v1_Dispatch__Output } from '../../../waybill/shipment/v1/Dispatch.ts';
import type { Hold as _waybill_shipment_v1_Hold, Hold__Output as _waybill_shipment_v1_Hold__Output } from '../../../waybill/shipment/v1/Hold.ts';

/**
 * The shipment as the shipment service stores it.
 */
export interface Shipment {
  'environment_id'?: (string);
  'shipment_id'?: (string);
  'merchant_id'?: (string);
  'livemode'?: (boolean);
  'merchant_order_ref'?: (string);
  'status'?: (string);
  'on_demand'?: (boolean);
  /**
   * ISO 8601 UTC.
   */
  'collection_at'?: (string);
  'ready_at'?: (string);
  'pickup_address'?: (_waybill_common_v1_Address | null);
  'dropoff_address'?: (_waybill_common_v1_Address | null);
  'pickup_instructions'?: (string);
  'dropoff_instructions'?: (string);
  'metadata'?: ({[key: string]: string});
  'parcels'?: (_waybill_common_v1_Parcel)[];
  'route_revision'?: (number);
  'booking_id'?: (string);
  'claim_id'?: (string);
  'claim_kind'?: (string);
  'cancel_requested'?: (boolean);
  'cancellation_requested_at'?: (string);
  'cancellation_reason_code'?: (string);
  'cancellation_reason_note'?: (string);
  'failure_reason'?: (string);
  /**
   * Number of events emitted so far; also the ETag.
   */
  'sequence'?: (number);
  'created_at'?: (string);
  'updated_at'?: (string);
  /**
   * URL of the public tracking page; empty for shipments created before these pages existed.
   */
  'tracking_url'?: (string);
  /**
   * Set for on-demand shipments.
   */
  'dispatch'?: (_waybill_shipment_v1_Dispatch | null);
  /**
   * The collection date as the merchant wrote it, YYYY-MM-DD; empty: the UTC date of collection_at.
   */
  'collection_date'?: (string);
  /**
   * Only a date was sent: it is that day at the pickup, and collection_at its start in UTC.
   */
  'collection_all_day'?: (boolean);
  /**
   * When carriers can collect, within the opening hours of the pickup; empty if the sender does not say.
   */
  'carrier_ready_at'?: (string);
  /**
   * Opened by the holder of the claim, and not taken by a carrier yet; empty if there is none.
   */
  'pending_booking_id'?: (string);
  /**
   * JSON, as in requests; empty: nothing is asked for.
   */
  'service_options'?: (string);
  'tags'?: (string)[];
  /**
   * Empty: nobody.
   */
  'assignee_id'?: (string);
  /**
   * Set while it is on hold.
   */
  'hold'?: (_waybill_shipment_v1_Hold | null);
  /**
   * JSON, as in answers; empty: nothing is declared.
   */
  'customs'?: (string);
  /**
   * JSON, as it is stored; empty: it is no return.
   */
  'return_terms'?: (string);
  /**
   * Its returns, oldest first.
   */
  'return_ids'?: (string)[];
}

/**
 * The shipment as the shipment service stores it.
 */
export interface Shipment__Output {
  'environment_id': (string);
  'shipment_id': (string);
  'merchant_id': (string);
  'livemode': (boolean);
  'merchant_order_ref': (string);
  'status': (string);
  'on_demand': (boolean);
  /**
   * ISO 8601 UTC.
   */
  'collection_at': (string);
  'ready_at': (string);
  'pickup_address': (_waybill_common_v1_Address__Output | null);
  'dropoff_address': (_waybill_common_v1_Address__Output | null);
  'pickup_instructions': (string);
  'dropoff_instructions': (string);
  'metadata': ({[key: string]: string});
  'parcels': (_waybill_common_v1_Parcel__Output)[];
  'route_revision': (number);
  'booking_id': (string);
  'claim_id': (string);
  'claim_kind': (string);
  'cancel_requested': (boolean);
  'cancellation_requested_at': (string);
  'cancellation_reason_code': (string);
  'cancellation_reason_note': (string);
  'failure_reason': (string);
  /**
   * Number of events emitted so far; also the ETag.
   */
  'sequence': (number);
  'created_at': (string);
  'updated_at': (string);
  /**
   * URL of the public tracking page; empty for shipments created before these pages existed.
   */
  'tracking_url': (string);
  /**
   * Set for on-demand shipments.
   */
  'dispatch': (_waybill_shipment_v1_Dispatch__Output | null);
  /**
   * The collection date as the merchant wrote it, YYYY-MM-DD; empty: the UTC date of collection_at.
   */
  'collection_date': (string);
  /**
   * Only a date was sent: it is that day at the pickup, and collection_at its start in UTC.
   */
  'collection_all_day': (boolean);
  /**
   * When carriers can collect, within the opening hours of the pickup; empty if the sender does not say.
   */
  'carrier_ready_at': (string);
  /**
   * Opened by the holder of the claim, and not taken by a carrier yet; empty if there is none.
   */
  'pending_booking_id': (string);
  /**
   * JSON, as in requests; empty: nothing is asked for.
   */
  'service_options': (string);
  'tags': (string)[];
  /**
   * Empty: nobody.
   */
  'assignee_id': (string);
  /**
   * Set while it is on hold.
   */
  'hold': (_waybill_shipment_v1_Hold__Output | null);
  /**
   * JSON, as in answers; empty: nothing is declared.
   */
  'customs': (string);
  /**
   * JSON, as it is stored; empty: it is no return.
   */
  'return_terms': (string);
  /**
   * Its returns, oldest first.
   */
  'return_ids': (string)[];
}
