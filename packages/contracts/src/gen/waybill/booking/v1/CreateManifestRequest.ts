// Original file: protos/waybill/booking/v1/booking.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface CreateManifestRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'document'?: (Buffer | Uint8Array | string);
}

export interface CreateManifestRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'document': (Buffer);
}
