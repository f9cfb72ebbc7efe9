// Original file: protos/waybill/common/v1/common.proto


/**
 * Who asks, under which request, with which key. A field of every request, never metadata, so that
 * several calls can travel in one message.
 */
export interface Context {
  'environment_id'?: (string);
  'merchant_id'?: (string);
  'livemode'?: (boolean);
  'scopes'?: (string)[];
  'request_id'?: (string);
  /**
   * Minted by the gateway for each write; a command is idempotent by (environment_id, op_id).
   */
  'op_id'?: (string);
  /**
   * The merchant's Idempotency-Key, or empty.
   */
  'idempotency_key'?: (string);
  /**
   * Method and path with the ids filled in: "POST /api/v1/shipments/shp_…/book".
   */
  'route'?: (string);
  /**
   * SHA-256 over method, path, query and canonical body, hex.
   */
  'body_hash'?: (string);
  'traceparent'?: (string);
  /**
   * The version that If-Match asks for, or empty.
   */
  'if_match'?: (string);
}

/**
 * Who asks, under which request, with which key. A field of every request, never metadata, so that
 * several calls can travel in one message.
 */
export interface Context__Output {
  'environment_id': (string);
  'merchant_id': (string);
  'livemode': (boolean);
  'scopes': (string)[];
  'request_id': (string);
  /**
   * Minted by the gateway for each write; a command is idempotent by (environment_id, op_id).
   */
  'op_id': (string);
  /**
   * The merchant's Idempotency-Key, or empty.
   */
  'idempotency_key': (string);
  /**
   * Method and path with the ids filled in: "POST /api/v1/shipments/shp_…/book".
   */
  'route': (string);
  /**
   * SHA-256 over method, path, query and canonical body, hex.
   */
  'body_hash': (string);
  'traceparent': (string);
  /**
   * The version that If-Match asks for, or empty.
   */
  'if_match': (string);
}
