/** Tokens of drivers. The booking service is asked about each request and nothing is cached, so a replaced token ends at once. */
import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { type Credential, toRateLimit } from '@waybill/edge/credential'
import { findRefusal } from '../credentials/refusal.ts'
import { hashToken } from '../credentials/token.ts'
import { type Db, findEnvironmentAccess } from '../merchants/environment-access-repository.ts'
import type { Services } from '../routes/services.ts'

// 32 bytes are 43 characters of base64url.
const TOKEN_FORM = /^wb_driver_[A-Za-z0-9_-]{43}$/
/** Requests per second of one driver. */
const DRIVER_RATE_LIMIT = 10
const LOOKUP_TIMEOUT_MS = 5_000

/** Finds the driver of a token. Throws invalid_token, access_suspended or an error of the booking service. */
export type FindDriver = (token: string, beforeLookup: () => Promise<void>) => Promise<Credential>

export const createDriverLookup =
  ({
    db,
    bookings,
    environmentRateLimit,
  }: {
    db: Db
    bookings: Services['bookings']
    environmentRateLimit: number
  }): FindDriver =>
  async (token, beforeLookup) => {
    if (!TOKEN_FORM.test(token)) throw invalidToken()
    await beforeLookup()
    const nobody = systemContext({ environmentId: '', merchantId: '', livemode: false, timeoutMs: LOOKUP_TIMEOUT_MS })
    const found = await bookings.FindDriverByToken({ context: contextMessage(nobody), token_hash: hashToken(token) })
    const environment = found.driver_id === '' ? undefined : await findEnvironmentAccess(db, found.environment_id)
    if (environment === undefined) throw invalidToken()
    const { suspended, ...owner } = environment
    const refusal = findRefusal({ revokedAt: null, expiresAt: null, suspended }, new Date())
    if (refusal) throw refusal
    return {
      ...owner,
      keyId: found.driver_id,
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
