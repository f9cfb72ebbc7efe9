import { AppError } from '@waybill/contracts/app-error'
import type { Credential } from '../credential.ts'
import { callerAddress } from './caller-address.ts'

/** Who holds a share: a key or session, or the address of a caller without one. */
export interface Holder {
  kind: 'key' | 'address'
  id: string
  /** Null without a token. */
  environmentId: string | null
}

export const findHolder = ({ credential, ip }: { credential: Credential | null; ip: string }): Holder =>
  credential
    ? { kind: 'key', id: credential.keyId, environmentId: credential.environmentId || credential.merchantId }
    : { kind: 'address', id: callerAddress(ip), environmentId: null }

/**
 * How much of something in this process may be held at once, in a unit of its owner. What the two environments of a
 * merchant and all addresses may hold together is less than the process has, so that others can always go on.
 */
interface ShareLimits {
  perKey: number
  perAddress: number
  /** By all keys of an environment. */
  perEnvironment: number
  /** By all callers without a token: however many addresses they have, keys keep the rest of the process. */
  allAddresses: number
  perProcess: number
}

interface Shares {
  /**
   * Takes a share. The function that it returns gives it back; further calls of that function do nothing.
   * Throws `rate_limited` if the holder or its environment holds too much, `service_unavailable` if all callers without a
   * token or the process do.
   */
  take(holder: Holder, amount?: number): () => void
  /** As `take`, beyond the limits if need be. */
  hold(holder: Holder, amount: number): () => void
}

/** `describe`: what is held when a limit is reached, such as "20 files are being sent". */
export function createShares(
  limits: ShareLimits,
  options: { describe: (limit: number) => string; advice: string; retryAfterSeconds: number },
): Shares {
  const held = new Map<string, number>()
  const { describe, advice, retryAfterSeconds } = options

  function findBounds({ kind, id, environmentId }: Holder) {
    const own = {
      name: `${kind} ${id}`,
      whose: `this ${kind}`,
      limit: kind === 'key' ? limits.perKey : limits.perAddress,
    }
    const environment = {
      name: `environment ${environmentId}`,
      whose: 'this environment',
      limit: limits.perEnvironment,
    }
    const addresses = { name: 'addresses', whose: 'callers without a token', limit: limits.allAddresses }
    const process = { name: 'process', whose: 'this gateway', limit: limits.perProcess }
    return [own, environmentId === null ? addresses : environment, process]
  }

  function add(name: string, amount: number): void {
    const total = (held.get(name) ?? 0) + amount
    if (total > 0) held.set(name, total)
    else held.delete(name)
  }

  function hold(holder: Holder, amount: number): () => void {
    const bounds = findBounds(holder)
    for (const { name } of bounds) add(name, amount)
    let isHeld = true
    return () => {
      if (isHeld) for (const { name } of bounds) add(name, -amount)
      isHeld = false
    }
  }

  return {
    hold,
    take(holder, amount = 1) {
      const bounds = findBounds(holder)
      for (const { name, whose, limit } of bounds) {
        if ((held.get(name) ?? 0) + amount <= limit) continue
        const message = `${describe(limit)} for ${whose}, which is the limit. ${advice}`
        const code = name === 'process' || name === 'addresses' ? 'service_unavailable' : 'rate_limited'
        throw new AppError(code, message, { retryAfterSeconds })
      }
      return hold(holder, amount)
    },
  }
}
