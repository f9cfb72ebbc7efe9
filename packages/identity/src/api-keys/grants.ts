/** Pure: what a key may grant to another. A key grants no more scope, lifetime or rate than its own. */
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import { isImplied, type Scope } from '@waybill/contracts/requests/scopes'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { ApiKey } from '../merchants/records.ts'

/** The key that makes the call, with the scopes of the token that was sent. */
export interface Grantor extends Pick<ApiKey, 'expiresAt' | 'rateLimitPerSecond'> {
  scopes: ReadonlySet<Scope>
  /** Requests per second of keys without an individual limit. */
  defaultRateLimit: number
}

/** Requested rights. A scope that is not one is undefined. */
export interface Wish {
  scopes: readonly (Scope | undefined)[] | undefined
  expiresAt: Date | null | undefined
  rateLimitPerSecond: number | null | undefined
}

interface Grant extends Pick<ApiKey, 'expiresAt' | 'rateLimitPerSecond'> {
  scopes: Scope[]
}

/** Rights of the new key. Throws `validation_error` with every field that asks for more than the grantor has. */
export function grantedBy(grantor: Grantor, wish: Wish): Grant {
  const problems = grantProblems(grantor, wish)
  if (problems.length > 0) throw validationError(problems)
  return {
    scopes: wish.scopes?.filter((scope) => scope !== undefined) ?? [...grantor.scopes].filter(isImplied),
    expiresAt: wish.expiresAt ?? grantor.expiresAt,
    rateLimitPerSecond: wish.rateLimitPerSecond ?? grantor.rateLimitPerSecond,
  }
}

/** Every field that asks for more than the grantor has. */
export const grantProblems = (grantor: Grantor, wish: Wish): ErrorDetail[] => [
  ...scopeProblems(grantor, wish),
  ...expiryProblems(grantor, wish),
  ...rateProblems(grantor, wish),
]

/** Throws `insufficient_scope` if the key may do what the grantor may not: its successor would have these scopes too. */
export function assertMayRotate(grantor: Grantor, targetScopes: Iterable<Scope>): void {
  const missing = [...targetScopes].find((scope) => !grantor.scopes.has(scope))
  if (missing === undefined) return
  const message = `The key to rotate has the scope ${missing}, which the token lacks. Use a key that has it.`
  throw new AppError('insufficient_scope', message, { meta: { scope: missing } })
}

const scopeProblems = (grantor: Grantor, { scopes = [] }: Wish): ErrorDetail[] =>
  scopes.flatMap((scope, index) =>
    scope === undefined || grantor.scopes.has(scope)
      ? []
      : [errorDetail(['scopes', index], 'not_allowed', 'is not a scope of the key that makes the call')],
  )

function expiryProblems(grantor: Grantor, { expiresAt }: Wish): ErrorDetail[] {
  if (!grantor.expiresAt || !expiresAt || expiresAt <= grantor.expiresAt) return []
  const message = `must not be after ${grantor.expiresAt.toISOString()}, when the key that makes the call expires`
  return [errorDetail(['expires_at'], 'not_allowed', message)]
}

function rateProblems(grantor: Grantor, { rateLimitPerSecond }: Wish): ErrorDetail[] {
  const most = grantor.rateLimitPerSecond ?? grantor.defaultRateLimit
  if (!rateLimitPerSecond || rateLimitPerSecond <= most) return []
  const message = `must be at most ${most}, the limit of the key that makes the call`
  return [errorDetail(['rate_limit_per_second'], 'not_allowed', message)]
}
