/** Whether a known key opens the API. Pure. */
import { AppError } from '@waybill/contracts/app-error'

/** The suspended one among a key's owners, the key itself first. */
export type Suspended = 'key' | 'environment' | 'merchant'

export interface Standing {
  revokedAt: Date | null
  expiresAt: Date | null
  suspended: Suspended | null
}

/** Why the key opens nothing at this time; null if it opens the API. A refusal that is for good comes first. */
export function findRefusal({ revokedAt, expiresAt, suspended }: Standing, now: Date): AppError | null {
  if (revokedAt) return new AppError('token_revoked', 'The key of this token has been revoked. Use another key.')
  if (expiresAt && now >= expiresAt)
    return new AppError(
      'token_expired',
      `The key of this token expired at ${expiresAt.toISOString()}. Use another key.`,
    )
  if (!suspended) return null
  const message = `The ${suspended} of this token is suspended. Ask the operator of this installation to resume it.`
  return new AppError('access_suspended', message, { meta: { suspended } })
}
