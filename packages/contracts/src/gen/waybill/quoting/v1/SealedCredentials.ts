// Original file: protos/waybill/quoting/v1/quoting.proto


/**
 * The credentials as a JSON object of texts, encrypted with AES-256-GCM under one of CARRIER_ENCRYPTION_KEYS. The label is
 * `carrier-account/<carrier_account_id>/<revision>`.
 */
export interface SealedCredentials {
  'key_id'?: (string);
  /**
   * Nonce, ciphertext and tag.
   */
  'bytes'?: (Buffer | Uint8Array | string);
}

/**
 * The credentials as a JSON object of texts, encrypted with AES-256-GCM under one of CARRIER_ENCRYPTION_KEYS. The label is
 * `carrier-account/<carrier_account_id>/<revision>`.
 */
export interface SealedCredentials__Output {
  'key_id': (string);
  /**
   * Nonce, ciphertext and tag.
   */
  'bytes': (Buffer);
}
