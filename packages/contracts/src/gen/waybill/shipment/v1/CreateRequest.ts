// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface CreateRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'document'?: (Buffer | Uint8Array | string);
  'on_demand'?: (boolean);
  /**
   * The member or the key that creates it.
   */
  'actor_id'?: (string);
  /**
   * The assignee in the document is no active member of the team.
   */
  'assignee_unknown'?: (boolean);
}

export interface CreateRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'document': (Buffer);
  'on_demand': (boolean);
  /**
   * The member or the key that creates it.
   */
  'actor_id': (string);
  /**
   * The assignee in the document is no active member of the team.
   */
  'assignee_unknown': (boolean);
}
