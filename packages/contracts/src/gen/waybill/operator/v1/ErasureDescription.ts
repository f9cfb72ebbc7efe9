// Original file: protos/waybill/operator/v1/operator.proto

import type { HeldRows as _waybill_operator_v1_HeldRows, HeldRows__Output as _waybill_operator_v1_HeldRows__Output } from '../../../waybill/operator/v1/HeldRows.ts';

export interface ErasureDescription {
  'tables'?: (_waybill_operator_v1_HeldRows)[];
  /**
   * What the service owns of the subject: bookings, quotes.
   */
  'subject_ids'?: (string)[];
  /**
   * Empty: it has not been asked to.
   */
  'erased_at'?: (string);
  /**
   * Its first pass is done and nothing stands in the way of the next.
   */
  'complete'?: (boolean);
  'hindrance'?: (string);
}

export interface ErasureDescription__Output {
  'tables': (_waybill_operator_v1_HeldRows__Output)[];
  /**
   * What the service owns of the subject: bookings, quotes.
   */
  'subject_ids': (string)[];
  /**
   * Empty: it has not been asked to.
   */
  'erased_at': (string);
  /**
   * Its first pass is done and nothing stands in the way of the next.
   */
  'complete': (boolean);
  'hindrance': (string);
}
