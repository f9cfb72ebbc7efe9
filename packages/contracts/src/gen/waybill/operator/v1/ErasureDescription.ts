// Original file: protos/waybill/operator/v1/operator.proto

import type { HeldRows as _waybill_operator_v1_HeldRows, HeldRows__Output as _waybill_operator_v1_HeldRows__Output } from '../../../waybill/operator/v1/HeldRows.ts';

export interface ErasureDescription {
  'tables'?: (_waybill_operator_v1_HeldRows)[];
  /**
   * Ids of the subject's bookings and quotes that the service owns.
   */
  'subject_ids'?: (string)[];
  /**
   * Empty if the service has not been asked to erase it.
   */
  'erased_at'?: (string);
  /**
   * The first pass has finished and nothing prevents the next one.
   */
  'complete'?: (boolean);
  'hindrance'?: (string);
}

export interface ErasureDescription__Output {
  'tables': (_waybill_operator_v1_HeldRows__Output)[];
  /**
   * Ids of the subject's bookings and quotes that the service owns.
   */
  'subject_ids': (string)[];
  /**
   * Empty if the service has not been asked to erase it.
   */
  'erased_at': (string);
  /**
   * The first pass has finished and nothing prevents the next one.
   */
  'complete': (boolean);
  'hindrance': (string);
}
