// Original file: protos/waybill/shipment/v1/shipment.proto

import type { Context as _waybill_common_v1_Context, Context__Output as _waybill_common_v1_Context__Output } from '../../../waybill/common/v1/Context.ts';

export interface NoteRequest {
  'context'?: (_waybill_common_v1_Context | null);
  'shipment_id'?: (string);
  /**
   * The note to delete.
   */
  'note_id'?: (string);
  /**
   * The document of a new note.
   */
  'document'?: (Buffer | Uint8Array | string);
  'actor_id'?: (string);
}

export interface NoteRequest__Output {
  'context': (_waybill_common_v1_Context__Output | null);
  'shipment_id': (string);
  /**
   * The note to delete.
   */
  'note_id': (string);
  /**
   * The document of a new note.
   */
  'document': (Buffer);
  'actor_id': (string);
}
