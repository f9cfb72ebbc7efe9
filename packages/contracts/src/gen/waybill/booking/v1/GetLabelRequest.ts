// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetLabelRequest {
  /**
   * Empty but for the request id when the signature stands for the caller.
   */
  'context'?: (_waybill_common_v1_Context | null);
  'booking_id'?: (string);
  /**
   * pdf, zpl, png; empty: whatever the carrier prints first.
   */
  'format'?: (string);
  /**
   * Of a signed label_url: environment, end of validity in Unix seconds, signature. Empty with a token.
   */
  'environment_id'?: (string);
  'expires_unix_seconds'?: (number | string | Long);
  'signature'?: (string);
  /**
   * 4x6, a4; empty: the first in which the carrier prints the format.
   */
  'size'?: (string);
  /**
   * Counted from 1; 0: all, of an image the first.
   */
  'parcel'?: (number);
}

export interface GetLabelRequest__Output {
  /**
   * Empty but for the request id when the signature stands for the caller.
   */
  'context': (_waybill_common_v1_Context__Output | null);
  'booking_id': (string);
  /**
   * pdf, zpl, png; empty: whatever the carrier prints first.
   */
  'format': (string);
  /**
   * Of a signed label_url: environment, end of validity in Unix seconds, signature. Empty with a token.
   */
  'environment_id': (string);
  'expires_unix_seconds': (number);
  'signature': (string);
  /**
   * 4x6, a4; empty: the first in which the carrier prints the format.
   */
  'size': (string);
  /**
   * Counted from 1; 0: all, of an image the first.
   */
  'parcel': (number);
}
