// Original file: protos/waybill/common/v1/common.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A streamed file: the first part describes it, the following parts contain its bytes.
 */
export interface FilePart {
  'content_type'?: (string);
  /**
   * Length of the file in bytes; absent if not known beforehand.
   */
  'length'?: (number | string | Long);
  /**
   * At most 64 KiB.
   */
  'piece'?: (Buffer | Uint8Array | string);
  '_length'?: "length";
}

/**
 * A streamed file: the first part describes it, the following parts contain its bytes.
 */
export interface FilePart__Output {
  'content_type': (string);
  /**
   * Length of the file in bytes; absent if not known beforehand.
   */
  'length'?: (number);
  /**
   * At most 64 KiB.
   */
  'piece': (Buffer);
  '_length'?: "length";
}
