// Original file: protos/waybill/quoting/v1/quoting.proto

import type { Quote as _waybill_quoting_v1_Quote, Quote__Output as _waybill_quoting_v1_Quote__Output } from '../../../waybill/quoting/v1/Quote.ts';
import type { QuoteOption as _waybill_quoting_v1_QuoteOption, QuoteOption__Output as _waybill_quoting_v1_QuoteOption__Output } from '../../../waybill/quoting/v1/QuoteOption.ts';

export interface FindOptionReply {
  'quote'?: (_waybill_quoting_v1_Quote | null);
  'option'?: (_waybill_quoting_v1_QuoteOption | null);
}

export interface FindOptionReply__Output {
  'quote': (_waybill_quoting_v1_Quote__Output | null);
  'option': (_waybill_quoting_v1_QuoteOption__Output | null);
}
