// Original file: protos/waybill/quoting/v1/quoting.proto

import type { SealedCredentials as _waybill_quoting_v1_SealedCredentials, SealedCredentials__Output as _waybill_quoting_v1_SealedCredentials__Output } from '../../../waybill/quoting/v1/SealedCredentials.ts';

/**
 * A merchant's account with a carrier. Revisions of an account count up from 1 without gaps.
 */
export interface CarrierAccountRevision {
  'carrier_account_id'?: (string);
  'environment_id'?: (string);
  'carrier_code'?: (string);
  'revision'?: (number);
  'livemode'?: (boolean);
  /**
   * Base URL in place of the carrier's own for all calls; empty: the carrier's own.
   */
  'endpoint'?: (string);
  /**
   * False: no new bookings with it.
   */
  'enabled'?: (boolean);
  /**
   * No new bookings with it; jobs that it has booked go on.
   */
  'deleted'?: (boolean);
  /**
   * Absent: erased.
   */
  'sealed'?: (_waybill_quoting_v1_SealedCredentials | null);
}

/**
 * A merchant's account with a carrier. Revisions of an account count up from 1 without gaps.
 */
export interface CarrierAccountRevision__Output {
  'carrier_account_id': (string);
  'environment_id': (string);
  'carrier_code': (string);
  'revision': (number);
  'livemode': (boolean);
  /**
   * Base URL in place of the carrier's own for all calls; empty: the carrier's own.
   */
  'endpoint': (string);
  /**
   * False: no new bookings with it.
   */
  'enabled': (boolean);
  /**
   * No new bookings with it; jobs that it has booked go on.
   */
  'deleted': (boolean);
  /**
   * Absent: erased.
   */
  'sealed': (_waybill_quoting_v1_SealedCredentials__Output | null);
}
