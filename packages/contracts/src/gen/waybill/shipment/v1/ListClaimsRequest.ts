// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface ListClaimsRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * Only claims taken longer ago than this.
   */
  'older_than_seconds'?: (number);
  /**
   * Where the previous page ended; empty starts with the oldest claim.
   */
  'cursor'?: (string);
  /**
   * Claims per page, at most 1,000; 100 by default.
   */
  'limit'?: (number);
}

export interface ListClaimsRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * Only claims taken longer ago than this.
   */
  'older_than_seconds': (number);
  /**
   * Where the previous page ended; empty starts with the oldest claim.
   */
  'cursor': (string);
  /**
   * Claims per page, at most 1,000; 100 by default.
   */
  'limit': (number);
}
