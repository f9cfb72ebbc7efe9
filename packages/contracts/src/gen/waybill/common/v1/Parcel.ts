// Original file: protos/waybill/common/v1/common.proto

import type { Long } from '@grpc/proto-loader';

export interface Parcel {
  'parcel_id'?: (string);
  'title'?: (string);
  'weight_grams'?: (number | string | Long);
  /**
   * In tenths of a millimetre: centimetres have two decimals.
   */
  'length_tenth_mm'?: (number | string | Long);
  'width_tenth_mm'?: (number | string | Long);
  'height_tenth_mm'?: (number | string | Long);
  /**
   * Counts 10^-declared_value_exponent of one unit of declared_value_currency.
   */
  'declared_value_minor'?: (number | string | Long);
  'contents_description'?: (string);
  /**
   * ISO 4217.
   */
  'declared_value_currency'?: (string);
  'declared_value_exponent'?: (number);
  /**
   * The value and unit in which it was sent: `0.5 lb`, `10 8 4.5 in`. Empty: kilograms, centimetres.
   */
  'weight_sent'?: (string);
  'dimensions_sent'?: (string);
  /**
   * JSON, as in answers; empty: not listed.
   */
  'items'?: (string);
}

export interface Parcel__Output {
  'parcel_id': (string);
  'title': (string);
  'weight_grams': (number);
  /**
   * In tenths of a millimetre: centimetres have two decimals.
   */
  'length_tenth_mm': (number);
  'width_tenth_mm': (number);
  'height_tenth_mm': (number);
  /**
   * Counts 10^-declared_value_exponent of one unit of declared_value_currency.
   */
  'declared_value_minor': (number);
  'contents_description': (string);
  /**
   * ISO 4217.
   */
  'declared_value_currency': (string);
  'declared_value_exponent': (number);
  /**
   * The value and unit in which it was sent: `0.5 lb`, `10 8 4.5 in`. Empty: kilograms, centimetres.
   */
  'weight_sent': (string);
  'dimensions_sent': (string);
  /**
   * JSON, as in answers; empty: not listed.
   */
  'items': (string);
}
