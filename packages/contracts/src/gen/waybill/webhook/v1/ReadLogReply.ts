// Original file: protos/waybill/webhook/v1/webhook.proto

import type { LogPlace as _waybill_webhook_v1_LogPlace, LogPlace__Output as _waybill_webhook_v1_LogPlace__Output } from '../../../waybill/webhook/v1/LogPlace.ts';

export interface _waybill_webhook_v1_ReadLogReply_LoggedEvent {
  'event_id'?: (string);
  'type'?: (string);
  'subject_id'?: (string);
  /**
   * The event as JSON, as it was sent.
   */
  'payload'?: (Buffer | Uint8Array | string);
}

export interface _waybill_webhook_v1_ReadLogReply_LoggedEvent__Output {
  'event_id': (string);
  'type': (string);
  'subject_id': (string);
  /**
   * The event as JSON, as it was sent.
   */
  'payload': (Buffer);
}

/**
 * A part of the log, in order. It can have no events although more follow.
 */
export interface ReadLogReply {
  /**
   * Everything up to here has been read.
   */
  'place'?: (_waybill_webhook_v1_LogPlace | null);
  'events'?: (_waybill_webhook_v1_ReadLogReply_LoggedEvent)[];
}

/**
 * A part of the log, in order. It can have no events although more follow.
 */
export interface ReadLogReply__Output {
  /**
   * Everything up to here has been read.
   */
  'place': (_waybill_webhook_v1_LogPlace__Output | null);
  'events': (_waybill_webhook_v1_ReadLogReply_LoggedEvent__Output)[];
}
