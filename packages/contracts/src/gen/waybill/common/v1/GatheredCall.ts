// Original file: protos/waybill/common/v1/gathered.proto


export interface GatheredCall {
  /**
   * The request message of the method, including the context of this call.
   */
  'request'?: (Buffer | Uint8Array | string);
  /**
   * Time left until the deadline of this call.
   */
  'timeout_ms'?: (number);
}

export interface GatheredCall__Output {
  /**
   * The request message of the method, including the context of this call.
   */
  'request': (Buffer);
  /**
   * Time left until the deadline of this call.
   */
  'timeout_ms': (number);
}
