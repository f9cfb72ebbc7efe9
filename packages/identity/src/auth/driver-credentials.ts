/** Tokens of drivers. Their owner is asked about each request and nothing is cached, so a replaced token ends at once. */
import { AppError } from '@waybill/contracts/app-error'
import { type Credential, toRateLimit } from '@waybill/edge/credential'
import { findRefusal } from '../credentials/refusal.ts'
import { hashToken } from '../credentials/token.ts'
import { type Db, findEnvironmentAccess } from '../merchants/environment-access-repository.ts'

// 32 bytes are 43 characters of base64url.
const TOKEN_FORM = /^wb_driver_[A-Za-z0-9_-]{43}$/
/** Requests per second of one driver. */
const DRIVER_RATE_LIMIT = 10

/** Asks the service that owns drivers for the active driver of a token with this hash; null: there is none. */
export type FindDriverByHash = (tokenHash: Buffer) => Promise<{ driverId: string; environmentId: string } | null>

/** Finds the driver of a token. Throws invalid_token, access_suspended or an error of the service that owns drivers. */
export type FindDriver = (token: string, beforeLookup: () => Promise<void>) => Promise<Credential>

export const createDriverLookup =
  ({
    db,
    findByHash,
    environmentRateLimit,
  }: {
    db: Db
    findByHash: FindDriverByHash
    environmentRateLimit: number
  }): FindDriver =>
  async (token, beforeLookup) => {
    if (!TOKEN_FORM.test(token)) throw invalidToken()
    await beforeLookup()
    const found = await findByHash(hashToken(token))
    const environment = found === null ? undefined : await findEnvironmentAccess(db, found.environmentId)
    if (found === null || environment === undefined) throw invalidToken()
    const { suspended, ...owner } = environment
    const refusal = findRefusal({ revokedAt: null, expiresAt: null, suspended }, new Date())
    if (refusal) throw refusal
    return {
      ...owner,
      keyId: found.driverId,
      scopes: new Set(),
      limit: toRateLimit(DRIVER_RATE_LIMIT),
      environmentLimit: toRateLimit(environmentRateLimit),
    }
  }

const invalidToken = () =>
  new AppError(
    'invalid_token',
    'The token is not that of an active driver. Ask the merchant for a new one, and check that it was copied completely.',
  )
