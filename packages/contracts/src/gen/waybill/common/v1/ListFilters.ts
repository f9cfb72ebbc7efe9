// Original file: protos/waybill/common/v1/common.proto


/**
 * Filters and order of a list of shipments or bookings; empty matches everything.
 */
export interface ListFilters {
  'statuses'?: (string)[];
  /**
   * ISO 8601: at `from` or later, before `to`.
   */
  'created_from'?: (string);
  'created_to'?: (string);
  'updated_from'?: (string);
  'updated_to'?: (string);
  /**
   * Dates, YYYY-MM-DD, both inclusive.
   */
  'collection_from'?: (string);
  'collection_to'?: (string);
  /**
   * Any of these; empty matches everything.
   */
  'carrier_codes'?: (string)[];
  'service_codes'?: (string)[];
  'merchant_order_ref'?: (string);
  'metadata'?: ({[key: string]: string});
  /**
   * The beginning of a reference, name, post code or tracking number.
   */
  'q'?: (string);
  /**
   * created_at or updated_at, after a minus for descending order; empty means -created_at.
   */
  'sort'?: (string);
  /**
   * Carriers behind aggregators, in any case: any of these; empty matches everything.
   */
  'carried_by'?: (string)[];
  /**
   * Tracking numbers of carriers, in any case: any of these; empty matches everything.
   */
  'tracking_numbers'?: (string)[];
  /**
   * pickup, delivery: what the booking is late with; empty matches everything, as in the next ones.
   */
  'late'?: (string)[];
  'incidents'?: (string)[];
  'failure_reasons'?: (string)[];
  /**
   * The next ones only for shipments.
   * booking, courier, release.
   */
  'waiting_for'?: (string)[];
  /**
   * ISO 8601: the delivery is awaited until `from` or later, before `to`.
   */
  'arrival_from'?: (string);
  'arrival_to'?: (string);
  /**
   * In any case: any of these; empty matches everything.
   */
  'tags'?: (string)[];
  /**
   * Members, or none for nobody.
   */
  'assignee_ids'?: (string)[];
  /**
   * The beginnings of words of a note: all of them.
   */
  'note'?: (string);
  /**
   * outbound, return; empty: both.
   */
  'direction'?: (string);
  /**
   * Returns of this shipment.
   */
  'return_of'?: (string);
}

/**
 * Filters and order of a list of shipments or bookings; empty matches everything.
 */
export interface ListFilters__Output {
  'statuses': (string)[];
  /**
   * ISO 8601: at `from` or later, before `to`.
   */
  'created_from': (string);
  'created_to': (string);
  'updated_from': (string);
  'updated_to': (string);
  /**
   * Dates, YYYY-MM-DD, both inclusive.
   */
  'collection_from': (string);
  'collection_to': (string);
  /**
   * Any of these; empty matches everything.
   */
  'carrier_codes': (string)[];
  'service_codes': (string)[];
  'merchant_order_ref': (string);
  'metadata': ({[key: string]: string});
  /**
   * The beginning of a reference, name, post code or tracking number.
   */
  'q': (string);
  /**
   * created_at or updated_at, after a minus for descending order; empty means -created_at.
   */
  'sort': (string);
  /**
   * Carriers behind aggregators, in any case: any of these; empty matches everything.
   */
  'carried_by': (string)[];
  /**
   * Tracking numbers of carriers, in any case: any of these; empty matches everything.
   */
  'tracking_numbers': (string)[];
  /**
   * pickup, delivery: what the booking is late with; empty matches everything, as in the next ones.
   */
  'late': (string)[];
  'incidents': (string)[];
  'failure_reasons': (string)[];
  /**
   * The next ones only for shipments.
   * booking, courier, release.
   */
  'waiting_for': (string)[];
  /**
   * ISO 8601: the delivery is awaited until `from` or later, before `to`.
   */
  'arrival_from': (string);
  'arrival_to': (string);
  /**
   * In any case: any of these; empty matches everything.
   */
  'tags': (string)[];
  /**
   * Members, or none for nobody.
   */
  'assignee_ids': (string)[];
  /**
   * The beginnings of words of a note: all of them.
   */
  'note': (string);
  /**
   * outbound, return; empty: both.
   */
  'direction': (string);
  /**
   * Returns of this shipment.
   */
  'return_of': (string);
}
