// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface _waybill_shipment_v1_SettleRequest_Booked {
  'booking_id'?: (string);
  /**
   * When the carrier took it, ISO 8601 UTC, for the timeline; empty: now.
   */
  'booked_at'?: (string);
}

export interface _waybill_shipment_v1_SettleRequest_Booked__Output {
  'booking_id': (string);
  /**
   * When the carrier took it, ISO 8601 UTC, for the timeline; empty: now.
   */
  'booked_at': (string);
}

export interface _waybill_shipment_v1_SettleRequest_BookingCancelled {
  /**
   * The merchant's reason, for the timeline.
   */
  'reason_code'?: (string);
  'reason_note'?: (string);
  /**
   * When the carrier cancelled, ISO 8601 UTC, for the timeline; empty: now.
   */
  'cancelled_at'?: (string);
}

export interface _waybill_shipment_v1_SettleRequest_BookingCancelled__Output {
  /**
   * The merchant's reason, for the timeline.
   */
  'reason_code': (string);
  'reason_note': (string);
  /**
   * When the carrier cancelled, ISO 8601 UTC, for the timeline; empty: now.
   */
  'cancelled_at': (string);
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
  /**
   * CANCEL_BOOKING: the cancellation that the shipment has failed with.
   */
  'booking_cancelled'?: (_waybill_shipment_v1_SettleRequest_BookingCancelled | null);
}

export interface _waybill_shipment_v1_SettleRequest_DispatchFailed__Output {
  'reason': (string);
  /**
   * CANCEL_BOOKING: the cancellation that the shipment has failed with.
   */
  'booking_cancelled': (_waybill_shipment_v1_SettleRequest_BookingCancelled__Output | null);
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
   * Without effect: the booking failed, or the carrier refused the change or cancellation.
   */
  'released'?: (_waybill_shipment_v1_SettleRequest_Released | null);
  'cancelled'?: (_waybill_shipment_v1_SettleRequest_Cancelled | null);
  /**
   * The patch of the claim is applied.
   */
  'updated'?: (_waybill_shipment_v1_SettleRequest_Updated | null);
  /**
   * DISPATCH, CANCEL_BOOKING: no courier was found, or no time is left to look for another.
   */
  'dispatch_failed'?: (_waybill_shipment_v1_SettleRequest_DispatchFailed | null);
  /**
   * CANCEL: the carrier has not responded yet. Sets cancellation_requested_at and keeps the claim.
   */
  'cancellation_pending'?: (_waybill_shipment_v1_SettleRequest_CancellationPending | null);
  /**
   * The carrier refused the cancellation that was requested during the operation: the request is dropped.
   */
  'cancellation_refused'?: (boolean);
  /**
   * CANCEL_BOOKING: the shipment can be booked again, or is cancelled if that was requested since.
   */
  'booking_cancelled'?: (_waybill_shipment_v1_SettleRequest_BookingCancelled | null);
  'outcome'?: "booked"|"released"|"cancelled"|"updated"|"dispatch_failed"|"cancellation_pending"|"booking_cancelled";
}

export interface SettleRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  'claim_id': (string);
  'booked'?: (_waybill_shipment_v1_SettleRequest_Booked__Output | null);
  /**
   * Without effect: the booking failed, or the carrier refused the change or cancellation.
   */
  'released'?: (_waybill_shipment_v1_SettleRequest_Released__Output | null);
  'cancelled'?: (_waybill_shipment_v1_SettleRequest_Cancelled__Output | null);
  /**
   * The patch of the claim is applied.
   */
  'updated'?: (_waybill_shipment_v1_SettleRequest_Updated__Output | null);
  /**
   * DISPATCH, CANCEL_BOOKING: no courier was found, or no time is left to look for another.
   */
  'dispatch_failed'?: (_waybill_shipment_v1_SettleRequest_DispatchFailed__Output | null);
  /**
   * CANCEL: the carrier has not responded yet. Sets cancellation_requested_at and keeps the claim.
   */
  'cancellation_pending'?: (_waybill_shipment_v1_SettleRequest_CancellationPending__Output | null);
  /**
   * The carrier refused the cancellation that was requested during the operation: the request is dropped.
   */
  'cancellation_refused': (boolean);
  /**
   * CANCEL_BOOKING: the shipment can be booked again, or is cancelled if that was requested since.
   */
  'booking_cancelled'?: (_waybill_shipment_v1_SettleRequest_BookingCancelled__Output | null);
  'outcome'?: "booked"|"released"|"cancelled"|"updated"|"dispatch_failed"|"cancellation_pending"|"booking_cancelled";
}
