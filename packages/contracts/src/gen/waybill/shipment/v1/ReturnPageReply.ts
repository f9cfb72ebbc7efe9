// Original file: protos/waybill/shipment/v1/shipment.proto


export interface ReturnPageReply {
  /**
   * As JSON.
   */
  'page'?: (Buffer | Uint8Array | string);
}

export interface ReturnPageReply__Output {
  /**
   * As JSON.
   */
  'page': (Buffer);
}
