// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface _waybill_shipment_v1_SettleRequest_Booked {
  'booking_id'?: (string);
}

export interface _waybill_shipment_v1_SettleRequest_Booked__Output {
  'booking_id': (string);
}

export interface _waybill_shipment_v1_SettleRequest_CancellationPending {
}

export interface _waybill_shipment_v1_SettleRequest_CancellationPending__Output {
}

export interface _waybill_shipment_v1_SettleRequest_Cancelled {
  'reason_code'?: (string);
  'reason_note'?: (string);
}

export interface _waybill_shipment_v1_SettleRequest_Cancelled__Output {
  'reason_code': (string);
  'reason_note': (string);
}

export interface _waybill_shipment_v1_SettleRequest_DispatchFailed {
  'reason'?: (string);
}

export interface _waybill_shipment_v1_SettleRequest_DispatchFailed__Output {
  'reason': (string);
}

export interface _waybill_shipment_v1_SettleRequest_Released {
}

export interface _waybill_shipment_v1_SettleRequest_Released__Output {
}

export interface _waybill_shipment_v1_SettleRequest_Updated {
}

export interface _waybill_shipment_v1_SettleRequest_Updated__Output {
}

export interface SettleRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  'claim_id'?: (string);
  'booked'?: (_waybill_shipment_v1_SettleRequest_Booked | null);
  /**
   * Nothing came of it: the booking failed, the carrier refused the change or the cancellation.
   */
  'released'?: (_waybill_shipment_v1_SettleRequest_Released | null);
  'cancelled'?: (_waybill_shipment_v1_SettleRequest_Cancelled | null);
  /**
   * The patch of the claim is applied.
   */
  'updated'?: (_waybill_shipment_v1_SettleRequest_Updated | null);
  /**
   * DISPATCH: no courier was found.
   */
  'dispatch_failed'?: (_waybill_shipment_v1_SettleRequest_DispatchFailed | null);
  /**
   * CANCEL: the carrier has not answered; cancellation_requested_at is shown, the claim stays.
   */
  'cancellation_pending'?: (_waybill_shipment_v1_SettleRequest_CancellationPending | null);
  /**
   * The cancellation asked for meanwhile was put to the carrier and refused: the wish is dropped, the outcome stands.
   */
  'cancellation_refused'?: (boolean);
  'outcome'?: "booked"|"released"|"cancelled"|"updated"|"dispatch_failed"|"cancellation_pending";
}

export interface SettleRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  'claim_id': (string);
  'booked'?: (_waybill_shipment_v1_SettleRequest_Booked__Output | null);
  /**
   * Nothing came of it: the booking failed, the carrier refused the change or the cancellation.
   */
  'released'?: (_waybill_shipment_v1_SettleRequest_Released__Output | null);
  'cancelled'?: (_waybill_shipment_v1_SettleRequest_Cancelled__Output | null);
  /**
   * The patch of the claim is applied.
   */
  'updated'?: (_waybill_shipment_v1_SettleRequest_Updated__Output | null);
  /**
   * DISPATCH: no courier was found.
   */
  'dispatch_failed'?: (_waybill_shipment_v1_SettleRequest_DispatchFailed__Output | null);
  /**
   * CANCEL: the carrier has not answered; cancellation_requested_at is shown, the claim stays.
   */
  'cancellation_pending'?: (_waybill_shipment_v1_SettleRequest_CancellationPending__Output | null);
  /**
   * The cancellation asked for meanwhile was put to the carrier and refused: the wish is dropped, the outcome stands.
   */
  'cancellation_refused': (boolean);
  'outcome'?: "booked"|"released"|"cancelled"|"updated"|"dispatch_failed"|"cancellation_pending";
}
