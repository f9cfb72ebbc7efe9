// Original file: protos/waybill/webhook/v1/webhook.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';
import type { LogPlace as _waybill_webhook_v1_LogPlace, LogPlace__Output as _waybill_webhook_v1_LogPlace__Output } from '../../../waybill/webhook/v1/LogPlace.ts';

export interface FindLogPlaceRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'event_id'?: (string);
  'place'?: (_waybill_webhook_v1_LogPlace | null);
  /**
   * Without it, the end of the log.
   */
  'after'?: "event_id"|"place";
}

export interface FindLogPlaceRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'event_id'?: (string);
  'place'?: (_waybill_webhook_v1_LogPlace__Output | null);
  /**
   * Without it, the end of the log.
   */
  'after'?: "event_id"|"place";
}
