// Original file: protos/waybill/common/v1/common.proto


/**
 * A postal address in the words of the public API's request form. Empty: not given.
 */
export interface Address {
  'location_id'?: (string);
  'name'?: (string);
  'code'?: (string);
  'company'?: (string);
  'address_line_1'?: (string);
  'address_line_2'?: (string);
  'town'?: (string);
  'city'?: (string);
  'province'?: (string);
  'post_code'?: (string);
  'country'?: (string);
  'first_name'?: (string);
  'last_name'?: (string);
  'phone'?: (string);
  'latitude'?: (number | string);
  'longitude'?: (number | string);
  'google_place_id'?: (string);
  '_latitude'?: "latitude";
  '_longitude'?: "longitude";
}

/**
 * A postal address in the words of the public API's request form. Empty: not given.
 */
export interface Address__Output {
  'location_id': (string);
  'name': (string);
  'code': (string);
  'company': (string);
  'address_line_1': (string);
  'address_line_2': (string);
  'town': (string);
  'city': (string);
  'province': (string);
  'post_code': (string);
  'country': (string);
  'first_name': (string);
  'last_name': (string);
  'phone': (string);
  'latitude'?: (number);
  'longitude'?: (number);
  'google_place_id': (string);
  '_latitude'?: "latitude";
  '_longitude'?: "longitude";
}
