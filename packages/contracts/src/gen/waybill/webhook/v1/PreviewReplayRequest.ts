// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface PreviewReplayRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'subscription_id'?: (string);
  /**
   * RFC 3339; an empty since is the start of the retention period, an empty until is now.
   */
  'since'?: (string);
  'until'?: (string);
  /**
   * Types and wildcards; empty: those of the subscription.
   */
  'events'?: (string)[];
}

export interface PreviewReplayRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'subscription_id': (string);
  /**
   * RFC 3339; an empty since is the start of the retention period, an empty until is now.
   */
  'since': (string);
  'until': (string);
  /**
   * Types and wildcards; empty: those of the subscription.
   */
  'events': (string)[];
}
