// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Long } from '@grpc/proto-loader';

export interface _waybill_webhook_v1_ListLogEndsReply_LogEnd {
  'environment_id'?: (string);
  'position'?: (number | string | Long);
}

export interface _waybill_webhook_v1_ListLogEndsReply_LogEnd__Output {
  'environment_id': (string);
  'position': (number);
}

export interface ListLogEndsReply {
  /**
   * Only environments with events.
   */
  'ends'?: (_waybill_webhook_v1_ListLogEndsReply_LogEnd)[];
}

export interface ListLogEndsReply__Output {
  /**
   * Only environments with events.
   */
  'ends': (_waybill_webhook_v1_ListLogEndsReply_LogEnd__Output)[];
}
