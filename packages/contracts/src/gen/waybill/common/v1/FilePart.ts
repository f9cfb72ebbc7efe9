// Original file: protos/waybill/common/v1/common.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A file, as methods that stream answer with it: what it is in the first part, its bytes in those after it.
 */
export interface FilePart {
  'content_type'?: (string);
  /**
   * Of the whole, in bytes; absent: not known beforehand.
   */
  'length'?: (number | string | Long);
  /**
   * At most 64 KiB.
   */
  'piece'?: (Buffer | Uint8Array | string);
  '_length'?: "length";
}

/**
 * A file, as methods that stream answer with it: what it is in the first part, its bytes in those after it.
 */
export interface FilePart__Output {
  'content_type': (string);
  /**
   * Of the whole, in bytes; absent: not known beforehand.
   */
  'length'?: (number);
  /**
   * At most 64 KiB.
   */
  'piece': (Buffer);
  '_length'?: "length";
}
