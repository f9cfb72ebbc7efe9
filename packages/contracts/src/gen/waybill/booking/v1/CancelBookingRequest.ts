// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface CancelBookingRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'booking_id'?: (string);
  /**
   * The body of POST /api/v1/bookings/{booking_id}/cancel.
   */
  'document'?: (Buffer | Uint8Array | string);
}

export interface CancelBookingRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'booking_id': (string);
  /**
   * The body of POST /api/v1/bookings/{booking_id}/cancel.
   */
  'document': (Buffer);
}
