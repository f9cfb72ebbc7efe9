// Original file: protos/waybill/common/v1/gathered.proto


export interface GatheredReply {
  /**
   * Index of the call in its batch.
   */
  'index'?: (number);
  /**
   * The reply message of the method; empty if the call failed.
   */
  'reply'?: (Buffer | Uint8Array | string);
  /**
   * gRPC status code; 0 is OK.
   */
  'status'?: (number);
  'status_text'?: (string);
  /**
   * The error as JSON, as in the trailing metadata of a unary call.
   */
  'error'?: (Buffer | Uint8Array | string);
}

export interface GatheredReply__Output {
  /**
   * Index of the call in its batch.
   */
  'index': (number);
  /**
   * The reply message of the method; empty if the call failed.
   */
  'reply': (Buffer);
  /**
   * gRPC status code; 0 is OK.
   */
  'status': (number);
  'status_text': (string);
  /**
   * The error as JSON, as in the trailing metadata of a unary call.
   */
  'error': (Buffer);
}
