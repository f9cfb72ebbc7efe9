/** Pure, but for random codes: one-time codes for those who have lost their authenticator app. */
import { Secret } from 'otpauth'
import { hashToken } from '../../credentials/token.ts'

const CODES = 10
/** 80 bits, 16 letters of base32: as hard to guess from its hash as a key, so that a fast hash is enough. */
const CODE_BYTES = 10

/** Ten codes to show once, such as `k3vd-a2xw-ehtn-7qjm`. */
export const mintRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () =>
    new Secret({ size: CODE_BYTES }).base32.toLowerCase().replaceAll(/.{4}(?=.)/g, '$&-'),
  )

/** The hash to store. Case, spaces and dashes do not count. */
export const recoveryCodeHash = (code: string): Buffer => hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ''))
