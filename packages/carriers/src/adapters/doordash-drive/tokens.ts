/** Access tokens, which the caller of DoorDash's API signs (developer.doordash.com, "JSON Web Token (JWT) format"). */
import { SignJWT } from 'jose'
import type { CarrierAccount } from '../../carrier-adapter.ts'

/** DoorDash takes up to 30 minutes. A call lasts 15 s at most. */
const LIFETIME_S = 300
/** DoorDash refuses tokens that were issued in the future, by its clock. */
const CLOCK_TOLERANCE_S = 30

/** A token of the account's key. Its secret is base64url; keys in the ordinary alphabet of base64 are read too. */
export async function signToken(credentials: CarrierAccount['credentials'], now: Date): Promise<string> {
  const issuedAtS = Math.floor(now.getTime() / 1_000) - CLOCK_TOLERANCE_S
  return await new SignJWT({ kid: credentials.key_id ?? '' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', 'dd-ver': 'DD-JWT-V1' })
    .setAudience('doordash')
    .setIssuer(credentials.developer_id ?? '')
    .setIssuedAt(issuedAtS)
    .setExpirationTime(issuedAtS + CLOCK_TOLERANCE_S + LIFETIME_S)
    .sign(Buffer.from(credentials.signing_secret ?? '', 'base64url'))
}
