// Original file: protos/waybill/quoting/v1/quoting.proto

import type { QuoteOption as _waybill_quoting_v1_QuoteOption, QuoteOption__Output as _waybill_quoting_v1_QuoteOption__Output } from '../../../waybill/quoting/v1/QuoteOption.ts';
import type { CarrierMessage as _waybill_quoting_v1_CarrierMessage, CarrierMessage__Output as _waybill_quoting_v1_CarrierMessage__Output } from '../../../waybill/quoting/v1/CarrierMessage.ts';
import type { CarrierAccountRevision as _waybill_quoting_v1_CarrierAccountRevision, CarrierAccountRevision__Output as _waybill_quoting_v1_CarrierAccountRevision__Output } from '../../../waybill/quoting/v1/CarrierAccountRevision.ts';

export interface Quote {
  'environment_id'?: (string);
  'quote_id'?: (string);
  'merchant_id'?: (string);
  'livemode'?: (boolean);
  'merchant_order_ref'?: (string);
  'shipment_id'?: (string);
  'status'?: (string);
  'route_revision'?: (number);
  'requested_at'?: (string);
  'expires_at'?: (string);
  'options'?: (_waybill_quoting_v1_QuoteOption)[];
  'selected_option_id'?: (string);
  'booking_id'?: (string);
  'messages'?: (_waybill_quoting_v1_CarrierMessage)[];
  'sequence'?: (number);
  'shipment_created'?: (boolean);
  /**
   * Only in the reply of QuoteForDispatch: the merchant's accounts that made its offers, as of now.
   */
  'accounts'?: (_waybill_quoting_v1_CarrierAccountRevision)[];
}

export interface Quote__Output {
  'environment_id': (string);
  'quote_id': (string);
  'merchant_id': (string);
  'livemode': (boolean);
  'merchant_order_ref': (string);
  'shipment_id': (string);
  'status': (string);
  'route_revision': (number);
  'requested_at': (string);
  'expires_at': (string);
  'options': (_waybill_quoting_v1_QuoteOption__Output)[];
  'selected_option_id': (string);
  'booking_id': (string);
  'messages': (_waybill_quoting_v1_CarrierMessage__Output)[];
  'sequence': (number);
  'shipment_created': (boolean);
  /**
   * Only in the reply of QuoteForDispatch: the merchant's accounts that made its offers, as of now.
   */
  'accounts': (_waybill_quoting_v1_CarrierAccountRevision__Output)[];
}
