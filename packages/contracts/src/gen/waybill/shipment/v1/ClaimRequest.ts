// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { ClaimKind as _waybill_shipment_v1_ClaimKind, ClaimKind__Output as _waybill_shipment_v1_ClaimKind__Output } from '../../../waybill/shipment/v1/ClaimKind.ts';

export interface ClaimRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  /**
   * The operation's id.
   */
  'claim_id'?: (string);
  'kind'?: (_waybill_shipment_v1_ClaimKind);
  /**
   * UPDATE: the merge patch of PATCH /api/v1/shipments/{shipment_id}.
   */
  'document'?: (Buffer | Uint8Array | string);
  /**
   * CANCEL: recorded as a cancellation request if another operation holds the shipment.
   */
  'reason_code'?: (string);
  'reason_note'?: (string);
  /**
   * CANCEL_BOOKING: the booking that the shipment must have.
   */
  'booking_id'?: (string);
}

export interface ClaimRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  /**
   * The operation's id.
   */
  'claim_id': (string);
  'kind': (_waybill_shipment_v1_ClaimKind__Output);
  /**
   * UPDATE: the merge patch of PATCH /api/v1/shipments/{shipment_id}.
   */
  'document': (Buffer);
  /**
   * CANCEL: recorded as a cancellation request if another operation holds the shipment.
   */
  'reason_code': (string);
  'reason_note': (string);
  /**
   * CANCEL_BOOKING: the booking that the shipment must have.
   */
  'booking_id': (string);
}
