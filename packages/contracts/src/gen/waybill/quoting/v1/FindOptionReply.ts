// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Quote as _waybill_quoting_v1_Quote, Quote__Output as _waybill_quoting_v1_Quote__Output } from '../../../waybill/quoting/v1/Quote.ts';
import type { QuoteOption as _waybill_quoting_v1_QuoteOption, QuoteOption__Output as _waybill_quoting_v1_QuoteOption__Output } from '../../../waybill/quoting/v1/QuoteOption.ts';
import type { CarrierAccountRevision as _waybill_quoting_v1_CarrierAccountRevision, CarrierAccountRevision__Output as _waybill_quoting_v1_CarrierAccountRevision__Output } from '../../../waybill/quoting/v1/CarrierAccountRevision.ts';

export interface FindOptionReply {
  'quote'?: (_waybill_quoting_v1_Quote | null);
  'option'?: (_waybill_quoting_v1_QuoteOption | null);
  /**
   * The merchant's account that made the offer, as of now; absent for a carrier without accounts.
   */
  'account'?: (_waybill_quoting_v1_CarrierAccountRevision | null);
}

export interface FindOptionReply__Output {
  'quote': (_waybill_quoting_v1_Quote__Output | null);
  'option': (_waybill_quoting_v1_QuoteOption__Output | null);
  /**
   * The merchant's account that made the offer, as of now; absent for a carrier without accounts.
   */
  'account': (_waybill_quoting_v1_CarrierAccountRevision__Output | null);
}
