// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { Long } from '@grpc/proto-loader';

export interface ReadLogRequest {
  'context'?: (_waybill_common_v1_Context | null);
  /**
   * The position before the first event wanted.
   */
  'after'?: (number | string | Long);
  /**
   * Filters; empty matches everything. Event types and wildcards.
   */
  'types'?: (string)[];
  'subject_id'?: (string);
}

export interface ReadLogRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  /**
   * The position before the first event wanted.
   */
  'after': (number);
  /**
   * Filters; empty matches everything. Event types and wildcards.
   */
  'types': (string)[];
  'subject_id': (string);
}
