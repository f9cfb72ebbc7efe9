// Original file: protos/waybill/common/v1/common.proto


/**
 * The HTTP response to a merchant: rendered by the owner of the resource, forwarded unchanged by the gateway.
 */
export interface Answer {
  'status'?: (number);
  /**
   * The complete JSON envelope.
   */
  'body'?: (Buffer | Uint8Array | string);
  /**
   * Whether this is the stored response of an earlier request with the same Idempotency-Key.
   */
  'replayed'?: (boolean);
  /**
   * ETag of the single resource in the body, without quotes, or empty.
   */
  'etag'?: (string);
}

/**
 * The HTTP response to a merchant: rendered by the owner of the resource, forwarded unchanged by the gateway.
 */
export interface Answer__Output {
  'status': (number);
  /**
   * The complete JSON envelope.
   */
  'body': (Buffer);
  /**
   * Whether this is the stored response of an earlier request with the same Idempotency-Key.
   */
  'replayed': (boolean);
  /**
   * ETag of the single resource in the body, without quotes, or empty.
   */
  'etag': (string);
}
