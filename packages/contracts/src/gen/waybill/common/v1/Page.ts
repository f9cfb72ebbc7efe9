// Original file: protos/waybill/common/v1/common.proto


/**
 * One page of a list. The cursor is opaque and made by the list that reads it.
 */
export interface Page {
  /**
   * 0: the list's default.
   */
  'limit'?: (number);
  'cursor'?: (string);
}

/**
 * One page of a list. The cursor is opaque and made by the list that reads it.
 */
export interface Page__Output {
  /**
   * 0: the list's default.
   */
  'limit': (number);
  'cursor': (string);
}
