// Original file: protos/waybill/common/v1/gathered.proto


export interface GatheredReply {
  /**
   * Of the call in its batch.
   */
  'index'?: (number);
  /**
   * The method's own reply; empty where the call failed.
   */
  'reply'?: (Buffer | Uint8Array | string);
  /**
   * A status of gRPC; 0: OK.
   */
  'status'?: (number);
  'status_text'?: (string);
  /**
   * The error as JSON, as a unary call bears it in its trailing metadata.
   */
  'error'?: (Buffer | Uint8Array | string);
}

export interface GatheredReply__Output {
  /**
   * Of the call in its batch.
   */
  'index': (number);
  /**
   * The method's own reply; empty where the call failed.
   */
  'reply': (Buffer);
  /**
   * A status of gRPC; 0: OK.
   */
  'status': (number);
  'status_text': (string);
  /**
   * The error as JSON, as a unary call bears it in its trailing metadata.
   */
  'error': (Buffer);
}
