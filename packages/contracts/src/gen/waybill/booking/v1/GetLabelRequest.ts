// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetLabelRequest {
  /**
   * Contains only the request id if a signature authorizes the caller.
   */
  'context'?: (_waybill_common_v1_Context | null);
  'booking_id'?: (string);
  /**
   * pdf, zpl or png; empty means the carrier's default.
   */
  'format'?: (string);
  /**
   * From a signed label_url: environment, expiry in Unix seconds, signature. Empty with a token.
   */
  'environment_id'?: (string);
  'expires_unix_seconds'?: (number | string | Long);
  'signature'?: (string);
  /**
   * 4x6 or a4; empty means the carrier's default for the format.
   */
  'size'?: (string);
  /**
   * Parcel number from 1. 0 means all parcels, or the first one for an image format.
   */
  'parcel'?: (number);
  /**
   * label; customs, for the papers for customs; or invoice, cn22 or cn23, written from the shipment; empty means the label.
   */
  'document'?: (string);
}

export interface GetLabelRequest__Output {
  /**
   * Contains only the request id if a signature authorizes the caller.
   */
  'context': (_waybill_common_v1_Context__Output | null);
  'booking_id': (string);
  /**
   * pdf, zpl or png; empty means the carrier's default.
   */
  'format': (string);
  /**
   * From a signed label_url: environment, expiry in Unix seconds, signature. Empty with a token.
   */
  'environment_id': (string);
  'expires_unix_seconds': (number);
  'signature': (string);
  /**
   * 4x6 or a4; empty means the carrier's default for the format.
   */
  'size': (string);
  /**
   * Parcel number from 1. 0 means all parcels, or the first one for an image format.
   */
  'parcel': (number);
  /**
   * label; customs, for the papers for customs; or invoice, cn22 or cn23, written from the shipment; empty means the label.
   */
  'document': (string);
}
