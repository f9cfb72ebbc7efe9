/** Pure, but for random secrets: codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 s). */
import { Secret, TOTP } from 'otpauth'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Clocks differ, and people type slowly: the code before and the code after are right, too. */
const SKEW_STEPS = 1
const ISSUER = 'Waybill'

/** In base32, as people type it into an app. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const createTotp = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** The address that a QR code shows to an app. */
export const totpUrl = (secret: string, email: string): string => createTotp(secret, email).toString()

/** The time step of a code that is right at this time; null if it is wrong. Compares in constant time. */
export function findTimeStep(code: string, secret: string, now: Date): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: SKEW_STEPS })
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta
}
