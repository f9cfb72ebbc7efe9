// Original file: protos/waybill/common/v1/common.proto


/**
 * One page of a list. A cursor is opaque and valid only for the list that created it.
 */
export interface Page {
  /**
   * 0 means the default of the list.
   */
  'limit'?: (number);
  'cursor'?: (string);
}

/**
 * One page of a list. A cursor is opaque and valid only for the list that created it.
 */
export interface Page__Output {
  /**
   * 0 means the default of the list.
   */
  'limit': (number);
  'cursor': (string);
}
