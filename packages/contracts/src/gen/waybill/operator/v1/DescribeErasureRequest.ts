// Original file: protos/waybill/operator/v1/operator.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface DescribeErasureRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * The shipment to erase.
   */
  'subject_id'?: (string);
  /**
   * Subjects that other services named in their replies.
   */
  'subject_ids'?: (string)[];
}

export interface DescribeErasureRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * The shipment to erase.
   */
  'subject_id': (string);
  /**
   * Subjects that other services named in their replies.
   */
  'subject_ids': (string)[];
}
