// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface HandleRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  /**
   * The change as JSON: add_tags, remove_tags, assignee_id, hold.
   */
  'document'?: (Buffer | Uint8Array | string);
  /**
   * The member or the key that changes it.
   */
  'actor_id'?: (string);
}

export interface HandleRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  /**
   * The change as JSON: add_tags, remove_tags, assignee_id, hold.
   */
  'document': (Buffer);
  /**
   * The member or the key that changes it.
   */
  'actor_id': (string);
}
