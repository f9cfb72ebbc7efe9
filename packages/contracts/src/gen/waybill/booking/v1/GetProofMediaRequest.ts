// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetProofMediaRequest {
  /**
   * See GetLabelRequest.
   */
  'context'?: (_waybill_common_v1_Context | null);
  'booking_id'?: (string);
  /**
   * photo-1, photo-2, … or signature
   */
  'name'?: (string);
  'environment_id'?: (string);
  'expires_unix_seconds'?: (number | string | Long);
  'signature'?: (string);
}

export interface GetProofMediaRequest__Output {
  /**
   * See GetLabelRequest.
   */
  'context': (_waybill_common_v1_Context__Output | null);
  'booking_id': (string);
  /**
   * photo-1, photo-2, … or signature
   */
  'name': (string);
  'environment_id': (string);
  'expires_unix_seconds': (number);
  'signature': (string);
}
