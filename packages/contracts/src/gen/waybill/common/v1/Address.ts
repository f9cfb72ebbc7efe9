// Original file: protos/waybill/common/v1/common.proto


/**
 * A postal address with the field names of the public API. Empty means not given.
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
  'email'?: (string);
  'residential'?: (boolean);
  '_latitude'?: "latitude";
  '_longitude'?: "longitude";
  '_residential'?: "residential";
}

/**
 * A postal address with the field names of the public API. Empty means not given.
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
  'email': (string);
  'residential'?: (boolean);
  '_latitude'?: "latitude";
  '_longitude'?: "longitude";
  '_residential'?: "residential";
}
