// Original file: protos/waybill/common/v1/gathered.proto


export interface GatheredCall {
  /**
   * The method's own request, which bears the context of this call.
   */
  'request'?: (Buffer | Uint8Array | string);
  /**
   * Until the deadline of this call.
   */
  'timeout_ms'?: (number);
}

export interface GatheredCall__Output {
  /**
   * The method's own request, which bears the context of this call.
   */
  'request': (Buffer);
  /**
   * Until the deadline of this call.
   */
  'timeout_ms': (number);
}
