// Original file: protos/waybill/common/v1/common.proto


/**
 * What a merchant is answered: rendered once by the owner of the resource, passed through by the gateway.
 */
export interface Answer {
  'status'?: (number);
  /**
   * The whole JSON envelope.
   */
  'body'?: (Buffer | Uint8Array | string);
  /**
   * Stored under the Idempotency-Key by an earlier call.
   */
  'replayed'?: (boolean);
  /**
   * Entity tag of the single resource in the body, without quotes, or empty.
   */
  'etag'?: (string);
}

/**
 * What a merchant is answered: rendered once by the owner of the resource, passed through by the gateway.
 */
export interface Answer__Output {
  'status': (number);
  /**
   * The whole JSON envelope.
   */
  'body': (Buffer);
  /**
   * Stored under the Idempotency-Key by an earlier call.
   */
  'replayed': (boolean);
  /**
   * Entity tag of the single resource in the body, without quotes, or empty.
   */
  'etag': (string);
}
