// Original file: protos/waybill/common/v1/common.proto


/**
 * The caller, request and key. A field of every request instead of gRPC metadata, so that one message can contain
 * several calls.
 */
export interface Context {
  'environment_id'?: (string);
  'merchant_id'?: (string);
  'livemode'?: (boolean);
  'scopes'?: (string)[];
  'request_id'?: (string);
  /**
   * Created by the gateway for each write. Commands are idempotent by (environment_id, op_id).
   */
  'op_id'?: (string);
  /**
   * The merchant's Idempotency-Key, or empty.
   */
  'idempotency_key'?: (string);
  /**
   * Method and path with ids: "POST /api/v1/shipments/shp_…/book".
   */
  'route'?: (string);
  /**
   * Hexadecimal SHA-256 of method, path, query and canonical body.
   */
  'body_hash'?: (string);
  'traceparent'?: (string);
  /**
   * The version that If-Match requires, or empty.
   */
  'if_match'?: (string);
}

/**
 * The caller, request and key. A field of every request instead of gRPC metadata, so that one message can contain
 * several calls.
 */
export interface Context__Output {
  'environment_id': (string);
  'merchant_id': (string);
  'livemode': (boolean);
  'scopes': (string)[];
  'request_id': (string);
  /**
   * Created by the gateway for each write. Commands are idempotent by (environment_id, op_id).
   */
  'op_id': (string);
  /**
   * The merchant's Idempotency-Key, or empty.
   */
  'idempotency_key': (string);
  /**
   * Method and path with ids: "POST /api/v1/shipments/shp_…/book".
   */
  'route': (string);
  /**
   * Hexadecimal SHA-256 of method, path, query and canonical body.
   */
  'body_hash': (string);
  'traceparent': (string);
  /**
   * The version that If-Match requires, or empty.
   */
  'if_match': (string);
}
