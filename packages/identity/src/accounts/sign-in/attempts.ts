/** How often somebody may try to sign in. */
import { hash } from 'node:crypto'
import type { RateLimit, SharedState } from '@waybill/chassis/state/shared-state'
import { AppError } from '@waybill/contracts/app-error'
import { callerAddress } from '@waybill/edge/limits/caller-address'

const perMinute = (rate: number, burst: number): RateLimit => ({ ratePerSecond: rate / 60, burst })

/** Attempts of one address, for any accounts. An office shares one. */
const OF_ADDRESS = perMinute(30, 60)
/** Attempts of one address, for one account. */
const OF_ACCOUNT_AND_ADDRESS = perMinute(2, 10)
/** For one account, from all addresses that never signed in to it: what a stranger can use up. */
const OF_ACCOUNT = perMinute(5, 20)
/** For one account, from a browser that has signed in to it before: a stranger cannot use it up. */
const OF_DEVICE = perMinute(2, 10)
/** Codes for one account. Three of a million are right at a time: who knows the password guesses one in three years. */
const OF_CODES = perMinute(0.2, 10)
/** Challenges for passkeys of one address: each page to sign in asks for one. */
const OF_CHALLENGES = perMinute(60, 120)

interface Attempt {
  /** E-mail address of the account, in lower case. */
  email: string
  address: string
  /** Names the browser, if it has signed in to the account before. */
  device: string | undefined
}

export interface Attempts {
  /** Counts an attempt. Throws `rate_limited`. */
  count(attempt: Attempt): Promise<void>
  /** Counts a code, for an account whose first step was right. Throws `rate_limited`. */
  countCode(attempt: { userId: string; device: string | undefined }): Promise<void>
  /** Counts a challenge that nobody's name is on. Throws `rate_limited`. */
  countChallenge(address: string): Promise<void>
}

export function createAttempts(sharedState: Pick<SharedState, 'takeTokens'>): Attempts {
  const take = async (name: string, limit: RateLimit) => {
    const { allowed, retryAfterSeconds } = await sharedState.takeTokens([{ key: `sign-in:${name}`, limit }])
    if (allowed) return
    const message = `Too many attempts to sign in. Retry in ${retryAfterSeconds} s.`
    throw new AppError('rate_limited', message, { retryAfterSeconds, meta: { policy: 'sign_in' } })
  }
  const getAccount = (email: string) => hash('sha256', email).slice(0, 32)
  return {
    countCode: ({ userId, device }) =>
      take(device === undefined ? `code:${userId}` : `code:${userId}:${device}`, OF_CODES),
    countChallenge: (address) => take(`challenge:${callerAddress(address)}`, OF_CHALLENGES),
    async count({ email, address, device }) {
      const account = getAccount(email)
      const from = callerAddress(address)
      if (device !== undefined) return take(`device:${account}:${device}`, OF_DEVICE)
      await take(`address:${from}`, OF_ADDRESS)
      await take(`account:${account}:${from}`, OF_ACCOUNT_AND_ADDRESS)
      await take(`account:${account}`, OF_ACCOUNT)
    },
  }
}
